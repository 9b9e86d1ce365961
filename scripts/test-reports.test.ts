import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './lib/test-reports.ts';

describe('the verdict of a test run', () => {
  it('counts a file that could not be loaded as one failure and a skipped test as nothing', () => {
    const report = {
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };

    expect(countVitest(report)).toEqual({ passed: 2, failed: 2 });
  });

  it('counts an error outside of any journey as a failure, and a journey by its second look', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 }, errors: [{}] };

    expect(countPlaywright(report)).toEqual({ passed: 4, failed: 2 });
  });

  it('counts a run that left no report as nothing at all, which the caller treats as failed', () => {
    expect(countVitest(undefined)).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright(undefined)).toEqual({ passed: 0, failed: 0 });
  });
});
