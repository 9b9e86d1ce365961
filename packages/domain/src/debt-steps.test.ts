import { describe, expect, it } from 'vitest';
import { type CountedTry, debtNextStep, triesLeft } from './debt-steps.ts';

const now = new Date('2026-03-20T12:00:00Z');
const rules = { most: 3, withinDays: 14, pauseMinutes: 15 };
const declined = (at: string, declineCode: CountedTry['declineCode'] = 'insufficient_funds'): CountedTry => ({
  requestedAt: new Date(at),
  declinedAt: new Date(at),
  declineCode,
});

describe('the tries of a debt', () => {
  it('are all left before the first', () => {
    expect(triesLeft([], rules, now)).toEqual({ left: 3, nextAt: null });
  });

  it('pause after the bank has refused one', () => {
    const tries = [declined('2026-03-20T11:50:00Z')];

    expect(triesLeft(tries, rules, now)).toEqual({ left: 2, nextAt: new Date('2026-03-20T12:05:00Z') });
    expect(triesLeft(tries, rules, new Date('2026-03-20T12:05:00Z'))).toEqual({ left: 2, nextAt: null });
  });

  it('come back one by one as the period moves on', () => {
    const tries = ['2026-03-08T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-12T12:00:00Z'].map((at) => declined(at));

    expect(triesLeft(tries, rules, now)).toEqual({ left: 0, nextAt: new Date('2026-03-22T12:00:00Z') });
    expect(triesLeft(tries, rules, new Date('2026-03-22T12:00:00Z'))).toEqual({ left: 1, nextAt: null });
  });

  it('wait for the whole pause, also if it is longer than the period', () => {
    const tries = [declined('2026-03-18T12:00:00Z')];
    const nextAt = new Date('2026-03-25T12:00:00Z');

    expect(triesLeft(tries, { most: 3, withinDays: 1, pauseMinutes: 7 * 24 * 60 }, now)).toEqual({ left: 3, nextAt });
  });

  it('are over after the bank says that the card is blocked', () => {
    expect(triesLeft([declined('2025-03-08T12:00:00Z', 'card_blocked')], rules, now)).toEqual({
      left: 0,
      nextAt: null,
    });
  });

  it('include the one in progress', () => {
    const open = { requestedAt: now, declinedAt: null, declineCode: null };

    expect(triesLeft([open], rules, now)).toEqual({ left: 2, nextAt: null });
  });
});

it.each([
  ['owed', 3, null, 'pay'],
  ['declined', 2, null, 'retry'],
  ['declined', 2, now, 'retry_later'],
  ['declined', 0, now, 'contact'],
  ['owed', 0, null, 'contact'],
  ['requested', 2, null, 'wait'],
  ['submitting', 2, null, 'wait'],
  ['unknown', 0, null, 'wait'],
  ['approved', 0, null, 'wait'],
  ['unblocking', 0, null, 'wait'],
  ['ready', 0, null, 'travel'],
] as const)('a debt that is %s with %i tries left until %s: %s', (state, left, nextAt, step) => {
  expect(debtNextStep(state, { isOffered: true, left, nextAt })).toBe(step);
});

it.each([
  ['owed', 'contact'],
  ['declined', 'contact'],
  ['requested', 'wait'],
  ['ready', 'travel'],
] as const)('a debt that is %s and cannot be paid here: %s', (state, step) => {
  expect(debtNextStep(state, { isOffered: false, left: 3, nextAt: null })).toBe(step);
});
