import { type BenchResult, median } from './result.ts';

/** Critical value of the Kolmogorov-Smirnov distance at 0.1 % for two samples of 200. */
const goal = 0.195;
export const samples = 200;
export const warmUp = 20;

export interface TwoSamples {
  known: number[];
  unknown: number[];
  /** Known ones again: what chance alone makes. */
  control: number[];
}

/** How far apart known and unknown addresses are in time. */
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
