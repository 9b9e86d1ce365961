import { expect, test } from 'vitest';
import { type StateTable, stateEdges } from './state-edges.ts';

const states = ['open', 'held', 'closed'] as const;
const table: StateTable<(typeof states)[number], 'hold' | 'close' | 'turn' | 'burn'> = {
  open: { hold: 'held', close: 'closed', turn: 'held' },
  held: { hold: 'held', close: 'closed', turn: 'open' },
  closed: {},
};

test('an event leads out of each state that names it, and not out of the one that it leads to', () => {
  expect(stateEdges(states, table, 'close')).toEqual({ before: ['open', 'held'], next: 'closed' });
  expect(stateEdges(states, table, 'hold')).toEqual({ before: ['open'], next: 'held' });
});

test('an event that leads to two states, or to none, is a mistake in the table', () => {
  expect(() => stateEdges(states, table, 'turn')).toThrow('turn');
  expect(() => stateEdges(states, table, 'burn')).toThrow('burn');
});
