import { describe, expect, it, onTestFinished } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { createMailingApp } from '../../test/mailing-app.ts';
import { newPassword, passwordCalls } from '../../test/password-calls.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { actMeanwhile } from '../../test/row-queue.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, signIn, mailServer } = await createMailingApp([authRole]);

const base = '/public/api/v1/auth';
const { confirmReset, trySignIn } = passwordCalls({ call, mailServer });

describe('a password that must be changed', () => {
  it('[AUTH-04] refuses the sign-in before the change, and lets the owner in after it', async () => {
    const { email } = await buildPasswordOwner(context, { must_change_password: true });

    const refused = await trySignIn(email, goodPassword);
    const token = refused.json().error.details.resetToken;

    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'password_change']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await confirmReset(token)).statusCode).toBe(200);
    expect((await trySignIn(email, newPassword)).statusCode).toBe(200);
  });

  it('[AUTH-07] is the first one, if the operator demands that: once, and not again after the change', async () => {
    const rules = { ...context.config.passwordRules };
    const { email } = await buildPasswordOwner(context);

    context.config.passwordRules = { ...rules, mustChangeOnLogin: true };
    const first = await trySignIn(email, goodPassword);
    await confirmReset(first.json().error.details.resetToken);
    const second = await trySignIn(email, newPassword);
    context.config.passwordRules = rules;

    expect(codeOf(first)).toBe('password_change');
    expect(second.statusCode).toBe(200);
  });

  it('[AUTH-07] is one that is too old by days or by sign-ins, if the operator limits these', async () => {
    const rules = { ...context.config.passwordRules };
    const { email, passenger_id } = await buildPasswordOwner(context);

    context.config.passwordRules = { ...rules, mustChangeAfterLogins: 2 };
    const byLogins = [];
    for (let time = 0; time < 3; time += 1) byLogins.push((await trySignIn(email, goodPassword)).statusCode);
    context.config.passwordRules = { ...rules, mustChangeAfterDays: 90 };
    await pool.query(`update credentials set changed_at = now() - interval '90 days' where passenger_id = $1`, [
      passenger_id,
    ]);
    const byDays = await trySignIn(email, goodPassword);
    context.config.passwordRules = rules;

    expect(byLogins).toEqual([200, 200, 403]);
    expect(codeOf(byDays)).toBe('password_change');
  });
});

describe('POST /user/password_change', () => {
  async function signedInOwner() {
    const { email } = await buildPasswordOwner(context);
    const response = await trySignIn(email, goodPassword);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    const change = (old_password: string, new_password: string) =>
      call({
        method: 'POST',
        url: `${base}/user/password_change`,
        payload: { old_password, new_password },
        headers: { cookie },
      });
    return { email, cookie, change };
  }

  it('changes it, keeps this session and ends the others', async () => {
    const { email, cookie, change } = await signedInOwner();
    const other = String((await trySignIn(email, goodPassword)).headers['set-cookie']).split(';')[0] ?? '';

    const response = await change(goodPassword, newPassword);

    expect(response.statusCode).toBe(204);
    const settings = (session: string) => call({ url: `${base}/user/get_settings`, headers: { cookie: session } });
    expect((await settings(cookie)).statusCode).toBe(200);
    expect((await settings(other)).statusCode).toBe(401);
    const { subject, text } = await mailServer.lastTo(email);
    expect(subject).toBe('Your password was changed');
    // A thief who changed it is still signed in where it was changed: the owner must not read that nobody is.
    expect(text?.replaceAll(/\s+/g, ' ')).toContain('signed out everywhere, except where it was changed.');
  });

  it.each([
    ['', newPassword, 'password_old_empty'],
    ['not the password', newPassword, 'password_old_incorrect'],
    [goodPassword, '', 'password_new_empty'],
    [goodPassword, goodPassword, 'password_rules_violated'],
  ])('[AUTH-13] refuses old "%s" and new "%s" with %s', async (oldPassword, password, code) => {
    const { change } = await signedInOwner();

    expect(codeOf(await change(oldPassword, password))).toBe(code);
  });

  it.each([
    ['expired', 'user_expired'],
    ['deactivated', 'user_not_active'],
  ])('[AUTH-13] changes nothing for an account that becomes %s during the call', async (status, code) => {
    const { email, change } = await signedInOwner();
    await change('not the password', newPassword);

    const answer = await actMeanwhile(pool, {
      // Attempts are counted before the password is compared.
      lock: 'select from throttles for update',
      call: () => change(goodPassword, newPassword),
      act: (holder) => holder.query('update passengers set status = $1 where email = $2', [status, email]),
    });

    expect(codeOf(answer)).toBe(code);
  });

  it('refuses a password that is made of leaked ones', async () => {
    const { change } = await signedInOwner();

    const refused = await change(goodPassword, 'Liverpool-Metallica-7');

    expect(codeOf(refused)).toBe('password_rules_violated');
    expect(refused.json().error.details).toEqual({ password_errors: ['password_too_common'] });
  });

  it('[AUTH-07] refuses the fifth of the last passwords, and accepts the sixth', async () => {
    const { change } = await signedInOwner();
    const used = [goodPassword, ...Array.from({ length: 5 }, (_, number) => `${newPassword}-${number}`)];
    for (const [index, password] of used.slice(1).entries()) {
      expect((await change(used[index] ?? '', password)).statusCode).toBe(204);
    }

    const current = used.at(-1) ?? '';
    const refused = await change(current, used[1] ?? '');
    const accepted = await change(current, goodPassword);

    expect(refused.json().error.details.password_errors).toEqual(['password_max_repeat']);
    expect(accepted.statusCode).toBe(204);
  });

  it('[AUTH-07] refuses none of the last passwords if their number is 0', async () => {
    const { passwordRules } = context.config;
    onTestFinished(() => {
      context.config.passwordRules = passwordRules;
    });
    context.config.passwordRules = { ...passwordRules, maxRepeat: 0 };
    const { change } = await signedInOwner();

    const statuses = [];
    for (const [old, fresh] of [
      [goodPassword, goodPassword],
      [goodPassword, newPassword],
      [newPassword, goodPassword],
    ] as const)
      statuses.push((await change(old, fresh)).statusCode);

    expect(statuses).toEqual([204, 204, 204]);
  });

  it('judges ten new passwords an hour, refused ones included', async () => {
    const { change } = await signedInOwner();

    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 11; time += 1) codes.push(codeOf(await change(goodPassword, goodPassword)));

    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'password_rules_violated'), 'too_many_requests']);
  });

  it('does not count a wrong old password as a new one', async () => {
    const { change } = await signedInOwner();

    const rounds: (string | undefined)[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const codes: (string | undefined)[] = [];
      for (let wrong = 0; wrong < 4; wrong += 1) codes.push(codeOf(await change('not the password', newPassword)));
      codes.push(codeOf(await change(goodPassword, goodPassword)));
      rounds.push(codes);
    }

    const answers = [...Array.from({ length: 4 }, () => 'password_old_incorrect'), 'password_rules_violated'];
    expect(rounds).toEqual([answers, answers, answers]);
  });

  it('stops guessing the old password after five attempts', async () => {
    const { change } = await signedInOwner();

    const responses = await askAtOnce(12, () => change('not the password', newPassword));

    expect(responses.filter((response) => codeOf(response) === 'password_old_incorrect')).toHaveLength(5);
    expect(responses.filter((response) => codeOf(response) === 'too_many_requests')).toHaveLength(7);
  });

  it('[SES-16] is refused for a passenger of the identity provider', async () => {
    const passenger = await signIn();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [
      passenger.passengerId,
    ]);
    const payload = { old_password: goodPassword, new_password: newPassword };

    const response = await passenger.call({ method: 'POST', url: `${base}/user/password_change`, payload });

    expect(codeOf(response)).toBe('0107');
  });
});
