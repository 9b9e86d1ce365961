import type { TestApp } from './build-app.ts';

/**
 * How often a race is run before its result counts. Without the lock of a passenger's cards nearly every round failed; a fault that shows in one
 * round of twenty is better met in a known order (`row-queue.ts`).
 */
export const rounds = 20;

/** Runs all rounds of a race, some at the same time, because each round has its own people and cards. */
export async function everyRound({ pool }: Pick<TestApp, 'pool'>, round: () => Promise<void>): Promise<void> {
  const together = 5;
  for (let done = 0; done < rounds; done += together) {
    await pool.query('truncate throttles');
    await Promise.all(Array.from({ length: together }, round));
  }
}
