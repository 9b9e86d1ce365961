import { setTimeout as sleep } from 'node:timers/promises';
import type { JWTPayload } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { honestClaims } from '../../test/forging-provider.ts';
import { sessionOf } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { actMeanwhile, untilWaiting } from '../../test/row-queue.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { applyProviderLogout } from '../modules/single-sign-on/provider-logout.service.ts';
import { contextOf } from '../plugins/context.ts';
import { authRole } from '../roles/auth.ts';

const { app, call, comeBack, context, count, leave, pool, provider, redirectUri, sso } = await createProviderWorld();

describe('logout', () => {
  const elsewhere = 'https://login.example';

  test.each([
    ['on the host of the issuer', {}, true],
    ['on a host that the operator names', { issuer: elsewhere, logoutAddresses: [provider.issuer] }, true],
    ['on no other host', { issuer: elsewhere, logoutAddresses: ['https://help.example'] }, false],
  ])('names the provider’s logout page %s', async (_where, configured, isNamed) => {
    const cookie = sessionOf(await comeBack(await leave())) ?? '';
    onTestFinished(() => {
      context.config.sso = sso;
    });
    context.config.sso = { ...sso, ...configured };

    const answer = await call({ url: '/public/api/v1/auth/user/logout', headers: { cookie } });

    const page = expect.stringContaining(`${provider.issuer}/end?`);
    expect(answer.json()).toEqual({ data: isNamed ? { sso_logout_redirect: page } : {} });
    expect(await count('sessions')).toBe(0);
  });

  test('leads to an address that servers take, although the ID token names hundreds of groups', async () => {
    const groups = Array.from({ length: 500 }, (_, index) => `/passengers/of/the/north/${index}`);
    provider.forge = (honest) => provider.sign({ ...honest, groups });
    const cookie = sessionOf(await comeBack(await leave())) ?? '';

    const answer = await call({ url: '/public/api/v1/auth/user/logout', headers: { cookie } });

    const address = new URL(answer.json().data.sso_logout_redirect);
    expect(address.href.length).toBeLessThan(8000);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: expect.stringContaining(context.config.publicUrl),
    });
  });

  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const notice = (): JWTPayload => {
    const { nonce: _nonce, ...claims } = honestClaims(provider);
    return { ...claims, jti: crypto.randomUUID(), events: event };
  };
  const ofSubject = () => {
    const { sid: _sid, ...claims } = notice();
    return claims;
  };
  const ofSession = () => {
    const { sub: _sub, ...claims } = notice();
    return claims;
  };
  const signLogout = (claims: JWTPayload) => provider.sign(claims, { type: 'logout+jwt' });
  /** A known passenger without a session. */
  const signInOnce = async () => {
    await comeBack(await leave());
    await pool.query('delete from sessions');
  };
  /** Opens another session at the provider, a second later. */
  const signInLater = async () => {
    provider.forge = (honest) => provider.sign({ ...honest, sid: 'another-session', iat: (honest.iat ?? 0) + 1 });
    await comeBack(await leave());
  };
  const tell = (token: string, to = app) =>
    to.inject({
      method: 'POST',
      url: '/internal/api/v1/sso/back_channel_logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  test('accepts the provider’s back-channel logout, once per token [SES-17]', async () => {
    await comeBack(await leave());
    const token = await signLogout(ofSubject());

    const told = await tell(token);

    expect(told.statusCode).toBe(200);
    expect(await count('sessions')).toBe(0);
    await signInLater();
    await tell(token);
    expect(await count('sessions')).toBe(1);
  });

  test.each([
    ['a session', notice],
    ['a subject', ofSubject],
  ])('of %s ends a sign-in that is on its way back, and none that is made later [SES-17]', async (_what, logout) => {
    await signInOnce();
    const trip = await leave();

    const answer = await actMeanwhile(pool, {
      lock: 'select from passengers for update',
      call: () => comeBack(trip),
      // Only now: the time of a token has whole seconds, and the sign-in must not be of the next one.
      act: async () => await tell(await signLogout(logout())),
    });

    expect(answer.headers.location).toContain('/error?code=sso_failed&');
    expect(await count('sessions')).toBe(0);
    await signInLater();
    expect(await count('sessions')).toBe(1);
  });

  test.each([
    ['a session', ofSession],
    ['a subject', ofSubject],
  ])('of %s waits for a sign-in that is about to be done, and ends it [SES-17]', async (_what, logout) => {
    await signInOnce();
    const trip = await leave();
    let told: ReturnType<typeof tell> | undefined;

    await actMeanwhile(pool, {
      lock: 'lock table audit_events in exclusive mode',
      call: () => comeBack(trip),
      act: async () => {
        told = tell(await signLogout(logout()));
        await untilWaiting(pool, 2);
      },
    });

    expect((await told)?.statusCode).toBe(200);
    expect(await count('sessions')).toBe(0);
  });

  test('asks the provider to repeat a logout while its keys are not available [SES-17]', async () => {
    const token = await provider.sign(notice(), { type: 'logout+jwt' });
    const logOutWith = (issuer: string) => {
      const identityProvider = createIdentityProvider({ ...provider, issuer, redirectUri });
      return applyProviderLogout({ ...contextOf(context, 'auth'), identityProvider }, token, 'trace');
    };
    const away = createIdentityProvider({ ...provider, issuer: 'http://127.0.0.1:9', redirectUri });
    const other = await createTestApp([authRole], { config: { sso }, identityProvider: away });
    const before = await count('sso_logout_tokens');
    provider.keysStatus = 502;
    onTestFinished(() => {
      provider.keysStatus = 200;
    });

    await expect(logOutWith(provider.issuer)).rejects.toMatchObject({ code: 'internal_communication_failed' });
    await expect(logOutWith('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'internal_communication_failed' });

    const told = await tell(token, other.app);
    expect([told.statusCode, told.json().error.code]).toEqual([503, 'internal_communication_failed']);
    expect(await count('sso_logout_tokens')).toBe(before);
    provider.keysStatus = 200;
    await expect(logOutWith(provider.issuer)).resolves.toBeUndefined();
  });

  test('accepts a logout although the provider has changed its key since the one before [SES-17]', async () => {
    await tell(await signLogout(notice()));
    await comeBack(await leave());

    await provider.changeKey();
    await sleep(1000);
    const told = await tell(await signLogout(ofSubject()));

    expect(told.statusCode).toBe(200);
    expect(await count('sessions')).toBe(0);
  });

  test('refuses every logout token if no provider is configured', async () => {
    const without = await createTestApp([authRole]);

    const told = await tell('no token', without.app);

    expect([told.statusCode, told.json().error.code]).toEqual([404, 'TM0080']);
  });

  test('refuses tokens of other issuers [SES-17]', async () => {
    await comeBack(await leave());
    const { events: _events, ...withoutEvent } = notice();
    const ofNobody: JWTPayload = notice();
    delete ofNobody.sub;
    delete ofNobody.sid;
    const { jti: _jti, ...withoutId } = notice();

    const answers = await Promise.all([
      provider.sign(notice(), { stranger: true }).then((token) => tell(token)),
      provider.sign({ ...notice(), aud: 'somebody-else' }).then((token) => tell(token)),
      provider.sign(withoutEvent).then((token) => tell(token)),
      provider.sign({ ...notice(), nonce: 'n' }).then((token) => tell(token)),
      provider.sign(JSON.parse(JSON.stringify({ ...notice(), sub: ['ada'] }))).then((token) => tell(token)),
      provider.sign({ ...notice(), iat: 1_000_000_000 }).then((token) => tell(token)),
      tell(provider.unsigned(notice())),
      provider.signWithSecret(notice()).then((token) => tell(token)),
      provider.sign({ ...notice(), iss: 'https://evil.example' }).then((token) => tell(token)),
      provider.sign(ofNobody).then((token) => tell(token)),
      provider.sign(withoutId).then((token) => tell(token)),
    ]);

    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 400));
    expect(await count('sessions')).toBe(1);
  });
});
