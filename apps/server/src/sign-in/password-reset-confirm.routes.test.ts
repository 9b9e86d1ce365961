import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { newPassword, passwordCalls } from '../../test/password-calls.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, mailServer } = await createMailingApp([authRole]);
const { confirmReset, post, resetTokenFor, trySignIn } = passwordCalls({ call, mailServer });

const base = '/public/api/v1/auth';

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
    const signIn = (password: string, cookie: string) => post('/sessions', { email, password }, { cookie });
    const [, device = ''] = [(await trySignIn(email, goodPassword)).headers['set-cookie'] ?? []].flat();
    const cookie = device.split(';')[0] ?? '';
    for (let wrong = 0; wrong < 10; wrong += 1) await signIn('not the password', cookie);
    expect(codeOf(await signIn(goodPassword, cookie))).toBe('user_locked');

    const reset = { reset_token: await resetTokenFor(email), new_password: newPassword };
    expect((await post('/user/password_reset_confirm', reset, { cookie })).statusCode).toBe(200);

    expect((await signIn(newPassword, cookie)).statusCode).toBe(200);
  });

  it('unlocks all browsers of the owner, although one of them has used up the attempts of the day', async () => {
    const { email } = await buildPasswordOwner(context);
    const signIn = (password: string, cookie = '') => post('/sessions', { email, password }, { cookie });
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
      post('/user/password_change', { old_password, new_password }, { cookie });
    const stolen = await sessionOf(goodPassword);
    for (let time = 0; time < 10; time += 1) await change(stolen, goodPassword, goodPassword);
    for (let time = 0; time < 5; time += 1) await change(stolen, 'not the password', newPassword);
    expect(codeOf(await change(stolen, goodPassword, newPassword))).toBe('too_many_requests');

    const answer = await confirmReset(await resetTokenFor(email));

    expect(answer.statusCode).toBe(200);
    const own = await sessionOf(newPassword);
    const confirmed = await post('/user/confirmation', { password: newPassword }, { cookie: own });
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
