import { afterAll, beforeEach } from 'vitest';
import { createIdentityProvider } from '../src/gateways/openid-connect.ts';
import { authRole } from '../src/roles/auth.ts';
import { createTestApp, type TestAppOptions, testConfig } from './build-app.ts';
import { startForgingProvider } from './forging-provider.ts';
import { providerTrips, singleSignOnAt } from './provider-trips.ts';

/** An app whose passengers sign in at a provider that can forge. Before each test it has no passengers. */
export async function createProviderWorld(options: Pick<TestAppOptions, 'refusesInTime'> = {}) {
  const provider = await startForgingProvider();
  afterAll(() => provider.stop());

  const sso = singleSignOnAt(provider);
  const redirectUri = new URL('/oauth2_web_app_test', testConfig().publicUrl).href;
  const testApp = await createTestApp([authRole], {
    ...options,
    config: { sso },
    identityProvider: createIdentityProvider({ ...provider, redirectUri }),
  });
  const { app, pool } = testApp;

  beforeEach(async () => {
    provider.forge = (honest) => provider.sign(honest);
    await pool.query('truncate passengers, sso_logout_tokens cascade');
  });

  async function count(table: 'sessions' | 'passengers' | 'sso_logout_tokens'): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]?.count ?? -1;
  }

  return { ...testApp, ...providerTrips(app, provider), provider, sso, redirectUri, count };
}
