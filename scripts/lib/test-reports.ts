import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** What a part of the verdict came to: how many passed, and for each that failed its name and what it said. */
export interface Outcome {
  passed: number;
  failures: string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const playwrightError = z.object({ message: z.string().optional() });

interface Suite {
  specs: z.infer<typeof playwrightSpec>[];
  suites?: Suite[] | undefined;
}

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(playwrightError) })),
    }),
  ),
});

const playwrightSuite: z.ZodType<Suite> = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.int(), flaky: z.int() }),
  errors: z.array(playwrightError),
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
export function judgeVitest(report: unknown): Outcome {
  const { data } = vitestReport.safeParse(report);
  const outcome: Outcome = { passed: 0, failures: [] };
  for (const file of data?.testResults ?? []) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    outcome.passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    for (const test of failed) {
      outcome.failures.push(failure(`${file.name} > ${test.fullName}`, test.failureMessages ?? []));
    }
    if (failed.length === 0 && file.status === 'failed') outcome.failures.push(failure(file.name, [file.message]));
  }
  return outcome;
}

/**
 * A journey that passed at its second look has passed: on a machine that is busy elsewhere a browser can be late. Rules about
 * races are tested below the browser, where nothing is tried twice.
 */
export function judgePlaywright(report: unknown): Outcome {
  const { data } = playwrightReport.safeParse(report);
  if (!data) return { passed: 0, failures: [] };
  return {
    passed: data.stats.expected + data.stats.flaky,
    failures: [
      ...data.suites.flatMap(specsOf).flatMap(failuresOf),
      ...data.errors.map(({ message }) => failure('outside of any journey', [message])),
    ],
  };
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function failuresOf({ title, file, tests }: Suite['specs'][number]): string[] {
  return tests
    .filter((test) => test.status === 'unexpected')
    .map(({ projectName, results }) =>
      failure(`[${projectName}] ${file} > ${title}`, results.at(-1)?.errors.map(({ message }) => message) ?? []),
    );
}

/** A difference of two long texts goes on for pages; its beginning says which they are. */
const shownLines = 12;

function failure(name: string, messages: readonly (string | undefined)[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).trim().split('\n').slice(0, shownLines);
  return [name, ...lines].join('\n').trim();
}
