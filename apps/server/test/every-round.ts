import type { TestApp } from './build-app.ts';

/** How often a race is run before its result counts: a missing lock was found in the first ten rounds. */
export const rounds = 20;

/** Runs all rounds of a race, some at the same time, because each round has its own people and cards. */
export async function everyRound({ pool }: Pick<TestApp, 'pool'>, round: () => Promise<void>): Promise<void> {
  const together = 5;
  for (let done = 0; done < rounds; done += together) {
    await pool.query('truncate throttles');
    await Promise.all(Array.from({ length: together }, round));
  }
}
