import type { ProviderPerson } from './person.ts';

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 24rem; margin: 4rem auto; padding: 0 1rem }
  label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
  input, button { min-height: 2.75rem; margin: .25rem 0 1rem; padding: .5rem }
  [role=alert] { border-inline-start: 4px solid #b3261e; padding-inline-start: .75rem }`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – Lumière ID</title><style>${style}</style>
<h1>${title}</h1>${body}<p><small>Lumière ID is an invented sign-in provider, for demonstration only.</small></p></html>`;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page where the provider's people sign in. */
export function signInPage({ people, failed }: { people: readonly ProviderPerson[]; failed: boolean }): string {
  const hint = people.map(({ email }) => escaped(email)).join(', ');
  return page(
    'Sign in with Lumière ID',
    `${failed ? '<p role="alert">That is not the password of this person.</p>' : ''}
<form method="post"><label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Continue</button></form><p>Known here: ${hint}</p>`,
  );
}

/** The page that asks whether to sign out at the provider too. `form` comes from the provider's library and protects against forged requests. */
export function signOutPage(form: string): string {
  return page(
    'Sign out of Lumière ID?',
    `${form}<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign out</button>
<button type="submit" form="op.logoutForm">No, stay signed in</button>`,
  );
}

/** The provider's other pages. They have no function. */
export const plainPages: Readonly<Record<string, string>> = {
  '/password': page(
    'Change your password',
    '<p>On this page, people with a Lumière ID would choose a new password.</p>',
  ),
  '/profile': page(
    'Edit your profile',
    '<p>On this page, people with a Lumière ID would edit their name and address.</p>',
  ),
  '/signed-out': page('Signed out', '<p>You are signed out of Lumière ID.</p>'),
};
