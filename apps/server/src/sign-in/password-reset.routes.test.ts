import { locales } from '@tapfolio/domain/locale.ts';
import { loadRest } from '@tapfolio/locales/generated/rest.ts';
import { translator } from '@tapfolio/locales/translator.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { linkTokenOf } from '../../test/mail-server.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { leastStepMs, timed } from '../../test/timed.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { sha256 } from '../lib/hashing.ts';
import { presentRules } from '../modules/passwords/password-rules.present.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, mailServer } = await createMailingApp([authRole]);

const base = '/public/api/v1/auth';
const newPassword = 'the-ninth-bus-is-always-late';
let lastNumber = 0;

/** Each call comes from another address, so that only the limit under test is met. */
function post(path: string, payload: object, from?: string, cookie = '') {
  lastNumber += 1;
  const remoteAddress = from ?? `10.3.${lastNumber >> 8}.${lastNumber & 255}`;
  return call({ method: 'POST', url: `${base}${path}`, payload, remoteAddress, headers: { cookie } });
}

const requestReset = (email: string, remoteAddress?: string) => post('/user/password_reset', { email }, remoteAddress);
const confirmReset = (reset_token: string, new_password = newPassword) =>
  post('/user/password_reset_confirm', { reset_token, new_password });
const trySignIn = (email: string, password: string) => post('/sessions', { email, password });

/** The links that would work now. */
async function linksOf(email: string): Promise<string[]> {
  const { rows } = await pool.query<{ reset_id: string }>(
    'select reset_id from password_resets r join passengers p using (passenger_id) where p.email = $1',
    [email],
  );
  return rows.map((row) => row.reset_id);
}

async function resetTokenFor(email: string): Promise<string> {
  expect((await requestReset(email)).statusCode).toBe(202);
  return linkTokenOf(await mailServer.lastTo(email));
}

describe('POST /user/password_reset', () => {
  it('[AUTH-10] [I18N-05] sends a link to the owner in the language of the account, and gives a stranger the same bytes, both in step', async () => {
    const { email } = await buildPasswordOwner(context, { display_language: 'fr_CA' });

    const { result: known, ms: knownMs } = await timed(requestReset(email));
    const { result: unknown, ms: unknownMs } = await timed(requestReset('nobody@example.org'));

    const comparable = ({ statusCode, body, headers }: LightMyRequestResponse) => [
      statusCode,
      body,
      { ...headers, date: '', 'x-trace-id': '' },
    ];
    expect(known.statusCode).toBe(202);
    expect(comparable(unknown)).toEqual(comparable(known));
    expect(Math.min(knownMs, unknownMs)).toBeGreaterThan(leastStepMs);
    const received = await mailServer.lastTo(email);
    expect(received.subject).toBe('Choisissez un nouveau mot de passe');
    expect(received.text).toContain(`${context.config.publicUrl}/changer-mot-de-passe/`);
    expect(mailServer.mails.some(({ to }) => to?.[0]?.address === 'nobody@example.org')).toBe(false);
  });

  it('[AUTH-14] reports an error of an address only if it reveals nothing, and has a text for every error', async () => {
    const closed = await buildPasswordOwner(context, { status: 'deactivated' });
    const ended = await buildPasswordOwner(context, { status: 'expired' });

    const malformed = await requestReset('not an address');
    const answers = [await requestReset(closed.email), await requestReset(ended.email)];

    expect(codeOf(malformed)).toBe('no_valid_username');
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, ''],
      [202, ''],
    ]);
    for (const locale of locales) {
      const t = translator(await loadRest(locale));
      const words = ['no_valid_username', 'user_not_active', 'user_locked', 'user_expired', 'TM0001'] as const;
      for (const code of words) expect(t(`errors.${code}`)).not.toBe(`errors.${code}`);
    }
  });

  it('[AUTH-11] keeps only a hash of the token', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const token = await resetTokenFor(email);

    const { rows } = await pool.query(
      'select r.token_hash, r::text as row from password_resets r where passenger_id = $1',
      [passenger_id],
    );
    expect(rows).toEqual([{ token_hash: sha256(token), row: expect.not.stringContaining(token) }]);
  });

  it('sends no more than three mails in half an hour to one address, with the same answer', async () => {
    const { email } = await buildPasswordOwner(context);
    const links = new Set<string>();
    for (let time = 0; time < 4; time += 1) {
      expect((await requestReset(email)).statusCode).toBe(202);
      for (const link of await linksOf(email)) links.add(link);
    }

    expect(links.size).toBe(3);
  });

  it('sends a link again when the links of earlier requests have expired', async () => {
    const { email } = await buildPasswordOwner(context);
    for (let time = 0; time < 4; time += 1) await requestReset(email);
    const later = `- interval '31 minutes'`;
    await pool.query(`update password_resets set expires_at = expires_at ${later}`);
    await pool.query(`update throttles set window_ends_at = window_ends_at ${later}`);
    const before = await linksOf(email);

    await requestReset(email);

    const after = await linksOf(email);
    expect(after.filter((link) => !before.includes(link))).toHaveLength(1);
  });

  it('makes the links of older requests invalid', async () => {
    const { email } = await buildPasswordOwner(context);
    const older = await resetTokenFor(email);
    expect((await requestReset(email)).statusCode).toBe(202);
    const newer = linkTokenOf(await mailServer.lastTo(email, 2));

    expect(codeOf(await confirmReset(older))).toBe('TM0056');
    expect((await confirmReset(newer)).statusCode).toBe(200);
  });

  it('leaves one link of three parallel requests', async () => {
    const { email } = await buildPasswordOwner(context);

    await Promise.all([requestReset(email), requestReset(email), requestReset(email)]);

    expect(await linksOf(email)).toHaveLength(1);
  });

  it('refuses an address from which more than ten resets an hour are requested', async () => {
    for (let time = 0; time < 10; time += 1) await requestReset(`somebody-${time}@example.org`, '10.9.9.9');

    expect(codeOf(await requestReset('somebody-11@example.org', '10.9.9.9'))).toBe('too_many_requests');
  });

  it.each([
    ['a deactivated account', { status: 'deactivated' }],
    ['an account of the identity provider [SES-16]', { is_sso_shadow_user: true }],
  ])('makes no link for %s', async (_what, overrides) => {
    const { email, passenger_id } = await buildPasswordOwner(context, overrides);

    expect((await requestReset(email)).statusCode).toBe(202);

    const { rowCount } = await pool.query('select from password_resets where passenger_id = $1', [passenger_id]);
    expect(rowCount).toBe(0);
  });
});

describe('a link that was sent before', () => {
  it('[SES-16] sets no password for an account that the identity provider has taken over since', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passenger_id]);

    expect(codeOf(await confirmReset(token))).toBe('password_at_provider');
  });
});

describe('GET /user/password_rules', () => {
  it('[AUTH-09] gives the rules for a token without using it up', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    const response = await call({ url: `${base}/user/password_rules?token=${token}` });

    expect(response.json()).toEqual({ ...presentRules(context.config.passwordRules), passkeys: [] });
    expect((await confirmReset(token)).statusCode).toBe(200);
  });

  it('refuses an unknown token, and an address that tries many', async () => {
    const ask = () => call({ url: `${base}/user/password_rules?token=${'a'.repeat(43)}`, remoteAddress: '10.8.8.8' });

    for (let time = 0; time < 10; time += 1) expect(codeOf(await ask())).toBe('TM0056');
    expect(codeOf(await ask())).toBe('too_many_requests');
  });
});

describe('POST /user/password_reset_confirm', () => {
  it('[AUTH-11] sets the password, ends all sessions and tells the owner', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    await trySignIn(email, goodPassword);
    const token = await resetTokenFor(email);

    const response = await confirmReset(token);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ email });
    expect((await pool.query('select from sessions where passenger_id = $1', [passenger_id])).rowCount).toBe(0);
    expect(codeOf(await trySignIn(email, goodPassword))).toBe('login_failed');
    expect((await trySignIn(email, newPassword)).statusCode).toBe(200);
    expect((await mailServer.lastTo(email, 2)).subject).toBe('Your password was changed');
  });

  it('[AUTH-11] accepts one of twenty parallel uses of a token', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    const responses = await askAtOnce(20, (number) => confirmReset(token, `${newPassword}-${number}`));

    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.statusCode === 410)).toHaveLength(19);
  });

  it('[AUTH-08] [AUTH-11] names every broken rule beside the error, and leaves the token usable', async () => {
    const { passwordRules } = context.config;
    onTestFinished(() => {
      context.config.passwordRules = passwordRules;
    });
    context.config.passwordRules = { ...passwordRules, digits: 1, bigLetters: 1, smallLetters: 1, specialChars: 1 };
    const { email } = await buildPasswordOwner(context, {}, ' ');
    const token = await resetTokenFor(email);

    const response = await confirmReset(token, ' ');

    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      error: expect.objectContaining({ code: 'password_rules_violated' }),
      statusText: 'password_rules_violated',
      password_errors: [
        'password_too_short',
        'password_no_digits',
        'password_no_capital_letters',
        'password_no_small_letters',
        'password_no_special_chars',
        'password_white_chars',
        'password_too_common',
        'password_max_repeat',
      ],
    });
    expect((await confirmReset(token, 'The-9th-bus-is-always-late')).statusCode).toBe(200);
  });

  it.each([
    ['of a link that does not exist', 'a'.repeat(43), newPassword, 'TM0056'],
    ['of an empty password', undefined, '', 'password_new_empty'],
    ['of a call without a link', '', newPassword, '0102'],
  ])('[AUTH-11] a refusal %s has the same three parts', async (_what, token, password, code) => {
    const { email } = await buildPasswordOwner(context);

    const response = await confirmReset(token ?? (await resetTokenFor(email)), password);

    expect(response.json()).toEqual({
      error: expect.objectContaining({ code, traceId: expect.any(String) }),
      statusText: code,
      password_errors: [],
    });
  });

  it('[AUTH-11] accepts a link for half an hour, and not afterwards', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);
    const later = (minutes: number) =>
      pool.query("update password_resets set expires_at = expires_at - $1::int * interval '1 minute'", [minutes]);
    const look = () => call({ url: `${base}/user/password_rules?token=${token}`, remoteAddress: '10.7.7.7' });

    await later(29);
    const inTime = await look();
    await later(1);

    expect(inTime.statusCode).toBe(200);
    expect([codeOf(await look()), codeOf(await confirmReset(token))]).toEqual(['TM0056', 'TM0056']);
  });

  it.each([
    ['expired', 'user_expired'],
    ['deactivated', 'user_not_active'],
  ])('[AUTH-13] checks the account again when the link is used: %s is %s', async (status, code) => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);
    await pool.query('update passengers set status = $2 where passenger_id = $1', [passenger_id, status]);

    expect(codeOf(await confirmReset(token))).toBe(code);
  });

  it('[AUTH-03] works for a locked address and unlocks it', async () => {
    const { email } = await buildPasswordOwner(context);
    for (let wrong = 0; wrong < 5; wrong += 1) await trySignIn(email, 'not the password');
    expect(codeOf(await trySignIn(email, goodPassword))).toBe('user_locked');

    await confirmReset(await resetTokenFor(email));

    expect((await trySignIn(email, newPassword)).statusCode).toBe(200);
  });

  it('also unlocks the browser in which the owner typed wrong passwords before', async () => {
    const { email } = await buildPasswordOwner(context);
    const signIn = (password: string, cookie: string) => post('/sessions', { email, password }, undefined, cookie);
    const [, device = ''] = [(await trySignIn(email, goodPassword)).headers['set-cookie'] ?? []].flat();
    const cookie = device.split(';')[0] ?? '';
    for (let wrong = 0; wrong < 10; wrong += 1) await signIn('not the password', cookie);
    expect(codeOf(await signIn(goodPassword, cookie))).toBe('user_locked');

    const reset = { reset_token: await resetTokenFor(email), new_password: newPassword };
    expect((await post('/user/password_reset_confirm', reset, undefined, cookie)).statusCode).toBe(200);

    expect((await signIn(newPassword, cookie)).statusCode).toBe(200);
  });

  it('unlocks all browsers of the owner, although one of them has used up the attempts of the day', async () => {
    const { email } = await buildPasswordOwner(context);
    const signIn = (password: string, cookie = '') => post('/sessions', { email, password }, undefined, cookie);
    const deviceOf = (answer: LightMyRequestResponse) =>
      /__Host-dc=[\w.-]+/.exec(String(answer.headers['set-cookie']))?.[0];
    const lost = deviceOf(await signIn(goodPassword));
    await signIn('not the password', lost);
    // The state after a hundred attempts in many hours: the limits of a quarter of an hour are over, the one of the day is full.
    await pool.query(
      `update throttles set failures = 100 * failures, window_ends_at = window_ends_at - interval '16 minutes'`,
    );
    expect(codeOf(await signIn(goodPassword, lost))).toBe('user_locked');

    await confirmReset(await resetTokenFor(email));

    const own = deviceOf(await signIn(newPassword));
    expect((await signIn(newPassword, own)).statusCode).toBe(200);
  });

  it('works for an owner after a thief of the session has used up every attempt', async () => {
    const { email } = await buildPasswordOwner(context);
    const sessionOf = async (password: string) =>
      String((await trySignIn(email, password)).headers['set-cookie']).split(';')[0] ?? '';
    const change = (cookie: string, old_password: string, new_password: string) =>
      post('/user/password_change', { old_password, new_password }, undefined, cookie);
    const stolen = await sessionOf(goodPassword);
    for (let time = 0; time < 10; time += 1) await change(stolen, goodPassword, goodPassword);
    for (let time = 0; time < 5; time += 1) await change(stolen, 'not the password', newPassword);
    expect(codeOf(await change(stolen, goodPassword, newPassword))).toBe('too_many_requests');

    const answer = await confirmReset(await resetTokenFor(email));

    expect(answer.statusCode).toBe(200);
    const own = await sessionOf(newPassword);
    const confirmed = await post('/user/confirmation', { password: newPassword }, undefined, own);
    expect(confirmed.statusCode).toBe(204);
  });

  it('checks ten new passwords an hour for the holder of a link', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 11; time += 1) codes.push(codeOf(await confirmReset(token, goodPassword)));

    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'password_rules_violated'), 'too_many_requests']);
  });

  it('refuses an empty password with a separate code', async () => {
    const { email } = await buildPasswordOwner(context);
    const token = await resetTokenFor(email);

    expect(codeOf(await confirmReset(token, ''))).toBe('password_new_empty');
  });
});
