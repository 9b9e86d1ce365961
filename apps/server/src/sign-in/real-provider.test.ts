import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { afterAll, expect, test } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { startIdentityProvider } from '../../test/identity-provider.ts';
import type { IdentityProvider } from '../gateways/identity-provider.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { authRole } from '../roles/auth.ts';

const { publicUrl } = testConfig();
const redirectUri = new URL('/oauth2_web_app_test', publicUrl).href;
// Provider and configuration need each other's address, so the app gets its gateway afterwards.
const late: { provider?: IdentityProvider } = {};
const handedOver = (): IdentityProvider => {
  if (late.provider === undefined) throw new Error('the provider has not started');
  return late.provider;
};
const identityProvider: IdentityProvider = {
  begin: () => handedOver().begin(),
  finish: (returned, proof) => handedOver().finish(returned, proof),
  readLogoutNotice: (token) => handedOver().readLogoutNotice(token),
  logoutAddress: (idToken, returnTo) => handedOver().logoutAddress(idToken, returnTo),
};
const { app, pool } = await createTestApp([authRole], { identityProvider });
const ownAddress = await app.listen({ host: '127.0.0.1', port: 0 });
const provider = await startIdentityProvider({
  redirectUri,
  logoutUri: new URL('/logout', publicUrl).href,
  backChannelUri: `${ownAddress}/internal/api/v1/sso/back_channel_logout`,
  accounts: [{ sub: 'ada', email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Byron' }],
});
afterAll(() => provider.stop());
late.provider = createIdentityProvider({ ...provider, redirectUri });

const jar = new Map<string, string>();

/** One step of a browser at the provider: it keeps cookies and does not follow redirects. */
async function step(url: string, form?: Record<string, string>): Promise<string> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  const location = answer.headers.get('location');
  return location === null ? await answer.text() : new URL(location, url).href;
}

async function signInThere(address: string): Promise<URL> {
  const login = await step(address);
  const consent = await step(await step(login, { prompt: 'login', login: 'ada', password: 'any' }));
  return new URL(await step(await step(consent, { prompt: 'consent' })));
}

test('signs in at a real provider and is signed out by its back-channel logout [SES-15, SES-17]', async () => {
  const start = await app.inject(singleSignOnPaths.start);
  const cookie = String(start.headers['set-cookie']).split(';')[0] ?? '';
  const returned = await signInThere(String(start.headers.location));

  const answer = await app.inject({ url: `${singleSignOnPaths.callback}${returned.search}`, headers: { cookie } });

  const session = /__Host-session=[A-Za-z0-9_-]{43}/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
  expect(returned.href.startsWith(redirectUri)).toBe(true);
  expect(await isLogged(session)).toBe(true);
  await signOutThere();
  expect(provider.backChannelErrors).toEqual([]);
  expect(await isLogged(session)).toBe(false);
  const { rows } = await pool.query(`select kind from audit_events where kind = 'signed_out_by_provider'`);
  expect(rows).toHaveLength(1);
});

async function isLogged(cookie: string): Promise<boolean> {
  const answer = await app.inject({ url: '/public/api/v1/auth/user_is_logged', headers: { cookie } });
  return answer.json<{ is_logged: boolean }>().is_logged;
}

async function signOutThere(): Promise<void> {
  const page = await step(`${provider.issuer}/session/end`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  await step(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
}
