import { describe, expect, it } from 'vitest';
import { comparableAnswer } from '../../../test/comparable-answer.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { goodPassword } from '../../../test/factories/credentials.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { linkTokenOf } from '../../../test/mail-server.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { base, createRegistrationApp } from '../../../test/registration-fixture.ts';
import { actMeanwhile, untilWaiting } from '../../../test/row-queue.ts';

const { call, context, pool, mailServer, buildCharge, registrationOf, register, confirm, rowsFor } =
  await createRegistrationApp();

describe('POST /registrations', () => {
  it('[REG-04] sends a link and opens no account before it is followed', async () => {
    const charge = await buildCharge();
    const body = registrationOf(charge);

    const response = await register(body);

    expect(response.statusCode).toBe(202);
    expect(response.body).toBe('');
    const received = await mailServer.lastTo(body.email);
    expect(received.subject).toBe('Confirm your email address');
    expect(received.text).toContain(`${context.config.publicUrl}/confirm/`);
    expect(await rowsFor(body.email)).toEqual([]);
    const signIn = { email: body.email, password: goodPassword };
    expect(codeOf(await call({ method: 'POST', url: `${base}/sessions`, payload: signIn }))).toBe('login_failed');
  });

  it("writes in the language of the form, with that language's path", async () => {
    const charge = await buildCharge();
    const body = registrationOf(charge, { language: 'fr_CA' });

    await register(body);

    const received = await mailServer.lastTo(body.email);
    expect(received.subject).toBe('Confirmez votre adresse courriel');
    expect(received.text).toContain('/confirmer/');
    expect(received.html).toContain('<html lang="fr-CA">');
  });

  it('refuses a language that the operator does not offer', async () => {
    expect(codeOf(await register(registrationOf(await buildCharge(), { language: 'pl_PL' })))).toBe('NWA0014');
  });

  it('accepts a whole statement line as the reference', async () => {
    const charge = await buildCharge();

    const response = await register(registrationOf(charge, { srid: `OCT*${charge.srid} OTTAWA 7.40` }));

    expect(response.statusCode).toBe(202);
  });

  it('reports only the length of a text that is too long, without comparing it with leaked passwords', async () => {
    const charge = await buildCharge();

    const response = await register(registrationOf(charge, { password: `${'\uFDFA'.repeat(511)}b` }));

    expect(response.statusCode).toBe(422);
    expect(response.json().error.details.password_errors).toEqual(['password_too_long']);
  });

  it('does not judge a password when the attempts of a network address are used up', async () => {
    const charge = await buildCharge();
    const from = '10.3.0.1';
    for (let time = 0; time < 20; time += 1) await register(registrationOf(charge), from);

    const response = await register(registrationOf(charge, { password: 'password' }), from);

    expect([response.statusCode, codeOf(response)]).toEqual([429, 'too_many_requests']);
  });

  it('accepts the address of a person for whom strangers have registered without a statement line', async () => {
    const email = 'wanted.by.strangers@example.org';
    for (let time = 1; time <= 6; time += 1) {
      const guess = await register(registrationOf({ srid: `NOSUCHREF1000${time}` }, { email }));
      expect(codeOf(guess)).toBe('NWA0003');
    }

    expect((await register(registrationOf(await buildCharge(), { email }))).statusCode).toBe(202);
  });

  it('sends no more than six mails in a day to one address, then one every two hours, and says so whoever has it', async () => {
    const owner = await buildPassenger(pool);
    const later = () => pool.query(`update throttles set window_ends_at = window_ends_at - interval '61 minutes'`);
    const charge = await buildCharge();
    const mailsTo = async (email: string) => {
      const mails = [];
      for (const times of [5, 3, 1, 1]) {
        const codes = [];
        for (let time = 0; time < times; time += 1) {
          const response = await register(registrationOf(charge, { email }));
          codes.push(response.statusCode === 202 ? 'sent' : codeOf(response));
        }
        await later();
        mails.push(codes.filter((code) => code === 'sent').length);
        expect(new Set([...codes, 'sent', 'too_many_requests']).size).toBe(2);
      }
      return mails;
    };

    // The sixth of the day and one later; none an hour afterwards; the next one after two hours.
    const expected = [5, 2, 0, 1];
    expect(await mailsTo('nobody.has.it@example.org')).toEqual(expected);
    expect(await mailsTo(owner.email)).toEqual(expected);
  });

  it.each([
    ['an unknown reference', { srid: 'NOSUCHREF00001' }],
    ['a wrong amount', { amountMinor: 741 }],
    ['no reference at all', { srid: 'hello' }],
  ])('[REG-02] gives %s the same answer', async (_what, overrides) => {
    const charge = await buildCharge();

    const response = await register(registrationOf(charge, overrides));

    expect([response.statusCode, codeOf(response)]).toEqual([422, 'NWA0003']);
  });

  it('[REG-02] refuses a fare that is not paid', async () => {
    const charge = await buildCharge({ paid_minor: 0, status: 'payment_error' });

    expect(codeOf(await register(registrationOf(charge)))).toBe('NWA0003');
  });

  it('refuses even the right amount after three wrong ones', async () => {
    const charge = await buildCharge();
    for (const amountMinor of [1, 2, 3]) await register(registrationOf(charge, { amountMinor }));

    expect(codeOf(await register(registrationOf(charge)))).toBe('too_many_requests');
  });

  it('[REG-05] answers for a known address with the same bytes and tells its owner by mail', async () => {
    const owner = await buildPassenger(pool, { display_language: 'fr_CA' });
    const fresh = await register(registrationOf(await buildCharge()));

    const known = await register(registrationOf(await buildCharge(), { email: owner.email }));

    expect(comparableAnswer(known)).toEqual(comparableAnswer(fresh));
    const received = await mailServer.lastTo(owner.email);
    expect(received.subject).toBe('Vous avez déjà un compte');
    expect(linkTokenOf(received)).toBe('');
    expect(received.text).toContain('/connexion');
  });

  it('says that a card is taken only to a caller who proved the charge', async () => {
    const charge = await buildCharge();
    const { passenger_id } = await buildPassenger(pool);
    await buildCard(pool, { passenger_id, medium_id: charge.medium_id });

    const wrong = await register(registrationOf(charge, { amountMinor: 1 }));
    const right = await register(registrationOf(charge));

    expect(codeOf(wrong)).toBe('NWA0003');
    expect(codeOf(right)).toBe('xtat_number_not_unique');
  });

  it('[REG-03] refuses consent to terms that are no longer in force', async () => {
    const response = await register(registrationOf(await buildCharge(), { consentVersion: 'older' }));

    expect([response.statusCode, codeOf(response)]).toEqual([409, 'consent_outdated']);
  });

  it('[AUTH-08] names every rule a password breaks', async () => {
    const response = await register(registrationOf(await buildCharge(), { password: 'two words' }));

    expect(response.json().error).toMatchObject({
      code: 'password_rules_violated',
      details: { password_errors: ['password_too_short', 'password_white_chars'] },
    });
  });

  it('refuses a password made of the address', async () => {
    const body = registrationOf(await buildCharge(), {
      email: 'margaret.trudeau@example.org',
      password: 'margaret.trudeau1',
    });

    expect((await register(body)).json().error.details.password_errors).toEqual(['password_context_words']);
  });

  it.each(['port-maple-2026!', 'HARBOURharbour12', 'Tapfolio-Tapfolio'])(
    'refuses a password made of the configured words of the place: %s',
    async (password) => {
      const response = await register(registrationOf(await buildCharge(), { password }));

      expect(response.json().error.details.password_errors).toContain('password_context_words');
    },
  );

  it('refuses a card number as the name of the card', async () => {
    const response = await register(registrationOf(await buildCharge(), { cardName: '4111 1111 1111 1111' }));

    expect(codeOf(response)).toBe('card_name_is_card_number');
  });

  it('keeps an older request for one address valid when another one is made', async () => {
    const own = registrationOf(await buildCharge(), { cardName: 'My own' });
    await register(own);
    const token = linkTokenOf(await mailServer.lastTo(own.email));

    await register(registrationOf(await buildCharge(), { email: own.email, cardName: 'Of another person' }));

    const other = linkTokenOf(await mailServer.lastTo(own.email, 2));
    expect((await confirm(token)).statusCode).toBe(200);
    expect(codeOf(await confirm(other))).toBe('TM0060');
    expect(await rowsFor(own.email)).toMatchObject([{ name: 'My own' }]);
  });

  it('opens one account for two requests for one address that are confirmed at once', async () => {
    const first = registrationOf(await buildCharge());
    await register(first);
    await register(registrationOf(await buildCharge(), { email: first.email }));
    await mailServer.lastTo(first.email, 2);
    const tokens = mailServer.mails.filter(({ to }) => to?.[0]?.address === first.email).map(linkTokenOf);

    // Both have read their request when a third account for the address, which is never committed, lets them go on.
    const answers = await actMeanwhile(pool, {
      lock: `insert into passengers (passenger_id, email, display_language)
        values (gen_random_uuid(), '${first.email}', 'en_CA')`,
      call: () => Promise.all(tokens.map((token) => confirm(token))),
      act: async (holder) => {
        await untilWaiting(pool, 2);
        await holder.query('rollback');
      },
    });

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    const { rowCount } = await pool.query('select from registrations where email = $1', [first.email]);
    expect(rowCount).toBe(0);
  });

  it('sends the mail again when the mail server was busy, under the same message id', async () => {
    mailServer.refuse(1);
    const body = registrationOf(await buildCharge());
    await register(body);
    // Recurring jobs may wait beside it.
    const failed = 'select last_error from graphile_worker.jobs where last_error is not null';
    await expect.poll(async () => (await pool.query(failed)).rowCount).toBe(1);
    const { rows: failures } = await pool.query(failed);
    expect(failures[0].last_error).toContain('451');
    expect(failures[0].last_error).not.toContain(body.email);
    await pool.query('update graphile_worker._private_jobs set run_at = now()');

    const received = await mailServer.lastTo(body.email);

    const { rows } = await pool.query('select registration_id from registrations where email = $1', [body.email]);
    expect(received.messageId).toBe(`<registration.${rows[0].registration_id}@localhost>`);
  });

  it('leaves no token, address or name in the job queue', async () => {
    const charge = await buildCharge();
    const body = registrationOf(charge);
    await pool.query(`create table seen_jobs (payload text)`);
    await pool.query(
      `create function note_job() returns trigger language plpgsql as $$ begin insert into seen_jobs values (new.payload::text); return new; end $$`,
    );
    await pool.query(
      `create trigger note_job after insert on graphile_worker._private_jobs for each row execute function note_job()`,
    );

    await register(body);

    const token = linkTokenOf(await mailServer.lastTo(body.email));
    const { rows } = await pool.query<{ payload: string }>('select payload from seen_jobs');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.payload).not.toContain(token);
    expect(rows[0]?.payload).not.toContain(body.email);
  });
});
