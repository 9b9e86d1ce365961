import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { isWholeTable } from './city.ts';
import { type KillableWork, partOf, type Work, workUntilCutOff } from './killable-work.ts';

/** Lets a process of its own do a work; true when it was killed with -9 before it had done it. */
export async function workUntilDead(pool: Pool, options: KillableWork): Promise<boolean> {
  const worker = fork(path.join(import.meta.dirname, 'killed-worker.ts'));
  worker.send(options);
  const [code, signal] = await once(worker, 'exit');
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  await untilForgotten(pool, options);
  return signal === 'SIGKILL';
}

interface Steps extends Omit<KillableWork, 'diesAt' | 'work'> {
  /** The work that each step goes on with, or what makes a new one for each step. */
  work: Work | (() => Promise<Work>);
  moment: 'before' | 'sent';
  /** One in how many questions to the database is a step. */
  every: number;
}

/**
 * Kills the work at one step after the other until it ends, and looks after each kill; returns the number of kills. Beside the other
 * tests only the first is one of a process, since to load a process takes a hundred times as long as a step.
 */
export async function killAtSteps(
  pool: Pool,
  { databaseUrl, work, moment, every }: Steps,
  look: (work: Work) => Promise<unknown>,
): Promise<number> {
  let kills = 0;
  for (let question = 1; ; question += every) {
    const killed = typeof work === 'function' ? await work() : work;
    const options = { databaseUrl, work: killed, diesAt: { question, moment } };
    const isProcess = isWholeTable || question === 1;
    const isKilled = isProcess ? await workUntilDead(pool, options) : await workUntilCutOff(options);
    if (!isKilled) return kills;
    await untilForgotten(pool, options);
    kills += 1;
    await look(killed);
  }
}

/** What a killed worker had begun is taken back once the database has noticed, and what it had sent is done until then. */
async function untilForgotten(pool: Pool, { work }: KillableWork): Promise<void> {
  const ofWorkers = 'select from pg_stat_activity where application_name = $1 and datname = current_database()';
  const name = `tapfolio ${partOf(work)}`;
  await expect.poll(async () => (await pool.query(ofWorkers, [name])).rowCount, { timeout: 20_000 }).toBe(0);
}
