import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { honestClaims } from '../../test/forging-provider.ts';
import { sessionOf } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { startSilentServer } from '../../test/silent-server.ts';
import { waitingMs } from '../../test/timed.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { buildApp } from '../app.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { authRole } from '../roles/auth.ts';

const { comeBack, context, leave, provider, redirectUri } = await createProviderWorld();

const silent = await startSilentServer();
afterAll(() => void silent.close());

it.each([
  ['refuses connections', 9],
  ['says nothing', silent.port],
])('a provider that %s fails only its own sign-in, and no passenger waits for long', async (_, port) => {
  const cookie = sessionOf(await comeBack(await leave())) ?? '';
  const { email } = await buildPasswordOwner(context);
  const identityProvider = createIdentityProvider({ ...provider, issuer: `http://127.0.0.1:${port}`, redirectUri });
  const app = await buildApp({ ...context, identityProvider }, [authRole]);
  onTestFinished(() => app.close());
  const call = (request: InjectOptions) =>
    app.inject({ ...request, headers: { 'x-trace': traceHeader(), ...request.headers } });
  const askAll = async () =>
    await Promise.all([
      app.inject(singleSignOnPaths.start),
      call({ method: 'POST', url: '/public/api/v1/auth/sessions', payload: { email, password: goodPassword } }),
      app.inject({
        method: 'POST',
        url: '/internal/api/v1/sso/back_channel_logout',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: await provider.sign(honestClaims(provider)) }).toString(),
      }),
      call({ url: '/public/api/v1/auth/user/logout', headers: { cookie } }),
    ]);
  let answers: Awaited<ReturnType<typeof askAll>> | undefined;

  const ms = await waitingMs(async () => {
    answers = await askAll();
  });

  expect(ms).toBeLessThan(4500);
  const [start, signIn, notice, signOut] = answers ?? expect.fail();
  expect(start.headers.location).toMatch(/^\/error\?code=sso_configuration_failed&/);
  expect(sessionOf(signIn)).toBeDefined();
  expect([notice.statusCode, Number(notice.headers['retry-after']) > 0]).toEqual([503, true]);
  expect([signOut.statusCode, signOut.json()]).toEqual([200, { data: {} }]);
  const after = await call({ url: '/public/api/v1/auth/user_is_logged', headers: { cookie } });
  expect(after.json()).toMatchObject({ is_logged: false });
});
