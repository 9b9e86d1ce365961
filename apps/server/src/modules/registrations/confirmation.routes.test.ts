import { describe, expect, it } from 'vitest';
import { buildCard } from '../../../test/factories/cards.ts';
import { goodPassword } from '../../../test/factories/credentials.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { linkTokenOf } from '../../../test/mail-server.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { base, createRegistrationApp } from '../../../test/registration-fixture.ts';
import { askAtOnce } from '../../../test/while-busy.ts';

const { call, pool, mailServer, buildCharge, registrationOf, register, confirm, registerAndRead, rowsFor } =
  await createRegistrationApp();

describe('POST /registrations/confirm', () => {
  it('[REG-06] opens the account with password, first card and consent in one act', async () => {
    const { body, charge, token } = await registerAndRead();

    const response = await confirm(token);

    expect([response.statusCode, response.json()]).toEqual([200, { email: body.email }]);
    expect(await rowsFor(body.email)).toMatchObject([
      {
        display_language: 'en_CA',
        name: 'Blue card',
        card_id: 1,
        medium_id: charge.medium_id,
        version: body.consentVersion,
      },
    ]);
    const signIn = { email: body.email, password: goodPassword };
    expect((await call({ method: 'POST', url: `${base}/sessions`, payload: signIn })).statusCode).toBe(200);
  });

  it('[REG-03] stores the consent with its version and with the time at which the form was sent', async () => {
    const before = Date.now();
    const { body, token } = await registerAndRead({ language: 'fr_CA' });
    const sent = Date.now();
    await pool.query(`update registrations set created_at = created_at - interval '3 hours' where email = $1`, [
      body.email,
    ]);

    await confirm(token);

    const [account] = await rowsFor(body.email);
    expect(account).toMatchObject({ version: body.consentVersion, terms_language: 'fr_CA' });
    const givenAt = Date.parse(account.given_at) + 3 * 3_600_000;
    expect(givenAt).toBeGreaterThan(before - 1000);
    expect(givenAt).toBeLessThan(sent + 1000);
  });

  it('lets one of twenty parallel calls through', async () => {
    const { body, token } = await registerAndRead();

    const responses = await askAtOnce(20, () => confirm(token));

    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.statusCode === 410)).toHaveLength(19);
    expect(await rowsFor(body.email)).toHaveLength(1);
  });

  it('[REG-04] takes a link for a day, and not after it', async () => {
    const { body, token } = await registerAndRead();
    const later = (minutes: number) =>
      pool.query(`update registrations set expires_at = expires_at - $2::int * interval '1 minute' where email = $1`, [
        body.email,
        minutes,
      ]);

    await later(24 * 60 - 1);
    // A wrong password does not use up the link.
    const inTime = await confirm(token, 'not the password');
    await later(1);

    expect(codeOf(inTime)).toBe('confirmation_password_incorrect');
    expect(codeOf(await confirm(token))).toBe('TM0060');
  });

  it('[REG-06] leaves nothing behind when the card was linked to another account before', async () => {
    const { body, charge, token } = await registerAndRead();
    const { passenger_id } = await buildPassenger(pool);
    await buildCard(pool, { passenger_id, medium_id: charge.medium_id });

    const response = await confirm(token);

    expect([response.statusCode, codeOf(response)]).toEqual([409, 'xtat_number_not_unique']);
    expect((await pool.query('select from passengers where email = $1', [body.email])).rowCount).toBe(0);
  });

  it.each(['passengers', 'credentials', 'cards', 'consents', 'audit_events'])(
    '[REG-06] leaves nothing behind when no row can be written to %s, and the link still works afterwards',
    async (table) => {
      const { body, token } = await registerAndRead();
      await pool.query(`create or replace function refuse_row() returns trigger language plpgsql as
        $$ begin raise exception 'no row today'; end $$`);
      await pool.query(
        `create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`,
      );

      const refused = await confirm(token);
      await pool.query(`drop trigger refuse_row on ${table}`);

      expect(refused.statusCode).toBe(500);
      expect((await pool.query('select from passengers where email = $1', [body.email])).rowCount).toBe(0);
      expect((await confirm(token)).statusCode).toBe(200);
      expect(await rowsFor(body.email)).toHaveLength(1);
    },
  );

  it('gives the card to exactly one of two accounts confirmed at once', async () => {
    const charge = await buildCharge();
    const bodies = [registrationOf(charge), registrationOf(charge)];
    for (const body of bodies) await register(body);
    const tokens = [];
    for (const body of bodies) tokens.push(linkTokenOf(await mailServer.lastTo(body.email)));

    const responses = await Promise.all(tokens.map((token) => confirm(token)));

    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409]);
  });

  it('opens no account with the mail alone, without the password of the request', async () => {
    const { body, token } = await registerAndRead({ password: 'an-attacker-chose-this-one' });

    const response = await confirm(token, goodPassword);

    expect([response.statusCode, codeOf(response)]).toEqual([422, 'confirmation_password_incorrect']);
    expect((await pool.query('select from passengers where email = $1', [body.email])).rowCount).toBe(0);
    expect((await confirm(token, 'an-attacker-chose-this-one')).statusCode).toBe(200);
  });

  it('refuses an address that tries many passwords', async () => {
    const { token } = await registerAndRead();
    const attempt = () =>
      call({
        method: 'POST',
        url: `${base}/registrations/confirm`,
        payload: { token, password: 'not the password' },
        remoteAddress: '10.3.0.1',
      });

    const codes = (await askAtOnce(12, attempt)).map(codeOf).sort();

    expect(codes.filter((code) => code === 'confirmation_password_incorrect')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2);
  });

  it('refuses a token that was never sent', async () => {
    expect(codeOf(await confirm('a'.repeat(43)))).toBe('TM0060');
  });
});
