import { expect, it } from 'vitest';
import { rulesOf } from './for-work.ts';

const at = (seconds: number, digits = 3) =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${'0'.repeat(digits)}`;
const inRow = (seconds: number) => `${at(seconds, 6).replace('T', ' ')}+00`;
const rule = (card_id: number, from: number, to: number | null) => ({
  card_id,
  starts_at: inRow(from),
  ends_at: to === null ? null : inRow(to),
});
const trip = (cardId: number, seconds: number) => ({ cardId, startedAt: `${at(seconds)}Z` });

it.each([
  ['before all rules', 9, false],
  ['at the beginning of the first', 10, true],
  ['at the end of the first', 20, false],
  ['between two', 25, false],
  ['in the second', 35, true],
  ['at a rule that ended when it began', 40, false],
  ['after the beginning of the one that is on', 51, true],
])('a trip %s', (_, seconds, isForWork) => {
  const isUnderRule = rulesOf([rule(1, 10, 20), rule(1, 30, 40), rule(1, 40, 40), rule(1, 50, null), rule(2, 0, 9)]);

  expect(isUnderRule(trip(1, seconds))).toBe(isForWork);
  expect(isUnderRule(trip(3, seconds))).toBe(false);
});

it('judges a page of trips at once, although the rule was turned on and off thousands of times', () => {
  const rules = Array.from({ length: 18_000 }, (_, place) => rule(1, place * 10, place * 10 + 5));
  const trips = Array.from({ length: 1000 }, (_, place) => trip(1, place * 180 + (place % 10)));
  const begin = performance.now();

  const forWork = trips.filter(rulesOf(rules));

  expect(forWork).toHaveLength(500);
  // With each trip compared with each rule, all other calls waited for more than ten seconds.
  expect(performance.now() - begin).toBeLessThan(2000);
});
