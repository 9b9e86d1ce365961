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
  ['submitting', 'submit', 'submitting'],
  ['submitting', 'doubt', 'unknown'],
  ['submitting', 'refund', 'refunded'],
  ['submitting', 'decline', 'declined'],
  ['submitting', 'not_refunded', 'declined'],
  ['unknown', 'submit', 'submitting'],
  ['unknown', 'refund', 'refunded'],
  ['unknown', 'decline', 'declined'],
  ['unknown', 'not_refunded', 'declined'],
  ['declined', 'refund', 'refunded'],
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

test('money that was given back stays given back', () => {
  expect(refundEvents.map((event) => nextRefundState('refunded', event))).toEqual(refundEvents.map(() => undefined));
  expect(openRefundStates).not.toContain('refunded');
});
