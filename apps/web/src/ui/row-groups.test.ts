import { expect, test } from 'vitest';
import { rowGroups } from './row-groups.ts';

const dayOf = ({ day }: { day: string }) => ({ key: day, heading: `Day ${day}` });
const rows = [
  { id: 'c', day: '20' },
  { id: 'b', day: '20' },
  { id: 'a', day: '19' },
];

test('keeps the order of groups and of rows within a group', () => {
  const groups = rowGroups(rows, dayOf);

  expect(groups.map(({ heading, rows: own }) => [heading, own.map(({ id }) => id)])).toEqual([
    ['Day 20', ['c', 'b']],
    ['Day 19', ['a']],
  ]);
});

test('puts a late row under the existing heading', () => {
  const late = { id: 'z', day: '20' };

  expect(rowGroups([...rows, late], dayOf).map(({ key, rows: own }) => [key, own.length])).toEqual([
    ['20', 3],
    ['19', 1],
  ]);
});

test('is one group without a heading if rows have nothing in common', () => {
  expect(rowGroups(rows, undefined)).toEqual([{ key: '', rows }]);
});
