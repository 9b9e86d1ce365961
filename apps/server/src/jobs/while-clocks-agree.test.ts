import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildTrip } from '../../test/factories/trips.ts';
import { workerRole } from '../roles/worker.ts';

const hourMs = 3_600_000;
const { context, pool } = await createTestApp([]);
/** Those that delete or decide for good. */
const jobs = ['decide-card-claims', 'forget-old-travel', 'reconcile-bank', 'sweep-expired'];

/** A worker on a machine whose clock differs from that of the database. It does all these jobs; returns which ones it would not do. */
async function refusedBy({ aheadMs }: { aheadMs: number }): Promise<unknown[]> {
  const refused: { job: string; seconds: number }[] = [];
  const write = (line: string) => {
    const { event, job, databaseIsAheadSeconds: seconds } = JSON.parse(line);
    if (event === 'clocks.differ') refused.push({ job, seconds });
  };
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const worker = await workerRole({ ...context, clock }, pino({ level: 'error' }, { write }));
  try {
    for (const job of jobs) await pool.query('select graphile_worker.add_job($1)', [job]);
    await expect.poll(async () => (await pool.query('select from graphile_worker.jobs')).rowCount).toBe(0);
  } finally {
    await worker.stop();
  }
  for (const { seconds } of refused) expect(Math.abs(seconds * 1000 + aheadMs)).toBeLessThan(hourMs / 4);
  // The timetable may have added some once more.
  return [...new Set(refused.map(({ job }) => job))].sort();
}

it('deletes and decides nothing for good while its clock and that of the database are more than an hour apart', async () => {
  const { trip_id: tripId } = await buildTrip(pool, { medium_id: randomUUID(), started_at: '2001-05-15T12:00:00Z' });
  const isThere = async () => (await pool.query('select from trips where trip_id = $1', [tripId])).rowCount === 1;

  expect(await refusedBy({ aheadMs: -26 * hourMs })).toEqual(jobs);
  expect(await refusedBy({ aheadMs: 26 * hourMs })).toEqual(jobs);
  expect(await isThere()).toBe(true);

  expect(await refusedBy({ aheadMs: hourMs / 2 })).toEqual([]);
  expect(await isThere()).toBe(false);
});
