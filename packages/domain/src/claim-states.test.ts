import { expect, test } from 'vitest';
import {
  type ClaimEvent,
  type ClaimState,
  claimEdges,
  claimEvents,
  claimStates,
  nextClaimState,
  proveClaim,
} from './claim-states.ts';

const edges: readonly (readonly [ClaimState, ClaimEvent, ClaimState])[] = [
  ['open', 'object', 'objected'],
  ['open', 'grant', 'granted'],
  ['open', 'withdraw', 'withdrawn'],
  ['open', 'lapse', 'void'],
];

test.each(edges)('%s and %s lead to %s', (state, event, next) => {
  expect(nextClaimState(state, event)).toBe(next);
  expect(claimEdges(event)).toEqual({ before: [state], next });
});

test('an ended claim never changes again', () => {
  const taken = claimStates.flatMap((state) =>
    claimEvents.filter((event) => nextClaimState(state, event) !== undefined).map((event) => [state, event]),
  );

  expect(taken).toEqual(edges.map(([state, event]) => [state, event]));
});

const line = { mediumId: 'a', serviceDay: '2026-03-01', isFresh: true };

test.each([
  ['two fresh lines of one card and two days', { ...line, serviceDay: '2026-03-02' }, true],
  ['the same day', line, false],
  ['an old line', { ...line, serviceDay: '2026-03-02', isFresh: false }, false],
  ['another card', { ...line, serviceDay: '2026-03-02', mediumId: 'b' }, false],
])('%s: %s', (_, other, isProven) => {
  expect([proveClaim(line, other), proveClaim(other, line)]).toEqual([isProven, isProven]);
});
