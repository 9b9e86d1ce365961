import { describe, expect, onTestFinished, test } from 'vitest';
import { noteServerTime } from '../../lib/server-clock.ts';
import { askAgainMs } from './moving.ts';

const waiting = { isLive: false, atRest: false } as const;
const fare = (secondsAgo: number) => ({
  state: 'approved' as const,
  stateAt: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  nextStep: 'wait' as const,
  nextTryAt: null,
});

describe('how often a page requests the state of a fare that the bank has paid', () => {
  test('is every three seconds at first, while the back office usually answers', () => {
    expect(askAgainMs([fare(10)], waiting)).toBe(3_000);
  });

  test('is every half minute after a long time without a change: a back office may be offline for days', () => {
    expect(askAgainMs([fare(600)], waiting)).toBe(30_000);
    expect(askAgainMs([fare(600), fare(10)], waiting)).toBe(3_000);
  });

  test('follows the clock of the server if that of the device is wrong by ten minutes', () => {
    onTestFinished(() => noteServerTime(new Date().toUTCString()));
    noteServerTime(new Date(Date.now() - 600_000).toUTCString());

    expect(askAgainMs([fare(610)], waiting)).toBe(3_000);
    expect(askAgainMs([fare(10)], waiting)).toBe(30_000);
  });

  test('is never while a live stream reports each change', () => {
    expect(askAgainMs([fare(10)], { ...waiting, isLive: true })).toBe(false);
  });
});
