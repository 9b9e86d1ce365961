import { Logger, runOnce } from 'graphile-worker';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { newUuid } from '../lib/ids.ts';
import { hoursToConfirm } from '../modules/registrations/registrations.service.ts';
import { endFarWaitsOfJobs, enqueueMail } from './jobs.queries.ts';

const { pool } = await createTestDatabase();

it('retries a mail longer than the link in it is valid, and once in its last hours', async () => {
  const id = newUuid(Date.now());
  await enqueueMail(pool, { mail: 'registration', id });
  const isAway = () => {
    throw new Error('the mail server is away');
  };
  const logger = new Logger(() => () => {});
  const tries = [0];
  const endedTries = async () =>
    (
      await pool.query<{ attempts: number }>(
        'select attempts from graphile_worker._private_jobs where locked_at is null',
      )
    ).rows[0]?.attempts;

  for (let [isTriedAgain, attempts] = [true, 1]; isTriedAgain; attempts += 1) {
    await runOnce({ pgPool: pool, taskList: { 'send-mail': isAway }, logger });
    await expect.poll(endedTries).toBe(attempts);
    const { rows } = await pool.query<{ hours: number; again: boolean }>(
      `with failed as (
        select id, extract(epoch from run_at - now()) / 3600 as hours, attempts < max_attempts as again
        from graphile_worker._private_jobs)
      update graphile_worker._private_jobs job
      set run_at = now()
      from failed
      where job.id = failed.id
      returning failed.hours::double precision, failed.again`,
    );
    const [{ hours, again } = { hours: 0, again: false }] = rows;
    isTriedAgain = again;
    if (again && hours > 0) tries.push((tries.at(-1) ?? 0) + hours);
  }

  expect(tries.at(-1)).toBeGreaterThan(hoursToConfirm);
  expect(tries.filter((time) => time > 18 && time < hoursToConfirm)).toHaveLength(1);
});

it('sends a mail that was asked for while the clock was five hours ahead, and lets one wait that failed ten times', async () => {
  const [early, failed] = [newUuid(Date.now()), newUuid(Date.now())];
  for (const id of [early, failed]) await enqueueMail(pool, { mail: 'registration', id });
  const postpone = `update graphile_worker._private_jobs
    set attempts = $2, run_at = now() + make_interval(secs => $3)
    where payload ->> 'id' = $1`;
  await pool.query(postpone, [early, 0, 5 * 3600]);
  await pool.query(postpone, [failed, 10, Math.exp(10)]);

  await endFarWaitsOfJobs(pool);

  const due = `select payload ->> 'id' as id from graphile_worker._private_jobs where run_at <= now() and payload ->> 'id' = any($1)`;
  const { rows } = await pool.query(due, [[early, failed]]);
  expect(rows).toEqual([{ id: early }]);
});
