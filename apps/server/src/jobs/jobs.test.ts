import { dayMs } from '@tapfolio/domain/durations.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { newSigningKey, startBackOffice } from '../../test/back-office.ts';
import { newsOf } from '../../test/back-office-messages.ts';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildAnnouncement } from '../../test/factories/announcements.ts';
import { buildCollection } from '../../test/factories/collections.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { buildRefund } from '../../test/factories/refunds.ts';
import { buildTrip } from '../../test/factories/trips.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { newToken, sha256 } from '../lib/hashing.ts';
import { newUuid } from '../lib/ids.ts';
import { transaction } from '../lib/sql.ts';
import { tellBackOffice } from '../modules/back-office/tell-back-office.service.ts';
import { contextOf } from '../plugins/context.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';
import { workerRole } from '../roles/worker.ts';
import { sweepExpired } from './sweep-expired.job.ts';

const mailServer = await startMailServer();
const { context, pool } = await createTestApp([], {
  config: { mail: { ...testConfig().mail, port: mailServer.port } },
});
const logger = pino({ level: 'silent' });

const jobsLeft = async (): Promise<number | null> => (await pool.query('select from graphile_worker.jobs')).rowCount;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

async function askForMail(): Promise<string> {
  const { passenger_id: passengerId, email } = await buildPassenger(pool);
  const id = newUuid(Date.now());
  await transaction(contextOf(context, 'auth').pool, (tx) =>
    enqueueMail(tx, { mail: 'password-changed', id, passengerId }),
  );
  return email;
}

describe('the job queue', () => {
  it('drops a job whose transaction is rolled back', async () => {
    const payload = { mail: 'registration', id: newUuid(Date.now()) } as const;

    await expect(
      transaction(contextOf(context, 'auth').pool, async (tx) => {
        await enqueueMail(tx, payload);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');

    expect(await jobsLeft()).toBe(0);
  });

  it('finishes its running jobs before it stops', async () => {
    const worker = await workerRole(context, logger);
    const emails = await Promise.all(Array.from({ length: 5 }, askForMail));
    await mailServer.lastTo(emails[0] ?? '');

    await worker.stop();

    const { rowCount: locked } = await pool.query('select from graphile_worker.jobs where locked_at is not null');
    expect(locked).toBe(0);
    const again = await workerRole(context, logger);
    for (const email of emails) await mailServer.lastTo(email);
    await again.stop();
    expect(mailServer.mails.filter(({ to }) => emails.includes(to?.[0]?.address ?? ''))).toHaveLength(5);
  });

  it('continues after the database cut all its connections', async () => {
    const worker = await workerRole(context, logger);
    await pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'tapfolio worker'`,
    );

    const email = await askForMail();

    expect((await mailServer.lastTo(email)).subject).toBe('Your password was changed');
    await worker.stop();
  });

  it('sends a mail at once while the back office answers none of many messages', async () => {
    const signingKey = newSigningKey();
    const silent = await startBackOffice(signingKey);
    silent.behave(() => 'hang');
    for (let medium = 0; medium < 24; medium += 1)
      await transaction(contextOf(context, 'portal').pool, (tx) => tellBackOffice(tx, [newsOf(newUuid(Date.now()))]));
    const backOffice = { url: silent.url, signingKeyFile: '', unknownKinds: [], connectSeconds: 1, answerSeconds: 3 };
    const config = { ...context.config, backOffice };
    const secrets = { ...context.secrets, backOfficeKeys: [signingKey] };
    const worker = await workerRole({ ...context, config, secrets }, logger);
    await expect.poll(() => silent.calls(), { timeout: 10_000 }).toBe(4);

    const email = await askForMail();

    const arrived = () => mailServer.mails.some(({ to }) => to?.[0]?.address === email);
    await expect.poll(arrived, { timeout: 2000 }).toBe(true);
    await worker.stop();
    await pool.query(`delete from graphile_worker._private_jobs`);
  });

  it('is left with the jobs that are still to be done, and for a week with those that it gave up', async () => {
    const add = (key: string) => pool.query(`select graphile_worker.add_job('note', job_key => $1)`, [key]);
    const change = (key: string, change: string) =>
      pool.query(`update graphile_worker._private_jobs set ${change} where key = $1`, [key]);
    await add('asked for again');
    await change('asked for again', `locked_by = 'dead', locked_at = now()`);
    await add('asked for again');
    await pool.query('update graphile_worker._private_jobs set locked_by = null, locked_at = null');
    for (const key of ['given up', 'given up long ago', 'tried for long']) await add(key);
    await change('given up', `attempts = max_attempts`);
    await change('given up long ago', `attempts = max_attempts, updated_at = now() - interval '8 days'`);
    await change('tried for long', `attempts = max_attempts - 1, updated_at = now() - interval '8 days'`);

    await sweepExpired(contextOf(context, 'worker'));

    const { rows } = await pool.query('select key from graphile_worker._private_jobs order by key');
    expect(rows.map(({ key }) => key)).toEqual(['asked for again', 'given up', 'tried for long']);
    await pool.query(`delete from graphile_worker._private_jobs`);
  });

  it('stops soon while it waits to drop a month', async () => {
    await buildTrip(pool, { medium_id: newUuid(Date.now()), started_at: '2020-06-01T12:00:00Z' });
    const reader = await pool.connect();
    await reader.query('begin; select from trips');
    const worker = await workerRole(context, logger);
    await pool.query(`select graphile_worker.add_job('forget-old-travel')`);
    const held = async () =>
      (await pool.query(`select from graphile_worker.jobs where locked_at is not null`)).rowCount;
    await expect.poll(held, { timeout: 30_000 }).toBe(1);
    const begun = performance.now();

    await worker.stop();

    expect(performance.now() - begun).toBeLessThan(5000);
    await reader.query('rollback');
    reader.release();
    const again = await workerRole(context, logger);
    await pool.query('update graphile_worker._private_jobs set run_at = now()');
    await expect.poll(jobsLeft, { timeout: 30_000 }).toBe(0);
    await again.stop();
    expect((await pool.query(`select from trips`)).rowCount).toBe(0);
  });

  it('drops a mail whose recipient has closed the account', async () => {
    const email = await askForMail();
    await pool.query('delete from passengers where email = $1', [email]);
    const worker = await workerRole(context, logger);

    await expect.poll(jobsLeft, { timeout: 30_000 }).toBe(0);

    await worker.stop();
    expect(mailServer.mails.some(({ to }) => to?.[0]?.address === email)).toBe(false);
  });
});

describe('the sweep', () => {
  it('deletes what has ended and keeps what is valid', async () => {
    const { passenger_id } = await buildPassenger(pool);
    const days = (count: number) => new Date(Date.now() + count * dayMs);
    for (const expires_at of [days(-2), days(1)]) {
      await insertRow(pool, 'sessions', {
        token_hash: sha256(newToken()),
        passenger_id,
        idle_seconds: 900,
        expires_at,
      });
      const reset = {
        token_hash: sha256(newToken()),
        reset_id: newUuid(Date.now()),
        passenger_id,
        purpose: 'forgotten',
      };
      await insertRow(pool, 'password_resets', { ...reset, expires_at });
      await insertRow(pool, 'registrations', {
        token_hash: sha256(newToken()),
        registration_id: newUuid(Date.now()),
        email: `${expires_at.getTime()}@example.org`,
        password_hash: 'x',
        card_name: 'x',
        medium_id: newUuid(Date.now()),
        consent_version: '1',
        language: 'en_CA',
        expires_at,
      });
    }

    const session = { token_hash: sha256(newToken()), passenger_id, idle_seconds: 900 };
    await insertRow(pool, 'sessions', { ...session, last_seen_at: days(-2), expires_at: days(20) });

    await sweepExpired(contextOf(context, 'worker'));

    for (const table of ['sessions', 'password_resets', 'registrations']) {
      expect([table, (await pool.query(`select from ${table}`)).rowCount]).toEqual([table, 1]);
    }
  });

  it('ends the leases, pauses and limits that were begun while the clock of the database was a day ahead, and no others', async () => {
    const near = inMs(90 * 60_000);
    const leased = ['collections', 'refunds', 'back_office_media'];
    for (const table of [...leased, 'throttles', 'graphile_worker._private_jobs'])
      await pool.query(`delete from ${table}`);
    for (const at of [near, inMs(dayMs + 90 * 60_000)]) {
      const medium_id = newUuid(Date.now());
      const payment = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
      const { payment_id, srid } = payment;
      await buildCollection(pool, { medium_id, payment_id, srid: srid ?? '', next_at: at });
      await buildRefund(pool, payment, { next_at: at });
      await insertRow(pool, 'back_office_media', { medium_id, last_number: 1, next_at: at });
      const throttle = { bucket: sha256(newToken()), failures: 5, pending: 0, pending_until: new Date(0) };
      await insertRow(pool, 'throttles', { ...throttle, window_ends_at: at });
      await pool.query(`select graphile_worker.add_job('send-mail', '{}'::json, run_at => $1)`, [at]);
    }

    for (const table of leased) await pool.query(`update ${table} set lease_until = next_at`);

    await sweepExpired(contextOf(context, 'worker'));

    for (const table of leased) {
      const { rows } = await pool.query(
        `select next_at <= now() as is_due, lease_until is null as is_free from ${table} order by is_due`,
      );
      const expected = [false, true].map((isEnded) => ({ is_due: isEnded, is_free: isEnded }));
      expect([table, rows]).toEqual([table, expected]);
    }
    const { rows: jobs } = await pool.query(
      'select run_at <= now() as is_due from graphile_worker.jobs order by is_due',
    );
    expect(jobs).toEqual([{ is_due: false }, { is_due: true }]);
    const { rows: limits } = await pool.query<{ window_ends_at: string }>('select window_ends_at from throttles');
    expect(limits.map(({ window_ends_at: at }) => new Date(at).toISOString())).toEqual([near]);
    await pool.query('delete from graphile_worker._private_jobs');
    await pool.query('delete from throttles');
  });

  it('deletes announcements that ended more than 30 days ago, and no other', async () => {
    const kept = [null, inMs(dayMs), inMs(-29 * dayMs)];
    const starts_at = inMs(-40 * dayMs);
    for (const ends_at of [...kept, inMs(-31 * dayMs)]) await buildAnnouncement(pool, { starts_at, ends_at });

    await sweepExpired(contextOf(context, 'worker'));

    const { rows } = await pool.query<{ ends_at: Date | null }>(
      'select ends_at from announcements order by ends_at desc',
    );
    expect(rows.map(({ ends_at: at }) => at && new Date(at).toISOString())).toEqual(kept);
  });

  it('takes the other steps when one fails, and reports it', async () => {
    const past = new Date(0);
    const ended = { bucket: sha256('x'), failures: 1, pending: 0, pending_until: past, window_ends_at: past };
    await insertRow(pool, 'throttles', ended);
    await pool.query('alter table registrations rename to hidden_registrations');

    const failure = await sweepExpired(contextOf(context, 'worker')).catch((error: unknown) => error);
    await pool.query('alter table hidden_registrations rename to registrations');

    expect(failure).toBeInstanceOf(AggregateError);
    expect(String(failure)).toContain('expired registrations could not be cleared');
    expect((await pool.query('select from throttles')).rowCount).toBe(0);
  });
});
