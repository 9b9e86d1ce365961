import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { startPulse } from './pulse.ts';
import { QueueWork } from './queue-work.ts';

const { pool, url } = await createTestDatabase();

it('replaces the runner when the clock of the machine is set back, because its timetable sleeps by that clock', async () => {
  const worker = createPool({ url: urlOfPart(url, 'worker') });
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const pulse = startPulse({
    pool: worker,
    work: new QueueWork(1),
    logger: { warn: () => {} },
    jobNames: ['note'],
    clock,
  });
  onTestFinished(async () => {
    await pulse.stop();
    await worker.end();
  });

  now -= 26 * 3_600_000;

  await expect(pulse.broken).rejects.toThrow('the clock was set back');
});

it('frees the jobs of a worker that beats no more, and none of one that does, however long they take', async () => {
  const worker = createPool({ url: urlOfPart(url, 'worker') });
  const pulses = ['living', undefined].map((workerId) =>
    startPulse({
      pool: worker,
      work: { workerId, stuckBecause: undefined },
      logger: { warn: () => {} },
      jobNames: ['note'],
      everyMs: 200,
    }),
  );
  onTestFinished(async () => {
    await Promise.all(pulses.map((pulse) => pulse.stop()));
    await worker.end();
  });
  await expect.poll(async () => (await pool.query('select from queue_workers')).rowCount).toBe(1);
  await pool.query(`insert into queue_workers (worker_id) values ('dead')`);
  for (const holder of ['living', 'dead', 'dead before its first beat']) {
    const { rows } = await pool.query(`select id from graphile_worker.add_job('note')`);
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '6 hours' where id = $2`,
      [holder, rows[0].id],
    );
  }

  const held = async () =>
    (await pool.query('select locked_by from graphile_worker._private_jobs where locked_at is not null')).rows;
  await expect.poll(held, { timeout: 10_000 }).toEqual([{ locked_by: 'living' }]);
  // As often again: the living one keeps its job.
  const seen = new Set<string>();
  const lastBeat = async () =>
    (await pool.query(`select seen_at::text from queue_workers where worker_id = 'living'`)).rows[0].seen_at;
  await expect.poll(async () => seen.add(await lastBeat()).size, { timeout: 10_000 }).toBeGreaterThan(6);
  expect(await held()).toEqual([{ locked_by: 'living' }]);
});

it('tells of a job that has waited for more than five minutes, and deletes workers that were last seen a day ago', async () => {
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query(`select graphile_worker.add_job('note', run_at := now() - interval '6 minutes')`);
  await pool.query(`update graphile_worker._private_jobs set created_at = run_at`);
  // The timetable has just added this one, for a minute that was missed.
  await pool.query(`select graphile_worker.add_job('note', run_at := now() - interval '5 hours')`);
  await pool.query(`insert into queue_workers (worker_id, seen_at)
    values ('of yesterday', now() - interval '25 hours'), ('of today', now() - interval '23 hours')`);
  const worker = createPool({ url: urlOfPart(url, 'worker') });
  const pulse = startPulse({
    pool: worker,
    work: { workerId: undefined, stuckBecause: undefined },
    logger: { warn: () => {} },
    jobNames: ['note'],
    everyMs: 200,
  });
  onTestFinished(async () => {
    await pulse.stop();
    await worker.end();
  });

  await expect.poll(pulse.findFault, { timeout: 10_000 }).toMatch(/^a job has waited for 3[67]\d s$/);

  const { rows } = await pool.query(`select worker_id from queue_workers where worker_id like 'of %'`);
  expect(rows).toEqual([{ worker_id: 'of today' }]);
  await pool.query('delete from graphile_worker._private_jobs');
  await expect.poll(pulse.findFault, { timeout: 10_000 }).toBeUndefined();
});
