import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { providerTrips, sessionOf } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { startSilentServer } from '../../test/silent-server.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { buildApp } from '../app.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { authRole } from '../roles/auth.ts';

const { app, comeBack, context, leave, provider, redirectUri, signIn } = await createProviderWorld();

const silent = await startSilentServer();
afterAll(() => void silent.close());

it('other calls are served while many wait for a provider that does not answer', async () => {
  const { cookie } = await signIn();
  const trip = await leave();
  const issuer = `http://127.0.0.1:${silent.port}`;
  const identityProvider = createIdentityProvider({ ...provider, issuer, redirectUri });
  const { http } = context.config;
  const config = { ...context.config, http: { ...http, longestWaitMs: 1000 } };
  const other = await buildApp({ ...context, config, identityProvider }, [authRole]);
  onTestFinished(() => other.close());

  // More than the calls that a server works on at once: if each of them waited, nobody else would be served.
  const starts = Array.from({ length: 300 }, () => other.inject(singleSignOnPaths.start));
  let isFirstTold = false;
  void starts[0]?.then(() => {
    isFirstTold = true;
  });
  const settings = await other.inject({
    url: '/public/api/v1/auth/user/get_settings',
    headers: { cookie, 'x-trace': traceHeader() },
  });
  const waitedForFirst = isFirstTold;
  const back = await providerTrips(other, provider).comeBack(trip);

  expect(settings.statusCode).toBe(200);
  expect(waitedForFirst).toBe(false);
  expect(back.headers.location).toMatch(/^\/error\?code=sso_configuration_failed&/);
  const told = (await Promise.all(starts)).map(({ headers: { location } }) => String(location));
  expect(told.filter((location) => !location.startsWith('/error?code=sso_configuration_failed&'))).toEqual([]);
});

it('while many wait for the provider, others leave for it, and a sign-out is sent on to it', async () => {
  const cookie = sessionOf(await comeBack(await leave())) ?? '';
  const trips: Awaited<ReturnType<typeof leave>>[] = [];
  for (let number = 0; number < 24; number += 1) trips.push(await leave());
  const { promise: isCrowded, resolve: noteCrowd } = Promise.withResolvers<void>();
  let asked = 0;
  provider.forge = () => {
    asked += 1;
    if (asked === 24) noteCrowd();
    return new Promise(() => {});
  };
  const returns = trips.map((trip) => comeBack(trip));
  await isCrowded;

  const headers = { cookie, 'x-trace': traceHeader() };
  const answer = await app.inject({ url: '/public/api/v1/auth/user/logout', headers });
  expect(answer.json().data.sso_logout_redirect).toMatch(`${provider.issuer}/end?`);
  expect((await leave()).address.href).toMatch(`${provider.issuer}/auth?`);
  await Promise.all(returns);
});
