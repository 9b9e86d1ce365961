import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import type { Config } from '../config/config.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { authRole } from '../roles/auth.ts';

const { provider, redirectUri, sso } = await createProviderWorld();

describe('a portal with several hosts', () => {
  const hosts = { 'voyage.example': 'fr_CA' } as const;
  const start = `${singleSignOnPaths.start}?return_to=%2Fcard`;

  async function createPortal() {
    const config = { sso, languages: { deployed: ['en_CA', 'fr_CA'], hosts } } satisfies Partial<Config>;
    const identityProvider = createIdentityProvider({ ...provider, redirectUri });
    return await createTestApp([authRole], { config, identityProvider });
  }

  async function startAt(host: string) {
    const { app } = await createPortal();
    return await app.inject({ url: start, headers: { host } });
  }

  /** Begins on the French host, follows to the host of the provider, and comes back with a code. */
  async function signInFrom(url: string, forge = provider.forge) {
    provider.forge = forge;
    const { app, pool } = await createPortal();
    const moved = await app.inject({ url, headers: { host: 'voyage.example' } });
    const { pathname, search, host } = new URL(String(moved.headers.location));
    const left = await app.inject({ url: `${pathname}${search}`, headers: { host } });
    const address = new URL(String(left.headers.location));
    provider.nonce = address.searchParams.get('nonce') ?? '';
    const query = new URLSearchParams({ code: 'code', state: address.searchParams.get('state') ?? '' });
    const cookie = left.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const back = await app.inject({
      url: `${singleSignOnPaths.callback}?${query.toString()}`,
      headers: { host, cookie },
    });
    const { rows } = await pool.query<{ display_language: string }>('select display_language from passengers');
    return { back, languages: rows.map((row) => row.display_language) };
  }

  test.each(['voyage.example', 'VOYAGE.example.:443'])(
    'begins at the host to which the provider leads back, where the cookie must be: %s',
    async (host) => {
      const answer = await startAt(host);

      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(new URL(`${start}&language=fr_CA`, redirectUri).href);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  test('goes to the provider at once from a host that it does not know, as behind a proxy that names its own', async () => {
    const answer = await startAt('tapfolio:8080');

    expect(answer.headers.location).toMatch(new RegExp(`^${provider.issuer}/`));
    expect(answer.headers['set-cookie']).toBeDefined();
  });

  test.each([
    ['of the host where it began', singleSignOnPaths.start, 'fr_CA'],
    ['in which the passenger read the page', `${singleSignOnPaths.start}?language=en_CA`, 'en_CA'],
  ])('gives a new account the language %s', async (_, url, language) => {
    const { back, languages } = await signInFrom(url);

    expect(back.headers.location).toBe('/oauth2_web_app_test?return_to=%2F');
    expect(languages).toEqual([language]);
  });

  test('forgets the language of a sign-in that was given up and begun again elsewhere', async () => {
    const { app } = await createPortal();
    const host = new URL(redirectUri).host;
    const first = await app.inject({ url: `${start}&language=fr_CA`, headers: { host } });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

    const again = await app.inject({ url: start, headers: { host, cookie } });

    expect(again.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
      ['__Host-sso', expect.stringMatching(/^[\w-]{43}$/), 600],
      ['__Host-sso-language', '', 0],
    ]);
  });

  test('names a refusal in the language of the host where it began', async () => {
    const { back } = await signInFrom(singleSignOnPaths.start, async () => 'no token');

    expect(back.headers.location).toMatch(/^\/erreur\?code=sso_failed&/);
  });
});
