import { expect, it } from 'vitest';
import { buildCap, buildCapList } from '../../../test/cap-fixtures.ts';
import { cad } from '../../../test/travel-fixtures.ts';
import { currentCaps, nextCaps } from './shown-caps.ts';

const noon = Date.parse('2026-11-20T17:00:00Z');
const month = { period: 'month', to: '2026-12-01T09:30:00Z' } as const;

it.each([
  ['now', '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z', 1],
  ['from the first instant on', '2026-11-20T17:00:00Z', '2026-11-21T09:30:00Z', 1],
  ['that is over', '2026-11-19T09:30:00Z', '2026-11-20T09:30:00Z', 0],
  ['until the last instant', '2026-11-19T09:30:00Z', '2026-11-20T17:00:00Z', 0],
])('shows a cap %s', (_, from, to, count) => {
  expect(currentCaps(buildCapList({ caps: [buildCap({ from, to })] }), noon, undefined)).toHaveLength(count);
});

it('shows those of one card', () => {
  const two = buildCapList({ cardId: 1, caps: [buildCap()] }, { cardId: 2, caps: [buildCap(), buildCap(month)] });

  expect([1, 2, 3].map((cardId) => currentCaps(two, noon, cardId).length)).toEqual([1, 2, 0]);
});

const next = (...caps: ReturnType<typeof buildCap>[]) =>
  nextCaps(currentCaps(buildCapList({ caps }, { cardId: 2, caps: [buildCap({ trips: 0 })] }), noon, undefined)).map(
    ({ card, cap }) => [card.cardId, cap.period],
  );

it.each([
  ['the cap that has least left', [buildCap({ left: cad(500) }), buildCap({ ...month, left: cad(400) })], 'month'],
  [
    'the one that is reached',
    [buildCap({ left: cad(1) }), buildCap({ ...month, state: 'reached', left: null })],
    'month',
  ],
  ['the one that is paid', [buildCap({ left: cad(1) }), buildCap({ ...month, state: 'full', left: null })], 'month'],
  ['not one of which nothing is known', [buildCap({ state: 'exceeded', left: null }), buildCap(month)], 'month'],
] as const)('home shows of a card %s, and no card without a trip', (_, caps, period) => {
  expect(next(...caps)).toEqual([[1, period]]);
});

it('home shows the caps once if no card has travelled', () => {
  expect(next(buildCap({ trips: 0 }), buildCap({ ...month, trips: 0 }))).toEqual([
    [1, 'day'],
    [1, 'month'],
  ]);
});
