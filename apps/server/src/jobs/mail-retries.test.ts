import { Logger, runOnce } from 'graphile-worker';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { createPool } from '../database/pool.ts';
import { type Mail, type MailGateway, MailNotTaken } from '../gateways/mail.ts';
import { CircuitBreaker } from '../lib/circuit-breaker.ts';
import { newUuid } from '../lib/ids.ts';
import type { MailKind } from '../queue/catalogue.ts';
import { countingFailures, retryWaitingMails, unknownMail, withBreaker } from './mail-retries.ts';

const { pool } = await createTestDatabase();
beforeEach(async () => void (await pool.query('delete from graphile_worker._private_jobs')));

const away = new MailNotTaken('the mail was not taken (ESOCKET, CONN): connect ECONNREFUSED', 'away');
const later = new MailNotTaken('the mail was not taken (EENVELOPE, 451, RCPT TO)', 'later');
const refused = new MailNotTaken('the mail was not taken (EENVELOPE, 550, RCPT TO)', 'refused');
const unconfirmed = new MailNotTaken(
  'it is not known whether the mail was taken (ETIMEDOUT, CONN): Timeout',
  'unconfirmed',
);

async function ask(mail: MailKind, most = 14): Promise<void> {
  const payload = {
    mail,
    id: newUuid(Date.now()),
    ...(mail === 'passkey-added' && { passengerId: newUuid(Date.now()) }),
  };
  await pool.query(`select graphile_worker.add_job('send-mail', payload => $1, max_attempts => $2)`, [payload, most]);
}

/** The mail fails, and the time until its next try passes. @returns the hours of that; none if it is given up. */
async function fail(error: MailNotTaken): Promise<number | undefined> {
  const send = async () => {
    throw error;
  };
  await runOnce({
    pgPool: pool,
    taskList: { 'send-mail': (_, { job }) => countingFailures({ pool }, job, send) },
    logger: new Logger(() => () => {}),
  });
  const ended = async () =>
    (await pool.query('select from graphile_worker._private_jobs where locked_at is null')).rowCount;
  await expect.poll(ended).toBe(1);
  const { rows } = await pool.query<{ hours: number | null }>(
    `with failed as (select id, run_at - now() as pause, attempts < max_attempts as again from graphile_worker._private_jobs)
    update graphile_worker._private_jobs job
    set created_at = created_at - pause, run_at = now()
    from failed
    where job.id = failed.id
    returning case when again then extract(epoch from pause)::float8 / 3600 end as hours`,
  );
  return rows[0]?.hours ?? undefined;
}

async function failUntilGivenUp(error: MailNotTaken): Promise<number[]> {
  const pauses: number[] = [];
  for (let hours = await fail(error); hours !== undefined; hours = await fail(error)) pauses.push(hours);
  return pauses;
}

const passHours = (hours: number) =>
  pool.query('update graphile_worker._private_jobs set created_at = created_at - make_interval(hours => $1)', [hours]);

it.each([
  ['passkey-added', 14, away, 20],
  ['card-claim-granted', 12, later, 20],
  ['registration', 14, later, 3],
  ['sign-in-code', 14, away, 1],
] as const)(
  'tries the mail %s often for three days while the mail server takes none, and for half a day more',
  async (mail, most, error, minutes) => {
    await ask(mail, most);
    const pauses = [];
    for (let times = 0; times < 8; times += 1) pauses.push((await fail(error)) ?? Number.POSITIVE_INFINITY);
    await passHours(71);
    pauses.push((await fail(error)) ?? Number.POSITIVE_INFINITY);

    await passHours(1);
    const last = await failUntilGivenUp(error);

    expect(Math.max(...pauses) * 60).toBeLessThan(minutes);
    expect(last.reduce((sum, hours) => sum + hours, 0)).toBeGreaterThan(12);
  },
);

it('gives a mail for an address that is refused up after a day', async () => {
  await ask('passkey-added');

  const pauses = await failUntilGivenUp(refused);

  expect(Math.round(pauses.reduce((sum, hours) => sum + hours, 0))).toBe(28);
});

it.each([14, 40])('sends four copies to a server that never says that it took a mail, of %i attempts', async (most) => {
  await ask('passkey-added', most);

  expect(await failUntilGivenUp(unconfirmed)).toHaveLength(3);
});

/** A mail that waits for an hour after each of these errors. */
async function waitAfter(errors: readonly string[]): Promise<void> {
  for (const error of errors) {
    await ask('passkey-added');
    await pool.query(
      `update graphile_worker._private_jobs
      set last_error = $1, attempts = 2, run_at = now() + interval '1 hour'
      where last_error is null`,
      [error],
    );
  }
}

const dueErrors = async () =>
  (
    await pool.query<{ last_error: string }>(
      'select last_error from graphile_worker._private_jobs where run_at <= now() order by id',
    )
  ).rows.map((row) => row.last_error);

it('at its start a worker tries what waits for the mail server or for a newer release, and nothing that was refused for itself', async () => {
  await waitAfter([...[away, later, refused, unconfirmed].map(({ message }) => message), unknownMail, 'another error']);

  await retryWaitingMails(pool);

  expect(await dueErrors()).toEqual([away.message, unknownMail]);
});

const mail: Mail = { to: '', subject: '', text: '', html: '', language: '', messageId: '' };
const mailServer = (take: () => void): MailGateway => ({ send: async () => take(), close: () => undefined });

it('does not have each mail wait for a mail server that is away, and sends all at once when it is back', async () => {
  let [isAway, now, calls] = [true, 0, 0];
  const mails = mailServer(() => {
    calls += 1;
    if (isAway) throw away;
  });
  const watched = withBreaker(mails, pool, new CircuitBreaker(() => now));
  const send = () => watched.send(mail);
  await waitAfter([away, later, refused, unconfirmed].map(({ message }) => message));

  for (let times = 0; times < 20; times += 1) await expect(send()).rejects.toMatchObject({ because: 'away' });
  expect(calls).toBe(5);
  now += 31_000;
  isAway = false;
  await send();

  expect(await dueErrors()).toEqual([away.message]);
});

it('does not send a mail again because the others could not be made due', async () => {
  const silent = createPool({ url: 'postgresql://127.0.0.1:1/away' });
  onTestFinished(() => silent.end());
  const answers = [away, undefined];
  const watched = withBreaker(
    mailServer(() => {
      const error = answers.shift();
      if (error !== undefined) throw error;
    }),
    silent,
    new CircuitBreaker(),
  );
  await expect(watched.send(mail)).rejects.toThrow(away);

  await expect(watched.send(mail)).resolves.toBeUndefined();
});
