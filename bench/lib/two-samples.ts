import { type BenchResult, median } from './result.ts';

/** Critical value of the Kolmogorov-Smirnov distance at 0.1 % for two samples of 1000. */
const goal = 0.087;
export const samples = 1000;
export const warmUp = 50;

export interface TwoSamples {
  known: number[];
  unknown: number[];
  /** A second sample of known addresses: shows the difference that chance alone makes. */
  control: number[];
}

/**
 * Measures one attempt of each kind per round, in a new random order each round, so that effects of the previous attempt (a warm
 * row, a full page) are the same for all kinds. `before` runs before each attempt.
 */
export async function takeTimes(
  attempts: Record<keyof TwoSamples, (number: number) => Promise<number>>,
  before: () => Promise<unknown>,
): Promise<TwoSamples> {
  const result: TwoSamples = { known: [], unknown: [], control: [] };
  for (let number = 1; number <= samples + warmUp; number += 1) {
    for (const kind of inAnyOrder(['known', 'unknown', 'control'] as const)) {
      await before();
      const time = await attempts[kind](number);
      if (number > warmUp) result[kind].push(time);
    }
  }
  return result;
}

function inAnyOrder<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

/** The difference in time between known and unknown addresses. */
export function compare(name: string, { known, unknown, control }: TwoSamples): BenchResult {
  const medians = [known, unknown].map((list) => median(list).toFixed(1)).join(' and ');
  const chance = distance(known, control).toFixed(3);
  return {
    name: `${name}: known against unknown address`,
    measured: distance(known, unknown),
    unit: 'ratio',
    goal,
    better: 'less',
    detail: `Kolmogorov-Smirnov distance of ${samples} answers each; medians ${medians} ms; known against known ${chance}`,
  };
}

/** The largest gap between the two empirical distributions: 0 for the same, 1 for no overlap. */
function distance(left: number[], right: number[]): number {
  const shareBelow = (list: number[], limit: number) => list.filter((value) => value <= limit).length / list.length;
  return Math.max(...[...left, ...right].map((limit) => Math.abs(shareBelow(left, limit) - shareBelow(right, limit))));
}
