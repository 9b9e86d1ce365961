/** One measured figure and its goal. */
export interface BenchResult {
  name: string;
  measured: number;
  unit: 'ratio' | 's' | 'MB' | 'kB' | 'requests';
  goal: number;
  /** Whether a higher or a lower figure is better. */
  better: 'more' | 'less';
  /** The comparison that was measured in the same run. */
  detail: string;
}

/** A bench that cannot run on this machine, and why. */
export interface SkippedBench {
  name: string;
  skipped: string;
}

export type BenchOutcome = BenchResult | SkippedBench;

export const meetsGoal = ({ measured, goal, better }: BenchResult): boolean =>
  better === 'more' ? measured >= goal : measured <= goal;

/** Prints the outcomes as the bench's last line, for `bench/main.ts` to collect. */
export function report(outcomes: BenchOutcome[]): void {
  process.stdout.write(`${JSON.stringify(outcomes)}\n`);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
