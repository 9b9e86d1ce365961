import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { KilledWorkerOptions } from './killed-worker.ts';

/** Lets a process of its own do a work; true when it was killed before it had done it. */
export async function workUntilDead(pool: Pool, options: KilledWorkerOptions): Promise<boolean> {
  const worker = fork(path.join(import.meta.dirname, 'killed-worker.ts'));
  worker.send(options);
  const [code, signal] = await once(worker, 'exit');
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  await untilForgotten(pool, options.work.do === 'close account' ? 'tapfolio auth' : 'tapfolio worker');
  return signal === 'SIGKILL';
}

/** What a killed worker had begun is taken back once the database has noticed, and what it had sent is done until then. */
async function untilForgotten(pool: Pool, name: string): Promise<void> {
  const ofWorkers = 'select from pg_stat_activity where application_name = $1 and datname = current_database()';
  await expect.poll(async () => (await pool.query(ofWorkers, [name])).rowCount, { timeout: 20_000 }).toBe(0);
}
