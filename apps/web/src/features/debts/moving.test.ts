import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteServerTime } from '../../lib/server-clock.ts';
import { askAgainMs, isAnswered } from './moving.ts';

const waiting = { isLive: false, atRest: false } as const;
/** Another fare at each call: a page remembers those it has seen. */
const fare = (secondsAgo: number) => ({
  srid: crypto.randomUUID(),
  since: '2026-11-12T08:00:00Z',
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

  test('is every three seconds for two minutes after a change that the page has seen, whatever time the change says: clocks of servers may differ', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const watched = fare(600);
    expect(askAgainMs([{ ...watched, state: 'owed' }], waiting)).toBe(false);

    const requested = {
      ...watched,
      state: 'requested' as const,
      stateAt: new Date(Date.now() - 500_000).toISOString(),
    };
    expect(askAgainMs([requested], waiting)).toBe(3_000);
    vi.advanceTimersByTime(119_000);
    expect(askAgainMs([requested], waiting)).toBe(3_000);
    vi.advanceTimersByTime(2_000);
    expect(askAgainMs([requested], waiting)).toBe(30_000);
  });

  test('is never while a live stream reports each change', () => {
    expect(askAgainMs([fare(10)], { ...waiting, isLive: true })).toBe(false);
  });
});

describe('how often a page requests the state of a fare that the bank has refused', () => {
  const inSeconds = (seconds: number | null) => ({
    ...fare(10),
    state: 'declined' as const,
    nextStep: 'retry_later' as const,
    nextTryAt: seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString(),
  });
  const atRest = { isLive: true, atRest: 7 } as const;

  test('is when the first of them can be tried again, but no more than every three seconds and no less than every half minute', () => {
    const ms = askAgainMs([inSeconds(25), inSeconds(15), inSeconds(null)], atRest);

    // The server says its time in whole seconds.
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThan(20_000);
    expect(askAgainMs([inSeconds(-5)], atRest)).toBe(3_000);
    expect(askAgainMs([inSeconds(3600)], atRest)).toBe(30_000);
  });

  test('is as at rest if it is not known when it can be tried again, or if it can be tried now', () => {
    expect(askAgainMs([inSeconds(null), { ...inSeconds(15), nextStep: 'retry' }], atRest)).toBe(7);
  });

  test.each(['owed', 'declined', 'ready'] as const)('is as at rest without a live stream too: %s', (state) => {
    expect(askAgainMs([{ ...fare(10), state }], { ...atRest, isLive: false })).toBe(7);
    expect(askAgainMs([{ ...fare(10), state }, fare(600)], { ...atRest, isLive: false })).toBe(30_000);
  });
});

test.each([
  ['owed', 'declined', true],
  ['submitting', 'approved', true],
  ['approved', 'ready', true],
  ['requested', 'submitting', false],
  ['declined', 'requested', false],
] as const)('the bank has answered when a fare changes from %s to %s: %s', (before, now, expected) => {
  const [first, second] = ['2026-11-13T08:00:00Z', '2026-11-13T08:00:01Z'];

  expect(isAnswered({ state: before, stateAt: first }, { state: now, stateAt: second })).toBe(expected);
  expect(isAnswered({ state: now, stateAt: first }, { state: now, stateAt: first })).toBe(false);
});
