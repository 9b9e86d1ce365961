import type { Pool } from 'pg';
import { type Act, alone, meet } from './meet.ts';

/** A world made anew: what can be done in it, and what is written after that. */
export interface World {
  readonly named: (act: string) => Act<string>;
  readonly rows: (...done: readonly string[]) => Promise<readonly string[]>;
}

/** What is answered and written after two acts. */
interface End {
  readonly outcomes: readonly string[];
  readonly rows: readonly string[];
}

/** Refusals may differ, because the second of two acts has begun before the end of the first one. */
const isDone = (outcome: string) => !/^[45]/.test(outcome);

const deadlock = '40P01';

/** Compares two acts that meet with the same acts one after the other. `begin` forgets what was written and makes the world. */
export function meetings(pool: Pool, begin: () => Promise<World>) {
  /** One after the other, and what the first one asked the database. */
  async function inTurn(first: string, second: string): Promise<End & { readonly statements: readonly string[] }> {
    const { named, rows } = await begin();
    const { outcome, statements } = await alone(named(first));
    const outcomes = [outcome, (await alone(named(second))).outcome];
    return { outcomes, rows: await rows(first, second), statements };
  }

  /** The results of both orders; those of the second in the order of the first. */
  async function bothOrders(first: string, second: string) {
    const one = await inTurn(first, second);
    const other = await inTurn(second, first);
    return { statements: one.statements, ends: [one, { ...other, outcomes: other.outcomes.toReversed() }] };
  }

  /** @throws a sentence with what is wrong, and with the rows that are too much (`+`) and those that are missing (`-`). */
  async function expectOneAfterTheOther(
    first: string,
    second: string,
    at: number,
    ends: readonly End[],
  ): Promise<void> {
    const { named, rows } = await begin();

    const { outcomes, faults } = await meet(pool, { first: named(first), at, second: named(second) });

    const written = await rows(first, second);
    const done = outcomes.map(isDone);
    const likely = ends.filter((end) => String(end.outcomes.map(isDone)) === String(done));
    const differences = likely.map((end) => [
      ...onlyIn(written, end.rows).map((row) => `+ ${row}`),
      ...onlyIn(end.rows, written).map((row) => `- ${row}`),
    ]);
    const hasFailed = outcomes.some((outcome) => outcome.startsWith('5')) || faults.includes(deadlock);
    if (!hasFailed && differences.some((rows) => rows.length === 0)) return;
    const what = `"${first}", and before its statement ${at} "${second}"`;
    throw new Error([`${what}: ${outcomes.join(', ')}; ${faults.join(', ')}`, ...differences.flat()].join('\n'));
  }

  return { bothOrders, expectOneAfterTheOther };
}

/** The rows that are not among the others, or not so often. */
function onlyIn(rows: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return rows.filter((row) => {
    const place = left.indexOf(row);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
