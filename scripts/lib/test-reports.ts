import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Count {
  passed: number;
  failed: number;
}

const vitestReport = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** The JSON a test runner left behind; undefined when it did not get that far. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A file that could not be loaded has no tests and counts as one failure. Skipped tests count as nothing. */
export function countVitest(report: unknown): Count {
  const { data } = vitestReport.safeParse(report);
  const count: Count = { passed: 0, failed: 0 };
  for (const file of data?.testResults ?? []) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed').length;
    count.passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    count.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
  }
  return count;
}

/**
 * A journey that passed at its second look has passed: on a machine that is busy elsewhere a browser can be late. Rules about
 * races are tested below the browser, where nothing is tried twice.
 */
export function countPlaywright(report: unknown): Count {
  const { data } = playwrightReport.safeParse(report);
  if (!data) return { passed: 0, failed: 0 };
  return { passed: data.stats.expected + data.stats.flaky, failed: data.stats.unexpected + data.errors.length };
}
