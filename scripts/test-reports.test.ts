import { describe, expect, it } from 'vitest';
import { judgePlaywright, judgeVitest } from './lib/test-reports.ts';

describe('the verdict of a test run', () => {
  it('names each test that failed with what it said, and counts a skipped one as nothing', () => {
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: [testOf('passed'), testOf('skipped')] },
        {
          name: 'b.test.ts',
          status: 'failed',
          assertionResults: [testOf('failed', ['\u001b[31mexpected 1 to be 2\u001b[39m']), testOf('passed')],
        },
      ],
    };

    expect(judgeVitest(report)).toEqual({ passed: 2, failures: ['b.test.ts > it works\nexpected 1 to be 2'] });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const report = {
      testResults: [{ name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
    };

    expect(judgeVitest(report)).toEqual({ passed: 0, failures: ['c.test.ts\nno such module'] });
  });

  it('shows the beginning of what a test said', () => {
    const said = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const report = {
      testResults: [{ name: 'd.test.ts', status: 'failed', assertionResults: [testOf('failed', [said])] }],
    };

    expect(judgeVitest(report).failures[0]?.split('\n')).toHaveLength(13);
  });

  it('names a journey by its file within all groups, and counts one by its second look', () => {
    const report = {
      suites: [
        { specs: [specOf('pays', 'expected')], suites: [{ specs: [specOf('signs in', 'unexpected', 'no button')] }] },
        { specs: [specOf('reads', 'flaky', 'late')] },
      ],
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 4 },
      errors: [{ message: 'the port is taken' }],
    };

    expect(judgePlaywright(report)).toEqual({
      passed: 2,
      failures: ['[desktop] a.e2e.ts > signs in\nno button', 'outside of any journey\nthe port is taken'],
    });
  });

  it('counts a run that left no report as nothing at all, which the caller treats as failed', () => {
    expect(judgeVitest(undefined)).toEqual({ passed: 0, failures: [] });
    expect(judgePlaywright(undefined)).toEqual({ passed: 0, failures: [] });
  });
});

function testOf(status: string, failureMessages: string[] = []) {
  return { status, fullName: 'it works', failureMessages };
}

function specOf(title: string, status: string, ...messages: string[]) {
  const results = [{ errors: messages.map((message) => ({ message })) }];
  return { title, file: 'a.e2e.ts', tests: [{ projectName: 'desktop', status, results }] };
}
