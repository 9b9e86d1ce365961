import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { codeDigits } from '../../src/modules/second-factors/mail-codes.service.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp, type SignedIn } from '../build-app.ts';
import { buildCard } from '../factories/cards.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { listenOnLoopback, sendRaw } from '../raw-http.ts';
import { softAuthenticator } from '../soft-authenticator.ts';
import { traceHeader } from '../trace-header.ts';

const roles = [authRole, portalRole];
const { context, pool, signIn } = await createTestApp(roles, { refusesInTime: true });
const lines: string[] = [];
const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
const app = await buildApp(context, roles, logger);
const port = await listenOnLoopback(app);
afterAll(() => app.close());

const base = '/public/api/v1/auth';
let lastNumber = 0;

/** Each call comes from another address, so that only the limit under test is met. */
function send(request: InjectOptions, cookie = ''): Promise<LightMyRequestResponse> {
  lastNumber += 1;
  const headers = { 'x-trace': traceHeader(), cookie, ...request.headers };
  return app.inject({ remoteAddress: `10.5.0.${lastNumber}`, ...request, headers });
}

const post = (path: string, payload: object, cookie = '') =>
  send({ method: 'POST', url: `${base}${path}`, payload }, cookie);
const cookieOf = (response: LightMyRequestResponse): string =>
  /__Host-session=[A-Za-z0-9_-]{43}/.exec(String(response.headers['set-cookie']))?.[0] ?? '';

/** The line of the log about the refusal with this trace id. */
function refusalOf(traceId: unknown): unknown {
  const parsed = lines.map((line): Record<string, unknown> => JSON.parse(line));
  return parsed.find((line) => line.msg === 'refused' && line.traceId === traceId)?.code;
}

async function eventsOf(passengerId: string): Promise<string[]> {
  const text = `select kind || coalesce(' by ' || (detail ->> 'by'), '') as event from audit_events
    where passenger_id = $1 order by event_id`;
  return (await pool.query<{ event: string }>(text, [passengerId])).rows.map(({ event }) => event);
}

describe('a refusal is a line of the log, with its code and the trace id of the answer', () => {
  it.each<[string, string, (passenger: SignedIn) => Promise<LightMyRequestResponse>]>([
    ['unauthenticated', 'no session', () => send({ url: '/public/api/v1/portal/cards' })],
    ['TM0108', "another passenger's card", ({ cookie }) => readForeignCard(cookie)],
    ['0107', 'what is not permitted', (passenger) => editAsShadowUser(passenger)],
    [
      '0102',
      'a value outside its bounds',
      ({ cookie }) => send({ url: `${base}/user/sessions/x`, method: 'DELETE' }, cookie),
    ],
    ['0101', 'a field that is missing', () => post('/sessions', { email: 'a@example.org' })],
    [
      'cross_site_request',
      'another site',
      () => send({ url: `${base}/user/logout`, headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
    [
      'unsupported_media_type',
      'a form',
      () =>
        send({
          method: 'POST',
          url: `${base}/sessions`,
          payload: 'a=b',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
    ],
    ['method_not_allowed', 'another method', () => send({ method: 'PUT', url: `${base}/sessions` })],
    ['TM0004', 'an address that is none', () => send({ url: '/public/api/v1/admin' })],
    ['user_locked', 'a sixth guess', () => guessSixTimes()],
    ['TM0056', 'an invented link', () => post('/user/password_reset_confirm', { reset_token: 'x', new_password: 'y' })],
    [
      'passkey_refused',
      'an unknown passkey',
      () => post('/sessions/passkey', { response: softAuthenticator(context.config.publicUrl).assert('AA') }),
    ],
  ])('%s: %s', async (code, _what, ask) => {
    const response = await ask(await signIn());

    expect(response.json()).toMatchObject({ error: { code } });
    expect(refusalOf(response.json().error.traceId)).toBe(code);
    expect(response.headers['x-trace-id']).toBe(response.json().error.traceId);
  });

  it.each([
    ['0102', 'an ambiguous request', ['GET / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2']],
    ['method_not_allowed', 'a tunnel', ['CONNECT a:443 HTTP/1.1', 'Host: a:443']],
  ])('%s: %s', async (code, _what, request) => {
    const { body } = await sendRaw(port, request);

    expect(refusalOf(JSON.parse(body).error.traceId)).toBe(code);
  });
});

async function readForeignCard(cookie: string): Promise<LightMyRequestResponse> {
  const other = await signIn();
  const card = await buildCard(pool, { passenger_id: other.passengerId });
  return await send({ url: `/public/api/v1/portal/cards/${card.card_id}` }, cookie);
}

async function editAsShadowUser({ passengerId, cookie }: SignedIn): Promise<LightMyRequestResponse> {
  await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);
  const payload = { first_name: 'A', last_name: 'B' };
  return await send({ method: 'PATCH', url: `${base}/user/profile`, payload }, cookie);
}

async function guessSixTimes(): Promise<LightMyRequestResponse> {
  const guess = () => post('/sessions', { email: 'nobody@example.org', password: 'not the password' });
  for (let time = 0; time < 5; time += 1) await guess();
  return await guess();
}

describe('an act of a passenger is an event of the audit, with the proof of identity', () => {
  it('sign-in, sign-out and the end of other sessions', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    await post('/sessions', { email, password: 'not the password' });
    await post('/sessions', { email, password: goodPassword });
    const cookie = cookieOf(await post('/sessions', { email, password: goodPassword }));
    await post('/user/confirmation', { password: 'not the password' }, cookie);
    await post('/user/confirmation', { password: goodPassword }, cookie);
    await send({ method: 'DELETE', url: `${base}/user/sessions` }, cookie);
    await send({ url: `${base}/user/logout` }, cookie);

    expect(await eventsOf(passengerId)).toEqual([
      'sign_in_failed by password',
      'signed_in by password',
      'signed_in by password',
      'identity_refused by password',
      'identity_confirmed',
      'signed_out_everywhere',
      'signed_out',
    ]);
  });

  it('sign-in with a code', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    await pool.query('update passengers set mail_code = true where passenger_id = $1', [passengerId]);
    const { ticket } = (await post('/sessions', { email, password: goodPassword })).json().error.details;
    const { rows } = await pool.query('select code_id from sign_in_codes where passenger_id = $1', [passengerId]);
    const code = codeDigits(context.keys.mailTokens, rows[0].code_id);

    await post('/sessions/code', { ticket, code: code === '000000' ? '000001' : '000000' });
    await post('/sessions/code', { ticket, code });

    expect(await eventsOf(passengerId)).toEqual([
      'sign_in_code_sent',
      'sign_in_failed by code',
      'signed_in by password and code',
    ]);
  });

  it('sign-in with a passkey', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    const key = softAuthenticator(context.config.publicUrl);
    const cookie = cookieOf(await post('/sessions', { email, password: goodPassword }));
    const toAdd = (await post('/user/passkeys/options', {}, cookie)).json();
    await post('/user/passkeys', { name: 'Phone', response: key.register(toAdd) }, cookie);
    const answer = async (isUserVerified: boolean) => {
      const offered = (await post('/sessions/passkey_options', {})).json();
      return await post('/sessions/passkey', { response: key.assert(offered.challenge, { isUserVerified }) });
    };

    await answer(false);
    await answer(true);

    expect(await eventsOf(passengerId)).toEqual([
      'signed_in by password',
      'passkey_added',
      'sign_in_failed by passkey',
      'signed_in by passkey',
    ]);
  });

  it('but not a proof that the database could not be asked about', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    const key = softAuthenticator(context.config.publicUrl);
    const cookie = cookieOf(await post('/sessions', { email, password: goodPassword }));
    const toAdd = (await post('/user/passkeys/options', {}, cookie)).json();
    await post('/user/passkeys', { name: 'Phone', response: key.register(toAdd) }, cookie);
    const offered = (await post('/sessions/passkey_options', {})).json();

    const answers = [
      await whileLocked('credentials in access exclusive mode', () =>
        post('/user/confirmation', { password: goodPassword }, cookie),
      ),
      await whileLocked('passkeys in share mode', () =>
        post('/sessions/passkey', { response: key.assert(offered.challenge) }),
      ),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    expect(await eventsOf(passengerId)).toEqual(['signed_in by password', 'passkey_added']);
  });
});

/** Makes a call while this table is locked. */
async function whileLocked<Answer>(table: string, call: () => Promise<Answer>): Promise<Answer> {
  const holder = await pool.connect();
  try {
    await holder.query(`begin; lock table ${table}`);
    return await call();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
