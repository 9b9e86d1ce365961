import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandLine } from '../test/command-line.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { enqueueMail } from './queue/jobs.queries.ts';

const { pool, run } = await createCommandLine();

beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query('delete from queue_workers');
  await insertRow(pool, 'queue_workers', { worker_id: 'alive' });
});

/** A mail that the mail server has not taken since it was asked for, as the queue keeps it. */
async function buildWaitingMail(error: string, { minutes, attempts = 8 }: { minutes: number; attempts?: number }) {
  const id = randomUUID();
  await enqueueMail(pool, { mail: 'registration', id });
  await pool.query(
    `update graphile_worker._private_jobs
     set last_error = $2, attempts = $3, created_at = now() - make_interval(mins => $4), run_at = now() + interval '1 hour'
     where payload->>'id' = $1`,
    [id, error, attempts, minutes],
  );
}

const wrongPassword = 'the mail was not taken (EAUTH, 535, AUTH PLAIN)';
const noSuchAddress = 'the mail was not taken (EENVELOPE, 550, RCPT TO)';

describe('alarms, about mails', { timeout: 60_000 }, () => {
  it('are no good news while mails have waited for more than an hour, and say how many, since when and why', async () => {
    await buildWaitingMail('the mail was not taken (ESOCKET, CONN): connect ECONNREFUSED 127.0.0.1:25', {
      minutes: 90,
    });
    await buildWaitingMail(wrongPassword, { minutes: 61 });
    await buildWaitingMail(wrongPassword, { minutes: 5 });

    const { code, printed, lastLine } = await run('alarms');

    expect(code).toBe(1);
    expect(printed).toContain('Mails that have waited for more than an hour: 2, the first since 20');
    expect(printed).toContain(`Why the newest of them was not sent: ${wrongPassword}.`);
    expect(JSON.parse(lastLine).mails).toEqual({
      waiting: 2,
      since: expect.stringMatching(/^20.*Z$/),
      reason: wrongPassword,
      refusedAddresses: 0,
    });
  });

  it('count the mails whose address alone is refused, and are good news: the mail server takes others', async () => {
    await buildWaitingMail(noSuchAddress, { minutes: 90 });

    const { code, printed, lastLine } = await run('alarms');

    expect(code).toBe(0);
    expect(printed).toContain('Mails whose address the mail server has refused for more than an hour: 1.');
    expect(JSON.parse(lastLine).mails).toMatchObject({ waiting: 0, refusedAddresses: 1 });
  });

  it('say nothing of a mail that was given up, nor of one that was refused a moment ago', async () => {
    await buildWaitingMail(wrongPassword, { minutes: 2000, attempts: 14 });
    await buildWaitingMail(wrongPassword, { minutes: 5 });

    const { code, printed } = await run('alarms');

    expect(code).toBe(0);
    expect(printed).not.toContain('Mails');
  });
});
