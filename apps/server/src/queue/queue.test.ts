import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startChaosProxy } from '../../test/chaos-proxy.ts';
import { untilWaiting } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { createLogger } from '../lib/logger.ts';
import { crontab } from './crontab.ts';
import { startQueue } from './queue.ts';
import { correctTimetable } from './workers.queries.ts';

const { pool, url } = await createTestDatabase();

/** A queue whose only job records its payloads. */
function startNotingQueue(databaseUrl: string, connectSeconds: number, work: () => Promise<void> = async () => {}) {
  const done: unknown[] = [];
  const note = async (payload: unknown) => {
    await work();
    done.push(payload);
  };
  return { ...startQueueOf({ note }, databaseUrl, connectSeconds), done };
}

function startQueueOf(tasks: TaskList, databaseUrl = url, connectSeconds = 20) {
  const warnings: unknown[] = [];
  const own = createPool({ url: urlOfPart(databaseUrl, 'worker'), poolSize: 3, connectSeconds });
  const logger = { warn: (...args: unknown[]) => void warnings.push(args) };
  const queue = startQueue({ pool: own, timetable: crontab, tasks, logger });
  onTestFinished(async () => {
    await queue.stop();
    await own.end();
  });
  return { queue, warnings };
}

const add = (payload: object) =>
  pool.query(`select graphile_worker.add_job('note', $1::json)`, [JSON.stringify(payload)]);

it('works although the first connections were too late', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  const { queue, done, warnings } = startNotingQueue(proxy.url, 0.3);
  // The first connection is enough to start; the library's first statement waits for another one, and is given up.
  await expect.poll(() => proxy.count(), { interval: 1 }).toBe(1);
  proxy.become('late');
  await expect.poll(() => warnings.length, { timeout: 5000 }).toBeGreaterThan(1);
  proxy.become('pass');

  await add({ number: 1 });

  await expect.poll(() => done, { timeout: 45_000 }).toEqual([{ number: 1 }]);
  expect(queue.findFault()).toBeUndefined();
});

it('says how long the queue has not been read, also after a runner that could not read it was replaced', async () => {
  const { queue } = startQueueOf({ note: async () => {} });
  await expect.poll(() => queue.findFault()).toBeUndefined();
  const runners = async () =>
    (await pool.query('select worker_id from queue_workers')).rows.map((row) => row.worker_id);
  await expect.poll(runners).toHaveLength(1);
  const [first] = await runners();
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
  // The last read has ended before the clock leaps: one that ended afterwards would count as made now.
  await untilWaiting(pool, 1);
  const now = performance.now.bind(performance);
  const leap = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
  onTestFinished(() => leap.mockRestore());

  // The library prints why its workers ended.
  vi.spyOn(console, 'trace').mockReturnValue();
  const replaced = async () => (await runners()).some((runner) => runner !== first);
  await expect.poll(replaced, { timeout: 45_000 }).toBe(true);

  await expect.poll(() => queue.findFault()).toMatch(/^the queue has not been read for \d{2,3} s$/);
  await holder.query('rollback');
  await expect.poll(() => queue.findFault(), { timeout: 20_000 }).toBeUndefined();
}, 120_000);

it('does a job once although the clock of the database leaps ahead while it is done', async () => {
  const job = Promise.withResolvers<void>();
  const first = startNotingQueue(url, 20, () => job.promise);
  onTestFinished(() => job.resolve());
  await add({ number: 2 });
  const locks = async () =>
    (await pool.query('select locked_by from graphile_worker._private_jobs where locked_at is not null')).rows;
  await expect.poll(locks).toHaveLength(1);
  await expect.poll(async () => (await pool.query('select from queue_workers')).rowCount).toBe(1);
  const [{ locked_by: holder }] = await locks();

  // To the database, what was just now is an hour old.
  await pool.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`);
  await pool.query(`update queue_workers set seen_at = seen_at - interval '1 hour'`);
  const second = startNotingQueue(url, 20);
  await expect.poll(async () => (await pool.query('select from queue_workers')).rowCount).toBe(2);

  expect(await locks()).toEqual([{ locked_by: holder }]);
  job.resolve();
  await expect.poll(() => first.done).toEqual([{ number: 2 }]);
  expect(second.done).toEqual([]);
});

it('logs why each part of a job failed, without the input that could not be parsed', async () => {
  const lines: string[] = [];
  const own = createPool({ url: urlOfPart(url, 'worker') });
  const fail = () => {
    const cause = new SyntaxError('not a number: "marker"');
    throw new AggregateError([new Error('months could not be forgotten', { cause })]);
  };
  const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
  const queue = startQueue({ pool: own, tasks: { fail }, logger });
  onTestFinished(async () => {
    await queue.stop();
    await own.end();
  });

  await pool.query(`select graphile_worker.add_job('fail')`);

  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  const { job, attempts, err } = JSON.parse(lines[0] ?? '');
  expect([job, attempts, err.errors[0].message]).toEqual(['fail', 1, 'months could not be forgotten']);
  expect(err.errors[0].cause).toMatchObject({ type: 'SyntaxError', message: 'not a number: [censored]' });
  expect(lines[0]).not.toContain('marker');
});

it('continues with a timetable that was written by a clock far ahead', async () => {
  const known = 'graphile_worker._private_known_crontabs';
  await pool.query(
    `insert into ${known} (identifier, known_since, last_execution)
    values ('sweep-expired', now(), now() + interval '26 hours')
    on conflict (identifier) do update
    set last_execution = excluded.last_execution`,
  );

  startNotingQueue(url, 20);

  const ahead = async () =>
    (await pool.query(`select from ${known} where last_execution > now() + interval '2 minutes'`)).rowCount;
  await expect.poll(ahead, { timeout: 10_000 }).toBe(0);
});

it('continues with the timetable on a machine whose clock is hours behind that of the database', async () => {
  const known = 'graphile_worker._private_known_crontabs';
  await pool.query(
    `insert into ${known} (identifier, known_since, last_execution)
    values ('check-money', now(), now())
    on conflict (identifier) do update
    set last_execution = excluded.last_execution`,
  );
  const hoursAgo = new Date(Date.now() - 9 * 3_600_000);

  await correctTimetable(pool, { ownTime: hoursAgo });

  const { rows } = await pool.query(`select last_execution from ${known} where identifier = 'check-money'`);
  expect(new Date(rows[0].last_execution)).toEqual(hoursAgo);
});

it('does a recurring job a few times, and not once for each minute, after its machine stood still for hours', async () => {
  await pool.query('delete from graphile_worker._private_known_crontabs');
  const taken: string[] = [];
  const names = ['find-forgotten-messages', 'decide-card-claims', 'check-money', 'sweep-expired'];
  const stillMs = 5 * 3_600_000;
  // A second before a minute is full, because the timetable sleeps until then.
  const minuteMs = 60_000;
  const before = Math.floor((Date.now() - stillMs) / minuteMs) * minuteMs - 1_000;
  vi.useFakeTimers({ toFake: ['Date'], now: before });
  onTestFinished(() => void vi.useRealTimers());
  const takeTime = (name: string) => async () => {
    taken.push(name);
    await sleep(500);
  };
  startQueueOf(Object.fromEntries(names.map((name) => [name, takeTime(name)])));
  const known = 'select from graphile_worker._private_known_crontabs where identifier = any($1)';
  await expect.poll(async () => (await pool.query(known, [names])).rowCount).toBe(names.length);

  vi.useRealTimers();

  const lastMinute = `select min(last_execution) > now() - interval '12 minutes' as is_reached
    from graphile_worker._private_known_crontabs where identifier = any($1)`;
  await expect.poll(async () => (await pool.query(lastMinute, [names])).rows[0].is_reached).toBe(true);
  // The timetable also adds the jobs of each day, which nobody here does, whenever the hours held their time.
  const waiting = 'select from graphile_worker.jobs where attempts = 0 and task_identifier = any($1)';
  await expect.poll(async () => (await pool.query(waiting, [names])).rowCount).toBe(0);
  expect(new Set(taken)).toEqual(new Set(names));
  // The hours have more than nine hundred of these minutes. How many jobs are replaced before they are taken depends on the machine.
  expect(taken.length).toBeLessThan(450);
});

it('does a recurring job on a machine whose clock is ahead of that of the database', async () => {
  await pool.query('delete from graphile_worker._private_known_crontabs');
  await pool.query('delete from graphile_worker._private_jobs');
  const minuteMs = 60_000;
  const minute = Math.ceil((Date.now() + 10 * minuteMs) / minuteMs) * minuteMs;
  vi.useFakeTimers({ toFake: ['Date'], now: minute - 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  let taken = 0;
  startQueueOf({
    'check-money': async () => {
      taken += 1;
    },
  });
  const known = 'select from graphile_worker._private_known_crontabs';
  await expect.poll(async () => (await pool.query(known)).rowCount).toBeGreaterThan(0);

  vi.setSystemTime(minute + 1_000);

  await expect.poll(() => taken).toBe(1);
});
