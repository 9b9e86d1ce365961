import { setTimeout as sleep } from 'node:timers/promises';
import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { providerTrips } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { buildApp } from '../app.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { createLogger } from '../lib/logger.ts';
import { authRole } from '../roles/auth.ts';

const { context, leave, pool, provider, redirectUri } = await createProviderWorld({ refusesInTime: true });

/** An app with a provider at this address, and its log lines about single sign-on. */
async function appAt(issuer: string, rates: Partial<typeof context.config.requestRates> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
  const identityProvider = createIdentityProvider({ ...provider, issuer, redirectUri });
  const config = { ...context.config, requestRates: { ...context.config.requestRates, ...rates } };
  const app = await buildApp({ ...context, config, identityProvider }, [authRole], logger);
  onTestFinished(() => app.close());
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'single sign-on failed');
  const start = () => app.inject(singleSignOnPaths.start);
  return { app, ...providerTrips(app, provider), logged, start };
}

function failWith(tokenError: typeof provider.tokenError): void {
  provider.tokenError = tokenError;
  onTestFinished(() => {
    provider.tokenError = undefined;
  });
}

const refusals = async () => (await pool.query(`select from audit_events where kind = 'sso_refused'`)).rowCount;
const warning = 40;

it.each([
  ['a provider that refuses connections', 'http://127.0.0.1:9', undefined, 'ECONNREFUSED'],
  ['a provider that is broken', undefined, { status: 502, error: 'bad_gateway' }, 'status 502'],
  ['a provider that does not know our client', undefined, { status: 401, error: 'invalid_client' }, 'invalid_client'],
])(
  'a return is not refused for the fault of %s, and the log has the reason',
  async (_what, away, tokenError, reason) => {
    failWith(tokenError);
    const { comeBack, logged } = await appAt(away ?? provider.issuer);
    const before = await refusals();

    const answer = await comeBack(await leave());

    expect(answer.headers.location).toMatch(/^\/error\?code=sso_configuration_failed&/);
    expect(await refusals()).toBe(before);
    expect(logged()).toEqual([expect.objectContaining({ level: warning, code: 'sso_configuration_failed' })]);
    expect(JSON.stringify(logged())).toContain(reason);
  },
);

it('a return with a code that the provider did not issue is refused, and the log has a reason', async () => {
  failWith({ status: 400, error: 'invalid_grant' });
  const { comeBack, logged } = await appAt(provider.issuer);
  const before = await refusals();

  const answer = await comeBack(await leave());

  expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed&/);
  expect(await refusals()).toBe((before ?? 0) + 1);
  expect(logged()).toEqual([expect.objectContaining({ level: warning, code: 'sso_failed' })]);
});

it('the values that the browser brings back are not in the log', async () => {
  const { comeBackWith, logged } = await appAt(provider.issuer);

  const answer = await comeBackWith(await leave(), { error: 'access_denied', error_description: 'Ada may not' });

  expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed&/);
  expect(JSON.stringify(logged())).toContain('AuthorizationResponseError');
  expect(JSON.stringify(logged())).not.toContain('Ada');
});

it('a start at a provider that does not answer logs the reason', async () => {
  const { logged, start } = await appAt('http://127.0.0.1:9');

  await start();

  expect(logged()).toEqual([expect.objectContaining({ level: warning, code: 'sso_configuration_failed' })]);
  expect(JSON.stringify(logged())).toContain('ECONNREFUSED');
});

describe('a browser at the paths of single sign-on is sent to the error page', () => {
  const lockFlows = async () => {
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('begin; lock table sso_flows');
  };
  const toErrorPage = (code: string) => new RegExp(`^/error\\?code=${code}&trace=[0-9a-f-]{36}$`);

  it('when the database does not answer', async () => {
    const { comeBack, start } = await appAt(provider.issuer);
    const trip = await leave();
    await lockFlows();

    const answers = await Promise.all([start(), comeBack(trip)]);

    for (const { headers } of answers) expect(headers.location).toMatch(toErrorPage('unavailable'));
  });

  it('when the address of the browser has used up its calls', async () => {
    const { start } = await appAt(provider.issuer, { addressPerMinute: 20 });

    const [first, second] = [await start(), await start()];

    expect(first.headers.location).toMatch(provider.issuer);
    expect(second.headers.location).toMatch(toErrorPage('too_many_requests'));
  });

  it('when its request is malformed', async () => {
    const { app } = await appAt(provider.issuer);

    const answer = await app.inject(`${singleSignOnPaths.start}?return_to=${'/'.repeat(501)}`);

    expect(answer.headers.location).toMatch(toErrorPage('0102'));
  });
});

it('a return is not refused because the provider does not publish its keys', async () => {
  provider.keysStatus = 502;
  onTestFinished(() => {
    provider.keysStatus = 200;
  });
  const { comeBack } = await appAt(provider.issuer);

  const answer = await comeBack(await leave());

  expect(answer.headers.location).toMatch(/^\/error\?code=sso_configuration_failed&/);
});

it('a return is accepted although the provider has changed its key since the one before', async () => {
  const { comeBack } = await appAt(provider.issuer);
  await comeBack(await leave());

  await provider.changeKey();
  await sleep(1000);
  const answer = await comeBack(await leave());

  expect(answer.headers.location).toBe('/oauth2_web_app_test?return_to=%2Fcard');
});
