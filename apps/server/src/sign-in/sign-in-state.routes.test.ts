import { describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { permissionsOf } from '../gate/permissions.ts';
import { authRole } from '../roles/auth.ts';

/** Each rule has another number, so that a mix-up is seen. */
const passwordRules = {
  ...testConfig().passwordRules,
  length: 15,
  digits: 1,
  bigLetters: 2,
  smallLetters: 3,
  specialChars: 4,
  maxRepeat: 5,
  mustChangeOnLogin: true,
  mustChangeAfterDays: 90,
  mustChangeAfterLogins: 200,
};
const { call, context, pool, signIn } = await createTestApp([authRole], { config: { passwordRules } });

const base = '/public/api/v1/auth';

describe('GET /user/get_settings', () => {
  it('[SES-19] answers every field of the specification and the portal configuration', async () => {
    const email = 'elodie@example.org';
    const passenger = await signIn({ email, first_name: 'Élodie', display_language: 'fr_CA' });
    await pool.query(
      `update passengers set last_correct_login_at = '2026-11-01T10:00:00Z', correct_login_count = 7,
        last_incorrect_login_at = '2026-11-02T11:30:00Z', incorrect_login_count = 3,
        last_logout_at = '2026-11-03T12:45:00Z'
      where passenger_id = $1`,
      [passenger.passengerId],
    );

    const { user, portal_config } = (await passenger.call({ url: `${base}/user/get_settings?domain=a` })).json();

    expect(user).toEqual({
      email,
      username: email,
      first_name: 'Élodie',
      last_name: null,
      permissions: permissionsOf({ isShadowUser: false, withheld: [] }),
      is_sso_shadow_user: false,
      max_user_idle_time: 900,
      last_correct_login_date: '2026-11-01T10:00:00Z',
      correct_login_count: 7,
      last_incorrect_login_date: '2026-11-02T11:30:00Z',
      incorrect_login_count: 3,
      last_logout_date: '2026-11-03T12:45:00Z',
      show_first_page: false,
      display_language: 'fr_CA',
      consent_due: true,
      card_news: { refused: true, accepted: true, refunded: true, month: false },
      passwd_rule_length: 15,
      passwd_rule_digits_count: 1,
      passwd_rule_big_letters_count: 2,
      passwd_rule_small_letters_count: 3,
      passwd_rule_special_chars_count: 4,
      passwd_rule_max_repeat: 5,
      passwd_rule_must_change_on_login: true,
      passwd_rule_must_change_after_days_count: 90,
      passwd_rule_must_change_after_login_count: 200,
    });
    expect(Object.keys(user)).toHaveLength(25);
    expect(Object.values(user.permissions).flat()).toEqual(expect.arrayContaining(['passenger-area', 'card.unlink']));
    expect(portal_config.brand.name).toBe(context.config.brand.name);
  });

  it.each([
    ['no cookie', {}],
    ['an invented cookie', { cookie: `__Host-session=${'a'.repeat(43)}` }],
    ['half a cookie', { cookie: '__Host-session=abc' }],
  ])('refuses %s', async (_what, headers) => {
    const response = await call({ url: `${base}/user/get_settings`, headers });

    expect(response.statusCode).toBe(401);
    expect(codeOf(response)).toBe('unauthenticated');
  });

  it('[SES-07] refuses after the idle time, by the database clock, and stays refused', async () => {
    const passenger = await signIn();
    await pool.query(`update sessions set last_seen_at = now() - interval '901 seconds' where passenger_id = $1`, [
      passenger.passengerId,
    ]);

    const first = await passenger.call({ url: `${base}/user/get_settings` });
    const second = await passenger.call({ url: `${base}/user/get_settings` });

    expect([codeOf(first), codeOf(second)]).toEqual(['unauthenticated', 'unauthenticated']);
  });

  it('gives each session the idle time that is enforced on it, whatever others have', async () => {
    const [short, endless] = [await signIn(), await signIn()];
    const set = (passengerId: string, seconds: number) =>
      pool.query(
        `update sessions set idle_seconds = $2, last_seen_at = now() - interval '100 seconds' where passenger_id = $1`,
        [passengerId, seconds],
      );
    await set(short.passengerId, 120);
    await set(endless.passengerId, 0);
    const toldTo = async ({ call: ask }: typeof short): Promise<number> =>
      (await ask({ url: `${base}/user/get_settings` })).json().user.max_user_idle_time;

    expect([await toldTo(short), await toldTo(endless)]).toEqual([120, 0]);

    await set(short.passengerId, 90);
    await set(endless.passengerId, 0);
    const ask = ({ call: asked }: typeof short) => asked({ url: `${base}/user/get_settings` });
    expect([(await ask(short)).statusCode, (await ask(endless)).statusCode]).toEqual([401, 200]);
  });

  it('says TOKEN_EXPIRED after the absolute end of a session', async () => {
    const passenger = await signIn();
    await pool.query('update sessions set expires_at = now() where passenger_id = $1', [passenger.passengerId]);

    expect(codeOf(await passenger.call({ url: `${base}/user/get_settings` }))).toBe('TOKEN_EXPIRED');
  });

  it('refuses at once when the account is no longer active', async () => {
    const passenger = await signIn();
    await pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [passenger.passengerId]);

    expect((await passenger.call({ url: `${base}/user/get_settings` })).statusCode).toBe(401);
  });
});

describe('GET /user_is_logged', () => {
  const ask = (headers: Record<string, string>) => call({ url: `${base}/user_is_logged?invoked_by=/card`, headers });

  it('[SES-18] distinguishes a live session from none, an idle, an expired and an ended one', async () => {
    const { cookie, passengerId } = await signIn();
    const set = (assignment: string) =>
      pool.query(`update sessions set ${assignment} where passenger_id = $1`, [passengerId]);

    expect((await ask({})).json()).toEqual({ is_logged: false, reason: 'none' });
    expect((await ask({ cookie })).json()).toEqual({ is_logged: true });
    await set(`last_seen_at = now() - interval '1 hour'`);
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'idle' });
    await set('expires_at = now()');
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'expired' });
    await pool.query('delete from sessions where passenger_id = $1', [passengerId]);
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'ended' });
  });

  it('does not keep a session alive', async () => {
    const { cookie, passengerId } = await signIn();
    await pool.query(`update sessions set last_seen_at = now() - interval '5 minutes' where passenger_id = $1`, [
      passengerId,
    ]);
    const seen = async () =>
      (await pool.query('select last_seen_at from sessions where passenger_id = $1', [passengerId])).rows[0]
        .last_seen_at;
    const before = await seen();

    await ask({ cookie });

    expect(await seen()).toBe(before);
  });
});
