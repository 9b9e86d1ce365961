import { getServerSettings } from '@tapfolio/contracts/single-sign-on.ts';
import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import type { JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { sessionOf } from '../../test/provider-trips.ts';
import { createProviderWorld } from '../../test/provider-world.ts';
import { actMeanwhile } from '../../test/row-queue.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { createIdentityProvider } from '../gateways/openid-connect.ts';
import { sha256 } from '../lib/hashing.ts';
import { marksOf } from '../modules/single-sign-on/provider-marks.ts';
import { authRole } from '../roles/auth.ts';

const { app, call, comeBack, count, leave, pool, provider, redirectUri, sso } = await createProviderWorld();

describe('leaving for the provider', () => {
  test('ends at the error page if no provider is configured', async () => {
    const without = await createTestApp([authRole]);

    const answer = await without.app.inject(singleSignOnPaths.start);

    expect(answer.headers.location).toMatch(/^\/error\?code=TM0080&trace=[0-9a-f-]{36}$/);
  });

  test('ends at the error page while the provider does not answer, because the caller is a browser', async () => {
    const away = createIdentityProvider({ ...provider, issuer: 'http://127.0.0.1:9', redirectUri });
    const other = await createTestApp([authRole], { config: { sso }, identityProvider: away });

    const answer = await other.app.inject(singleSignOnPaths.start);

    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^\/error\?code=sso_configuration_failed&trace=[0-9a-f-]{36}$/);
  });
});

describe('server settings', () => {
  test('say whether there is a provider and how its session is checked [SES-12]', async () => {
    const answer = await call({ url: '/public/api/v1/auth/sso/server_settings?domain=example.org' });

    expect(getServerSettings.answers[200].parse(answer.json())).toEqual({
      oidc_configuration: {
        enabled: true,
        session_check: {
          enabled: true,
          mode: 'redirect_check',
          endpoint: `${provider.issuer}/check`,
          logout_on: ['/signed-out'],
        },
      },
    });
  });

  test('say that there is no provider and no check [SES-12]', async () => {
    const without = await createTestApp([authRole]);

    const answer = await without.call({ url: '/public/api/v1/auth/sso/server_settings?domain=example.org' });

    expect(getServerSettings.answers[200].parse(answer.json())).toEqual({
      oidc_configuration: {
        enabled: false,
        session_check: { enabled: false, mode: 'internal', endpoint: null, logout_on: [] },
      },
    });
  });
});

describe('the way to the provider', () => {
  test('asks for a code with PKCE, state and nonce, new each time, and the browser never has the secret of PKCE [SES-15]', async () => {
    const { address, cookie } = await leave();

    const asked = Object.fromEntries(address.searchParams);
    const { rows } = await pool.query<{ nonce: string; code_verifier: string }>(
      'select nonce, code_verifier from sso_flows where state_hash = $1',
      [sha256(asked.state ?? '')],
    );
    const [flow = { nonce: '', code_verifier: '' }] = rows;
    expect(asked).toMatchObject({
      nonce: flow.nonce,
      code_challenge: sha256(flow.code_verifier).toString('base64url'),
    });
    expect(flow.code_verifier.length).toBeGreaterThanOrEqual(43);
    expect(`${address.href} ${cookie}`).not.toContain(flow.code_verifier);
    const next = Object.fromEntries((await leave()).address.searchParams);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(next[name], name).not.toBe(asked[name]);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      client_id: provider.clientId,
    });
    expect([asked.state, asked.nonce, asked.code_challenge].every((value) => (value?.length ?? 0) >= 40)).toBe(true);
  });

  test('binds the browser for ten minutes, by a cookie that it also sends when another site leads it back', async () => {
    const { headers } = await app.inject({ url: '/public/api/v1/auth/sso/start' });

    expect(headers['set-cookie']).toMatch(
      /^__Host-sso=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });
});

describe('the way back', () => {
  test('makes a shadow user once and signs in again as the same one [SES-15]', async () => {
    const first = await comeBack(await leave());
    const second = await comeBack(await leave());

    expect(first.headers.location).toBe('/oauth2_web_app_test?return_to=%2Fcard');
    expect(sessionOf(first)).toBeDefined();
    expect(sessionOf(second)).toBeDefined();
    expect(await count('passengers')).toBe(1);
    const headers = { cookie: sessionOf(second) ?? '', 'x-trace': traceHeader() };
    const settings = await app.inject({ url: '/public/api/v1/auth/user/get_settings', headers });
    expect(settings.json().user).toMatchObject({
      email: 'ada@example.org',
      first_name: 'Ada',
      is_sso_shadow_user: true,
    });
  });

  test('makes one shadow user of twenty first sign-ins at once', async () => {
    const answers: (string | undefined)[] = [];
    const trips = await Promise.all(Array.from({ length: 20 }, () => leave()));
    provider.forge = (honest) => provider.sign({ ...honest, nonce: nonces.shift() ?? '' });
    const nonces = trips.map((trip) => trip.address.searchParams.get('nonce') ?? '');
    for (const trip of trips) answers.push(sessionOf(await comeBack(trip)));

    expect(answers.filter(Boolean)).toHaveLength(20);
    expect(await count('passengers')).toBe(1);
    expect(await count('sessions')).toBe(5);
  });

  const forgeries: Record<string, (honest: JWTPayload) => Promise<string> | string> = {
    'a nonce of another trip': (honest) => provider.sign({ ...honest, nonce: 'another' }),
    'a stranger’s signature': (honest) => provider.sign(honest, { stranger: true }),
    'another audience': (honest) => provider.sign({ ...honest, aud: 'somebody-else' }),
    'another issuer': (honest) => provider.sign({ ...honest, iss: 'https://evil.example' }),
    'a token that has expired': (honest) => provider.sign({ ...honest, exp: 1_000_000_000, iat: 999_999_000 }),
    'no signature at all': (honest) => provider.unsigned(honest),
    'a signature with our own client secret': (honest) => provider.signWithSecret(honest),
    'a token for another client that names us too': (honest) =>
      provider.sign({ ...honest, aud: [provider.clientId, 'b'], azp: 'b' }),
    'a token for us that was issued to another client': (honest) => provider.sign({ ...honest, azp: 'b' }),
    'a token that says nothing of the trip': ({ nonce: _nonce, ...honest }) => provider.sign(honest),
    'a token without a subject': ({ sub: _sub, ...honest }) => provider.sign(honest),
    'a token without an end': ({ exp: _exp, ...honest }) => provider.sign(honest),
    'a token that was issued tomorrow': (honest) =>
      provider.sign({ ...honest, iat: Number(honest.iat) + 86_400, exp: Number(honest.iat) + 90_000 }),
    'a token of tomorrow': (honest) => provider.sign({ ...honest, nbf: Number(honest.iat) + 86_400 }),
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    test(`opens no session for ${what} [SES-15]`, async () => {
      provider.forge = async (honest) => await forge(honest);

      const answer = await comeBack(await leave());

      expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed&trace=/);
      expect(sessionOf(answer)).toBeUndefined();
      expect(await count('sessions')).toBe(0);
    });
  }

  test('opens no session for a made-up state, for another browser and for a second use [SES-15]', async () => {
    const trip = await leave();
    const made = await comeBack({ ...trip, state: 'made-up' });
    const stranger = await comeBack({ ...trip, cookie: `__Host-sso=${'x'.repeat(43)}` });
    const late = await comeBack(trip);
    const good = await leave();
    await comeBack(good);
    const replayed = await comeBack(good);

    expect([made, stranger, late, replayed].map(sessionOf)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await count('sessions')).toBe(1);
  });

  test('opens no session for a return that names another provider', async () => {
    const answer = await comeBack(await leave(), 'https://evil.example');

    expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed/);
    expect(await count('sessions')).toBe(0);
  });

  test('opens no session for an account that is closed during the return', async () => {
    await comeBack(await leave());
    await pool.query('delete from sessions');
    const trip = await leave();
    const { subjectMark } = marksOf({ issuer: provider.issuer, subject: 'ada', providerSession: undefined });

    // The account is found open, then closed, and then a session would be opened, which begins with this lock.
    const answer = await actMeanwhile(pool, {
      lock: `select pg_advisory_xact_lock(hashtextextended('${subjectMark?.toString('hex')}', 0))`,
      call: () => comeBack(trip),
      act: () => pool.query(`update passengers set status = 'deactivated'`),
    });

    expect(answer.headers.location).toMatch(/^\/error\?code=login_failed&/);
    expect(await count('sessions')).toBe(0);
  });

  test('opens one session for twenty parallel returns of one sign-in [SES-15]', async () => {
    const trip = await leave();

    const answers = await askAtOnce(20, () => comeBack(trip));

    expect(answers.map(sessionOf).filter(Boolean)).toHaveLength(1);
    expect(await count('sessions')).toBe(1);
  });

  test('makes one account for ten parallel first sign-ins of one person [SES-15]', async () => {
    const trips: Awaited<ReturnType<typeof leave>>[] = [];
    for (let number = 0; number < 10; number += 1) trips.push(await leave());
    // The provider knows one nonce at a time.
    await pool.query('update sso_flows set nonce = $1', [provider.nonce]);

    const answers = await Promise.all(trips.map((trip) => comeBack(trip)));

    expect(answers.map(sessionOf).filter(Boolean)).toHaveLength(10);
    expect(await count('passengers')).toBe(1);
  });

  test('signs in in each of two tabs that left for the provider at the same time', async () => {
    const first = await leave('/card');
    // A browser has one cookie jar for all its tabs: from here on both come back with the cookie of the second.
    const second = await leave('/account', first.cookie);

    const locations: unknown[] = [];
    for (const { address, state } of [first, second]) {
      provider.nonce = address.searchParams.get('nonce') ?? '';
      locations.push((await comeBack({ state, cookie: second.cookie })).headers.location);
    }

    const back = (path: string) => `/oauth2_web_app_test?${new URLSearchParams({ return_to: path }).toString()}`;
    expect(locations).toEqual([back('/card'), back('/account')]);
  });

  test.each([
    ['fr-CA,fr;q=0.9', 'fr_CA'],
    ['es-MX', 'en_CA'],
  ])(
    'makes an account in the language in which the page greets a browser that asks for %s: %s',
    async (accepted, language) => {
      const { cookie, state } = await leave();

      await app.inject({
        url: `${singleSignOnPaths.callback}?${new URLSearchParams({ code: 'code', state }).toString()}`,
        headers: { cookie, 'accept-language': accepted },
      });

      const { rows } = await pool.query('select display_language from passengers');
      expect(rows).toEqual([{ display_language: language }]);
    },
  );

  test('does not match an account by its address', async () => {
    await buildPassenger(pool, { email: 'ada@example.org' });

    const answer = await comeBack(await leave());

    expect(answer.headers.location).toMatch(/^\/error\?code=sso_email_taken/);
    expect(await count('sessions')).toBe(0);
  });

  test('makes no account for an address that the provider has not verified', async () => {
    provider.forge = (honest) => provider.sign({ ...honest, email_verified: false });

    const answer = await comeBack(await leave());

    expect(answer.headers.location).toMatch(/^\/error\?code=sso_failed/);
    expect(await count('passengers')).toBe(0);
  });

  test.each([
    '//evil.example/a',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'https://evil.example',
    '/../x',
    'javascript:1',
  ])('returns to a page of ours when asked for %s', async (asked) => {
    const answer = await comeBack(await leave(asked));

    const returnTo = new URL(String(answer.headers.location), 'https://own.example').searchParams.get('return_to');
    expect(returnTo).not.toBeNull();
    expect(new URL(String(returnTo), 'https://own.example').origin).toBe('https://own.example');
  });

  test('returns to the whole address, whose text may have a question mark', async () => {
    const answer = await comeBack(await leave('/card/trips-history/1?from=2026-11-01&note=why?so'));

    const returnTo = new URL(String(answer.headers.location), 'https://own.example').searchParams.get('return_to');
    expect(returnTo).toBe('/card/trips-history/1?from=2026-11-01&note=why?so');
  });
});
