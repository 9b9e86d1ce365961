import type { CDPSession, Page } from '@playwright/test';
import { changeSessions, emailOf } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expectNotice } from './support/notices.ts';
import { makePassenger } from './support/passengers.ts';
import { untilMailed } from './support/registration.ts';
import type { RunningWorld } from './support/running-world.ts';
import { expect, signInAs, signOut, test } from './support/test.ts';

/** Chromium's virtual device for tests: it stores passkeys and acts as if its owner is present. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Makes the proof of identity from the sign-in too old, as it is after five minutes. */
const letTimePass = (world: RunningWorld, email: string) =>
  changeSessions(world, email, `proven_at = now() - interval '6 minutes'`);

/** Checks the light and the dark theme, because their colours differ. */
async function expectNoViolationsInEither(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolations(page, `${name}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The code of the newest mail to an address that came after the first `already` ones. */
async function codeFor(page: Page, world: RunningWorld, email: string, already: number): Promise<string> {
  const mailbox = await page.context().newPage();
  const mail = await untilMailed(mailbox, world, { email, subject: 'Your sign-in code', already });
  await mail.click();
  const text = (await mailbox.locator('pre').textContent()) ?? '';
  await mailbox.close();
  return /\b(\d{6})\b/.exec(text)?.[1] ?? '';
}

test('adds a passkey, signs in with it alone, proves the identity with it and removes it', async ({
  page,
  world,
  enterAs,
}) => {
  test.slow();
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const { email } = await enterAs(page, {}, '/account/edit');
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible();
  await letTimePass(world, email);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByRole('button', { name: 'Continue' }).click();
  await expect(naming.getByText('Give the passkey a name of 1 to 40 characters.')).toBeVisible();
  await expectNoViolationsInEither(page, 'a passkey without a name');
  await naming.getByLabel('Name of the passkey').fill('My phone');
  await naming.getByRole('button', { name: 'Continue' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Your password').fill('not the password');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(proof.getByText('The current password is not correct.')).toBeVisible();
  await expectNoViolationsInEither(page, 'the proof that was refused');
  await proof.getByLabel('Your password').fill(world.password);
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectNotice(page, 'The passkey “My phone” was added.');
  await expect(page.getByText('Not used yet')).toBeVisible();
  await expectNoViolationsInEither(page, 'an account with a passkey');

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await naming.getByLabel('Name of the passkey').fill('The same phone');
  await naming.getByRole('button', { name: 'Continue' }).click();
  await expect(naming.getByText('This device already has a passkey for your account.')).toBeVisible();
  await naming.getByRole('button', { name: 'Cancel' }).click();

  // The virtual owner is absent. Otherwise the device would answer the sign-in field at once.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await signOut(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await expectNoViolationsInEither(page, 'a sign-in without the passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/account/edit');
  await expect(page.getByText(/^Last used/)).toBeVisible();
  await letTimePass(world, email);
  await page.getByRole('button', { name: 'Remove the passkey “My phone”' }).click();
  await page
    .getByRole('dialog', { name: /^Remove/ })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await proof.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();
});

/** Adds a passkey right after sign-in, when no further proof is needed, and signs out with the virtual owner absent. */
async function leaveWithPasskey(page: Page, setPresence: (isThere: boolean) => Promise<void>): Promise<void> {
  await page.goto('/account/edit');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectNotice(page, 'The passkey “My laptop” was added.');
  await setPresence(false);
  await signOut(page);
}

test('offers passkeys in the sign-in field, and stops when another way to sign in is used', async ({
  page,
  enterAs,
}) => {
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const setPresence = async (enabled: boolean): Promise<void> => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
  let offers = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sessions/passkey_options')) offers += 1;
  });
  const { email, password } = await enterAs(page);
  await leaveWithPasskey(page, setPresence);
  await expect(page.locator('input[autocomplete="username webauthn"]')).toBeVisible();
  await expect.poll(() => offers).toBeGreaterThan(0);

  await signInAs(page, email, password);
  await signOut(page);
  await setPresence(true);
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('makes no call if the browser cannot offer passkeys in the field', async ({ page }) => {
  let offers = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sessions/passkey_options')) offers += 1;
  });
  let hasAsked = false;
  await page.exposeFunction('noteThatThePageAsked', () => {
    hasAsked = true;
  });
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => {
      await Reflect.get(window, 'noteThatThePageAsked')();
      return false;
    };
  });
  await page.goto('/login');
  await expect.poll(() => hasAsked).toBe(true);
  // Two frames later the page has handled the answer.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

  expect(offers).toBe(0);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
});

test('asks for a mailed code after the password if the passenger has turned this on', async ({
  page,
  world,
  enterAs,
}) => {
  test.slow();
  const { email } = await enterAs(page, {}, '/account/edit');
  await page.getByRole('button', { name: 'Turn on the code by email' }).click();
  await expectNotice(page, 'From now on we ask for a code after your password.');
  await signOut(page);

  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(world.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const field = page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectNoViolationsInEither(page, 'the code step');
  const code = await codeFor(page, world, email, 0);
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Finish signing in' }).click();
  await expect(page.getByText('That is not the code we sent.')).toBeVisible();
  await expectNoViolationsInEither(page, 'a code that was refused');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByLabel('Password', { exact: true }).fill(world.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const newer = await codeFor(page, world, email, 1);
  await page.getByLabel('Code from the email').fill(`${newer.slice(0, 3)} ${newer.slice(3)}`);
  await page.getByRole('button', { name: 'Finish signing in' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/account/edit');
  await page.getByRole('button', { name: 'Turn off the code by email' }).click();
  await expectNotice(page, 'From now on your password is enough.');
  await signOut(page);
  await signInAs(page, email, world.password);
});

test('asks for the code before a required password change, and again at the sign-in after it [AUTH-04]', async ({
  page,
  world,
}) => {
  test.slow();
  const { email } = await makePassenger(world, { mustChangePassword: true, mailCode: true });
  const newPassword = 'Gangways-rise-with-the-tide-5';

  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(world.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const field = page.getByLabel('Code from the email');
  await field.fill(await codeFor(page, world, email, 0));
  await page.getByRole('button', { name: 'Finish signing in' }).click();
  await expect(page).toHaveURL(/\/change-password\//);
  await expect(page.getByText('You need to change your password first.')).toBeVisible();

  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat the new password').fill(newPassword);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expectNoViolationsInEither(page, 'a password that was changed');

  await field.fill(await codeFor(page, world, email, 1));
  await page.getByRole('button', { name: 'Finish signing in' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: /My card/ }).first()).toBeVisible();
});

test.describe('with a provider', () => {
  // The provider has another origin: with an extra header, the browser would send it a preflight request first.
  test.use({ extraHTTPHeaders: {} });

  test('offers no second factors to a passenger of an identity provider, because the provider has its own', async ({
    page,
    world,
  }) => {
    await page.goto('/account/edit');
    await page.getByRole('link', { name: 'Sign in with your provider' }).click();
    await page.getByLabel('Email address').fill(emailOf(world, 'Single sign-on'));
    await page.getByLabel('Password').fill(world.password);
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Code by email' })).toHaveCount(0);
  });
});
