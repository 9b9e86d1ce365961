import { type TripSummary, tripSummary } from '@tapfolio/contracts/trips.ts';
import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { freshStorage } from '../../../../test/browser-globals.ts';
import { loadTexts, setLanguage } from '../../../lib/i18n.ts';
import { TripTable } from './trip-table.tsx';

beforeAll(async () => {
  freshStorage();
  await setLanguage('en_CA');
  await loadTexts();
});

function trip(index: number, overrides: Partial<TripSummary>): TripSummary {
  return tripSummary.parse({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    line: null,
    transportType: 'bus',
    status: 'calculated',
    fare: { amountMinor: 370, currency: 'CAD' },
    fareReason: null,
    updatedAt: '2026-11-12T15:00:00Z',
    startedAt: '2026-11-12T14:00:00Z',
    endedAt: null,
    from: 'Cathedral',
    to: null,
    serviceDay: '2026-11-12',
    timeZone: 'America/Toronto',
    operator: null,
    srid: null,
    ...overrides,
  });
}

function cells(trips: readonly TripSummary[]): string[] {
  const html = renderToStaticMarkup(
    <TripTable page={{ items: [...trips], days: [], nextCursor: null }} cardId={1} caption="Trips" open={undefined} />,
  );
  return [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '').trim());
}

test('shows transport types and trip statuses by their names [HIST-03]', () => {
  const byType = cells(transportTypes.map((transportType, index) => trip(index, { transportType })));
  const byStatus = cells(tripStatuses.map((status, index) => trip(index, { status })));

  expect(byType.filter((cell) => ['Bus', 'Tram', 'Train', 'Metro', 'Trolleybus', 'Other'].includes(cell))).toEqual([
    'Bus',
    'Tram',
    'Train',
    'Metro',
    'Trolleybus',
    'Other',
  ]);
  expect(byStatus.filter((cell) => ['Started', 'Finished', 'Broken'].includes(cell))).toEqual([
    'Started',
    'Finished',
    'Broken',
  ]);
});

test('says under a fare why it is none of its own, and nothing under an ordinary one', () => {
  const fares = cells([
    trip(1, { fare: { amountMinor: 0, currency: 'CAD' }, fareReason: 'free transfer' }),
    trip(2, { fare: { amountMinor: 150, currency: 'CAD' }, fareReason: 'daily cap reached' }),
    trip(3, { fare: { amountMinor: 0, currency: 'CAD' }, fareReason: 'school outing' }),
    trip(4, { fareReason: 'single fare' }),
  ]).filter((cell) => cell.startsWith('$'));

  expect(fares).toEqual(['$0.00Transfer included', '$1.50Daily cap reached', '$0.00school outing', '$3.70']);
});
