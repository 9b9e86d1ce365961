import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { codeDigits } from '../modules/second-factors/mail-codes.service.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool } = await createTestApp([authRole]);

const base = '/public/api/v1/auth';
const newPassword = 'the-ninth-bus-is-always-late';
const shippedRules = context.config.passwordRules;
let lastNumber = 0;

afterEach(() => {
  context.config.passwordRules = shippedRules;
});

/** Each call comes from another address, so that only the limit under test is met. */
function post(path: string, payload: object) {
  lastNumber += 1;
  const remoteAddress = `10.5.${lastNumber >> 8}.${lastNumber & 255}`;
  return call({ method: 'POST', url: `${base}${path}`, payload, remoteAddress });
}

const signIn = (email: string, password = goodPassword) => post('/sessions', { email, password });
const confirmReset = (reset_token: string) =>
  post('/user/password_reset_confirm', { reset_token, new_password: newPassword });

/** A passenger who gets codes by mail and has to choose a new password. */
async function buildOwner(overrides: Parameters<typeof buildPasswordOwner>[1] = { must_change_password: true }) {
  const owner = await buildPasswordOwner(context, overrides);
  await pool.query('update passengers set mail_code = true where passenger_id = $1', [owner.passenger_id]);
  return { email: owner.email, passengerId: owner.passenger_id };
}

async function countOf(table: 'sessions' | 'password_resets' | 'sign_in_codes', passengerId: string): Promise<number> {
  const counted = `select count(*)::integer as count from ${table} where passenger_id = $1`;
  return (await pool.query(counted, [passengerId])).rows[0].count;
}

/** The answer to a right password, and the code in the mail that follows. */
async function askForCode({ email, passengerId }: { email: string; passengerId: string }, password = goodPassword) {
  const asked = await signIn(email, password);
  expect(asked.json().error).toMatchObject({ code: 'second_factor_required', details: { ticket: expect.any(String) } });
  expect(Object.keys(asked.json().error.details)).toEqual(['ticket']);
  const { rows } = await pool.query('select code_id from sign_in_codes where passenger_id = $1', [passengerId]);
  const code = codeDigits(context.keys.mailTokens, rows[0].code_id);
  return { ticket: String(asked.json().error.details.ticket), code };
}

describe('a password that must be changed, of a passenger who wants a code by mail', () => {
  it.each([
    ['was ordered to be', {}, 'update passengers set must_change_password = true where passenger_id = $1'],
    [
      'is too old',
      { mustChangeAfterDays: 90 },
      `update credentials set changed_at = now() - interval '90 days' where passenger_id = $1`,
    ],
    [
      'was used too often',
      { mustChangeAfterLogins: 3 },
      'update credentials set logins_since_change = 3 where passenger_id = $1',
    ],
  ])('[AUTH-04] that %s leads to the change only after the code, and then in', async (_why, rules, makeDue) => {
    const owner = await buildOwner({});
    await pool.query(makeDue, [owner.passengerId]);
    context.config.passwordRules = { ...shippedRules, ...rules };

    const asked = await askForCode(owner);
    const resetsBefore = await countOf('password_resets', owner.passengerId);
    const refused = await post('/sessions/code', asked);
    const again = await post('/sessions/code', asked);
    const changed = await confirmReset(refused.json().error.details.resetToken);
    const entered = await post('/sessions/code', await askForCode(owner, newPassword));

    expect(resetsBefore).toBe(0);
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'password_change']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(codeOf(again)).toBe('sign_in_code_expired');
    expect(changed.statusCode).toBe(200);
    expect([entered.statusCode, entered.json().user?.email]).toEqual([200, owner.email]);
  });

  it('gives no token for a wrong code', async () => {
    const owner = await buildOwner();
    const { ticket, code } = await askForCode(owner);

    const refused = await post('/sessions/code', { ticket, code: code === '000000' ? '000001' : '000000' });

    expect(codeOf(refused)).toBe('sign_in_code_wrong');
    expect(await countOf('password_resets', owner.passengerId)).toBe(0);
  });

  it('gives one token for five parallel uses of one code', async () => {
    const owner = await buildOwner();
    const asked = await askForCode(owner);

    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/sessions/code', asked)));

    expect(answers.map(codeOf).toSorted()).toEqual([
      'password_change',
      ...Array.from({ length: 4 }, () => 'sign_in_code_expired'),
    ]);
    expect(await countOf('password_resets', owner.passengerId)).toBe(1);
    expect(await countOf('sessions', owner.passengerId)).toBe(0);
  });

  it.each([
    ['expired', 'user_expired'],
    ['deactivated', 'user_not_active'],
  ] as const)('sends no code while the account is %s', async (status, code) => {
    const owner = await buildOwner();
    await pool.query('update passengers set status = $2 where passenger_id = $1', [owner.passengerId, status]);

    expect(codeOf(await signIn(owner.email))).toBe(code);
    expect(await countOf('sign_in_codes', owner.passengerId)).toBe(0);
    expect(await countOf('password_resets', owner.passengerId)).toBe(0);
  });

  it('gives no token when the account is closed after the code was sent', async () => {
    const owner = await buildOwner();
    const asked = await askForCode(owner);
    await pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [owner.passengerId]);

    expect(codeOf(await post('/sessions/code', asked))).toBe('login_failed');
    expect(await countOf('password_resets', owner.passengerId)).toBe(0);
  });
});
