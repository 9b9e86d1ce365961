import { expect, test } from 'vitest';
import {
  nextRefundState,
  openRefundStates,
  type RefundEvent,
  type RefundState,
  refundEdges,
  refundEvents,
  refundStates,
} from './refund-states.ts';

const edges: readonly (readonly [RefundState, RefundEvent, RefundState])[] = [
  ['requested', 'submit', 'submitting'],
  ['requested', 'refund', 'refunded'],
  ['requested', 'return', 'returned'],
  ['submitting', 'submit', 'submitting'],
  ['submitting', 'doubt', 'unknown'],
  ['submitting', 'refund', 'refunded'],
  ['submitting', 'decline', 'declined'],
  ['submitting', 'not_refunded', 'declined'],
  ['submitting', 'return', 'returned'],
  ['unknown', 'refund', 'refunded'],
  ['unknown', 'decline', 'declined'],
  ['unknown', 'not_refunded', 'declined'],
  ['unknown', 'return', 'returned'],
  ['declined', 'refund', 'refunded'],
  ['declined', 'return', 'returned'],
  ['refunded', 'return', 'returned'],
];

test.each(edges)('%s and %s lead to %s', (state, event, next) => {
  expect(nextRefundState(state, event)).toBe(next);
  expect(refundEdges(event).next).toBe(next);
  expect(refundEdges(event).before.includes(state)).toBe(state !== next);
});

test('every other event is refused in every state', () => {
  const declared = new Set(edges.map(([state, event]) => `${state} ${event}`));
  const taken = refundStates.flatMap((state) =>
    refundEvents.filter((event) => nextRefundState(state, event) !== undefined).map((event) => `${state} ${event}`),
  );

  expect(taken.filter((edge) => !declared.has(edge))).toEqual([]);
  expect(taken).toHaveLength(edges.length);
});

test('a refund stays refunded unless the money comes back to the bank, and then it stays returned', () => {
  const after = (state: RefundState) => refundEvents.filter((event) => nextRefundState(state, event) !== undefined);

  expect([after('refunded'), after('returned')]).toEqual([['return'], []]);
  expect(openRefundStates).toEqual(['requested', 'submitting', 'unknown']);
});
