import { demoPassword } from '../people/people.ts';
import { fetchPatiently } from './fetch-patiently.ts';

const mostSteps = 10;

/**
 * Signs in at the identity provider as a browser would: from the portal to the provider's sign-in page and back.
 * Returns the session cookie.
 */
export async function signInThroughProvider(address: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL('/public/api/v1/auth/sso/start', address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const next = await visit(url, jar, form);
    const session = jar.get('tapfolio-session');
    if (session !== undefined) return `tapfolio-session=${session}`;
    // The first page that does not redirect is the sign-in page.
    form = next === undefined ? new URLSearchParams({ email, password: demoPassword }) : undefined;
    url = throughCallbackScreen(next ?? url);
  }
  throw new Error(`the identity provider did not let ${email} in`);
}

async function visit(url: URL, jar: Map<string, string>, form?: URLSearchParams): Promise<URL | undefined> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetchPatiently(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: form }),
  });
  await answer.text();
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  const location = answer.headers.get('location');
  return location === null ? undefined : new URL(location, url);
}

/** The portal's screen redirects the browser with the same query (NAV-08). */
function throughCallbackScreen(url: URL): URL {
  if (url.pathname !== '/oauth2_web_app_test') return url;
  return new URL(`/public/api/v1/auth/sso/callback${url.search}`, url);
}
