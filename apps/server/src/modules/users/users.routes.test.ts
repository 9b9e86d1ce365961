import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { authRole } from '../../roles/auth.ts';

const { call, pool, signIn } = await createTestApp([authRole]);

const base = '/public/api/v1/auth/user';

describe('PATCH /user/profile', () => {
  it('stores first and last name, and removes an empty one', async () => {
    const passenger = await signIn({ first_name: 'Old', last_name: 'Name' });

    const payload = { first_name: ' Élodie ', last_name: '' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/profile`, payload });

    expect(response.statusCode).toBe(204);
    const { user } = (await passenger.call({ url: `${base}/get_settings` })).json();
    expect(user).toMatchObject({ first_name: 'Élodie', last_name: null });
  });

  it('is an event only if a name changes, however often the same is sent at once', async () => {
    const passenger = await signIn({ first_name: 'Old', last_name: null });
    const send = (first_name: string, last_name = '') =>
      passenger.call({ method: 'PATCH', url: `${base}/profile`, payload: { first_name, last_name } });
    const countEvents = async () =>
      (
        await pool.query(`select from audit_events where kind = 'name_changed' and passenger_id = $1`, [
          passenger.passengerId,
        ])
      ).rowCount;

    const unchanged = await send('Old');
    expect([unchanged.statusCode, await countEvents()]).toEqual([204, 0]);

    const answers = await Promise.all(Array.from({ length: 8 }, () => send('New', 'Name')));
    expect([new Set(answers.map(({ statusCode }) => statusCode)), await countEvents()]).toEqual([new Set([204]), 1]);
  });

  it.each([
    ['a control character', 'a\u0007b'],
    ['a direction mark', 'abc\u202Edef'],
    ['a hundred and one letters', 'x'.repeat(101)],
    ['half a character', 'a\uD800'],
    ['nothing to see in it', '\u3164'],
    ['the number of a payment card', 'Ann 4242 4242 4242 4242'],
  ])('refuses a name with %s', async (_what, first_name) => {
    const passenger = await signIn();

    const payload = { first_name, last_name: '' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/profile`, payload });

    expect(response.json().error).toMatchObject({
      code: '0102',
      details: { fields: { first_name: expect.any(String) } },
    });
  });

  it('[SES-16] is refused for a passenger of the identity provider', async () => {
    const passenger = await signIn();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [
      passenger.passengerId,
    ]);

    const payload = { first_name: 'A', last_name: 'B' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/profile`, payload });

    expect([response.statusCode, response.json().error.code]).toEqual([403, '0107']);
  });

  it('asks for a session', async () => {
    const payload = { first_name: 'A', last_name: 'B' };

    expect((await call({ method: 'PATCH', url: `${base}/profile`, payload })).statusCode).toBe(401);
  });
});

describe('PATCH /user/settings', () => {
  it('[I18N-05] stores the chosen language in the account', async () => {
    const passenger = await signIn();

    const payload = { display_language: 'fr_CA' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/settings`, payload });

    expect(response.statusCode).toBe(204);
    const { user } = (await passenger.call({ url: `${base}/get_settings` })).json();
    expect(user.display_language).toBe('fr_CA');
  });

  it.each([
    ['xx_XX', '0102'],
    ['pl_PL', 'NWA0014'],
  ])('refuses a language that the operator does not offer: %s', async (display_language, code) => {
    const passenger = await signIn();

    const payload = { display_language };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/settings`, payload });

    expect(response.json().error.code).toBe(code);
  });
});
