import { describe, expect, it } from 'vitest';
import { goodPassword } from '../../test/factories/credentials.ts';
import { linkTokenOf } from '../../test/mail-server.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { secondFactorCalls, sessionOf } from '../../test/second-factors.ts';
import { softAuthenticator } from '../../test/soft-authenticator.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { authRole } from '../roles/auth.ts';

const testApp = await createMailingApp([authRole]);
const { context, pool, mailServer } = testApp;

const newPassword = 'the-ninth-bus-is-always-late';
const { send, signedIn, addKey, challengeForSignIn } = secondFactorCalls(testApp);

describe('a code by mail', () => {
  async function withMailCode() {
    const owner = await signedIn();
    expect((await send('PATCH', '/user/second_factors', { mailCode: true }, owner.cookie)).statusCode).toBe(204);
    await mailServer.about('The code by email is on', owner.email);
    return owner;
  }

  const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to?.[0]?.address === email).length;

  async function ask(email: string): Promise<{ ticket: string; code: string }> {
    const already = mailsTo(email);
    const answer = await send('POST', '/sessions', { email, password: goodPassword });
    expect(codeOf(answer)).toBe('second_factor_required');
    expect(sessionOf(answer)).toBeUndefined();
    const { text = '' } = await mailServer.lastTo(email, already + 1);
    const code = /\b(\d{6})\b/.exec(text)?.[1] ?? '';
    return { ticket: answer.json().error.details.ticket, code };
  }

  it('opens a session only with the code of the mail, once', async () => {
    const { email } = await withMailCode();
    const { ticket, code } = await ask(email);

    const right = await send('POST', '/sessions/code', { ticket, code });
    const again = await send('POST', '/sessions/code', { ticket, code });

    expect(right.json().user.email).toBe(email);
    expect(sessionOf(right)).toBeDefined();
    expect(codeOf(again)).toBe('sign_in_code_expired');
  });

  it('is told of to its owner by mail when it is switched on or off, and not when nothing changes', async () => {
    const { email, cookie } = await withMailCode();

    const answers = [];
    for (const mailCode of [true, false, false])
      answers.push((await send('PATCH', '/user/second_factors', { mailCode }, cookie)).statusCode);

    expect(answers).toEqual([204, 204, 204]);
    const mail = await mailServer.about('The code by email is off', email);
    expect(mail.text).toContain('your password is enough to sign in');
    expect(mail.text).toContain(`${context.config.publicUrl}/reset-password`);
    const { rows } = await pool.query(
      `select kind from audit_events where kind like 'mail_code_%' and passenger_id = (select passenger_id from passengers where email = $1) order by event_id`,
      [email],
    );
    expect(rows).toEqual([{ kind: 'mail_code_on' }, { kind: 'mail_code_off' }]);
    expect(mailsTo(email)).toBe(2);
  });

  it('remembers the browser, so that a stranger does not lock its owner out', async () => {
    const { email } = await withMailCode();
    const entered = await send('POST', '/sessions/code', await ask(email));
    const device = /__Host-dc=[\w.-]+/.exec(String(entered.headers['set-cookie']))?.[0] ?? '';

    for (let wrong = 0; wrong < 5; wrong += 1) await send('POST', '/sessions', { email, password: 'not-my-password' });
    const elsewhere = await send('POST', '/sessions', { email, password: goodPassword });
    const here = await send('POST', '/sessions', { email, password: goodPassword }, device);

    expect([elsewhere, here].map(codeOf)).toEqual(['user_locked', 'second_factor_required']);
  });

  it('[AUTH-06] that is wrong counts as a failed sign-in, and a right one as one sign-in', async () => {
    const { email } = await withMailCode();
    const { ticket, code } = await ask(email);
    await send('POST', '/sessions/code', { ticket, code: code === '000000' ? '000001' : '000000' });

    const { user } = (await send('POST', '/sessions/code', { ticket, code })).json();

    expect(user).toMatchObject({ incorrect_login_count: 1, correct_login_count: 2 });
    expect(Date.parse(user.last_incorrect_login_date)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('evaluates five of a hundred parallel guesses', async () => {
    const { email, passengerId } = await withMailCode();
    const { ticket, code } = await ask(email);
    const wrong = code === '000000' ? '000001' : '000000';

    const answers = await askAtOnce(100, () => send('POST', '/sessions/code', { ticket, code: wrong }));

    expect(answers.filter((answer) => codeOf(answer) === 'sign_in_code_wrong')).toHaveLength(5);
    const { rows } = await pool.query('select incorrect_login_count from passengers where passenger_id = $1', [
      passengerId,
    ]);
    expect(rows).toEqual([{ incorrect_login_count: 5 }]);
    expect(codeOf(await send('POST', '/sessions/code', { ticket, code }))).toBe('sign_in_code_expired');
  });

  it('makes an older code invalid when a newer one is sent', async () => {
    const { email } = await withMailCode();
    const older = await ask(email);
    const newer = await ask(email);

    expect(codeOf(await send('POST', '/sessions/code', older))).toBe('sign_in_code_expired');
    expect((await send('POST', '/sessions/code', newer)).statusCode).toBe(200);
  });

  it('has five guesses of its own, also after five wrong ones of an older code', async () => {
    const { email } = await withMailCode();
    const guess = async ({ ticket, code }: { ticket: string; code: string }) =>
      codeOf(await send('POST', '/sessions/code', { ticket, code: code === '000000' ? '000001' : '000000' }));
    const older = await ask(email);
    for (let wrong = 0; wrong < 5; wrong += 1) await guess(older);
    const newer = await ask(email);

    for (let wrong = 0; wrong < 4; wrong += 1) expect(await guess(newer)).toBe('sign_in_code_wrong');

    expect((await send('POST', '/sessions/code', newer)).statusCode).toBe(200);
  });

  it('is valid for ten minutes', async () => {
    const { email, passengerId } = await withMailCode();
    const { ticket, code } = await ask(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const letPass = (minutes: number) =>
      pool.query(
        'update sign_in_codes set expires_at = expires_at - make_interval(mins => $2) where passenger_id = $1',
        [passengerId, minutes],
      );

    await letPass(9);
    const inTime = await send('POST', '/sessions/code', { ticket, code: wrong });
    await letPass(1);
    const late = await send('POST', '/sessions/code', { ticket, code });

    expect([inTime, late].map(codeOf)).toEqual(['sign_in_code_wrong', 'sign_in_code_expired']);
  });

  /** Sets a new password by mail, as the owner does after a theft. */
  async function reset(email: string, password: string): Promise<void> {
    const already = mailsTo(email);
    await send('POST', '/user/password_reset', { email });
    const reset_token = linkTokenOf(await mailServer.lastTo(email, already + 1));
    await send('POST', '/user/password_reset_confirm', { reset_token, new_password: password });
  }

  it('and passkeys are switched on twenty times an hour at most: each switch is a mail; they can always be switched off', async () => {
    const { cookie } = await signedIn();
    const turn = (mailCode: boolean) => send('PATCH', '/user/second_factors', { mailCode }, cookie);
    for (let time = 0; time < 19; time += 1) for (const isOn of [true, false]) await turn(isOn);
    const added = await addKey(cookie, softAuthenticator(context.config.publicUrl));

    const refused = [await turn(true), await addKey(cookie, softAuthenticator(context.config.publicUrl))];
    const off = [await turn(false), await send('DELETE', `/user/passkeys/${added.json().id}`, undefined, cookie)];

    expect(added.statusCode).toBe(201);
    expect(refused.map(codeOf)).toEqual(['too_many_requests', 'too_many_requests']);
    expect(off.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  });

  it('sends ten codes an hour at most, and ten more after a reset by mail, so that a thief cannot lock the owner out', async () => {
    const { email } = await withMailCode();
    for (let index = 0; index < 10; index += 1) await ask(email);
    expect(codeOf(await send('POST', '/sessions', { email, password: goodPassword }))).toBe('too_many_requests');

    await reset(email, newPassword);

    expect(codeOf(await send('POST', '/sessions', { email, password: newPassword }))).toBe('second_factor_required');
  });

  it('sends twenty in a row at most, until one is used or the password is reset', async () => {
    const { email } = await withMailCode();
    /** The state after so many codes in as many hours. */
    const asIfSent = (times: number) =>
      pool.query(
        `update throttles set failures = $1 * failures where window_ends_at > now() + interval '2 hours' and failures = 1`,
        [times],
      );
    await ask(email);
    await asIfSent(19);
    expect((await send('POST', '/sessions/code', await ask(email))).statusCode).toBe(200);

    await ask(email);
    await asIfSent(20);
    expect(codeOf(await send('POST', '/sessions', { email, password: goodPassword }))).toBe('too_many_requests');

    await reset(email, newPassword);
    expect(codeOf(await send('POST', '/sessions', { email, password: newPassword }))).toBe('second_factor_required');
  });

  it('is not mentioned after a wrong password, and not needed with a passkey', async () => {
    const { email, cookie } = await withMailCode();
    const key = softAuthenticator(context.config.publicUrl);
    await addKey(cookie, key);

    const wrong = await send('POST', '/sessions', { email, password: 'not-my-password-at-all' });
    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(codeOf(wrong)).toBe('login_failed');
    expect(byKey.statusCode).toBe(200);
  });
});
