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

  async function startAt(host: string) {
    const config = { sso, languages: { deployed: ['en_CA', 'fr_CA'], hosts } } satisfies Partial<Config>;
    const identityProvider = createIdentityProvider({ ...provider, redirectUri });
    const other = await createTestApp([authRole], { config, identityProvider });
    return await other.app.inject({ url: start, headers: { host } });
  }

  test.each(['voyage.example', 'VOYAGE.example.:443'])(
    'begins at the host to which the provider leads back, where the cookie must be: %s',
    async (host) => {
      const answer = await startAt(host);

      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(new URL(start, redirectUri).href);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  test('goes to the provider at once from a host that it does not know, as behind a proxy that names its own', async () => {
    const answer = await startAt('tapfolio:8080');

    expect(answer.headers.location).toMatch(new RegExp(`^${provider.issuer}/`));
    expect(answer.headers['set-cookie']).toBeDefined();
  });
});
