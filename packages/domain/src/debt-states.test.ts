import { expect, test } from 'vitest';
import { type DebtEvent, type DebtState, debtEdges, debtEvents, debtStates, nextDebtState } from './debt-states.ts';

const edges: readonly (readonly [DebtState, DebtEvent, DebtState])[] = [
  ['owed', 'request', 'requested'],
  ['owed', 'approve', 'approved'],
  ['owed', 'delivered_paid', 'ready'],
  ['owed', 'written_off', 'ready'],
  ['requested', 'submit', 'submitting'],
  ['requested', 'approve', 'approved'],
  ['requested', 'not_charged', 'owed'],
  ['requested', 'delivered_paid', 'ready'],
  ['requested', 'written_off', 'ready'],
  ['submitting', 'submit', 'submitting'],
  ['submitting', 'doubt', 'unknown'],
  ['submitting', 'approve', 'approved'],
  ['submitting', 'decline', 'declined'],
  ['submitting', 'not_charged', 'owed'],
  ['unknown', 'approve', 'approved'],
  ['unknown', 'decline', 'declined'],
  ['unknown', 'not_charged', 'owed'],
  ['declined', 'request', 'requested'],
  ['declined', 'approve', 'approved'],
  ['declined', 'delivered_paid', 'ready'],
  ['declined', 'written_off', 'ready'],
  ['approved', 'tell', 'unblocking'],
  ['approved', 'confirm', 'ready'],
  ['approved', 'delivered_paid', 'ready'],
  ['approved', 'delivered_unpaid', 'owed'],
  ['unblocking', 'confirm', 'ready'],
  ['unblocking', 'delivered_paid', 'ready'],
  ['unblocking', 'delivered_unpaid', 'owed'],
  ['ready', 'delivered_unpaid', 'owed'],
];

test.each(edges)('%s and %s lead to %s', (state, event, next) => {
  expect(nextDebtState(state, event)).toBe(next);
  expect(debtEdges(event).next).toBe(next);
  expect(debtEdges(event).before.includes(state)).toBe(state !== next);
});

test('every other event is refused in every state', () => {
  const declared = new Set(edges.map(([state, event]) => `${state} ${event}`));
  const taken = debtStates.flatMap((state) =>
    debtEvents.filter((event) => nextDebtState(state, event) !== undefined).map((event) => `${state} ${event}`),
  );

  expect(taken.filter((edge) => !declared.has(edge))).toEqual([]);
  expect(taken).toHaveLength(edges.length);
});
