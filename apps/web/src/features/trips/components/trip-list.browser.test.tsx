import type { TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';
import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, t } from '../../../../test/render.tsx';
import { tableColumn } from '../../../../test/table-column.ts';
import { buildTrip, cad } from '../../../../test/travel-fixtures.ts';
import { TripList } from './trip-list.tsx';

async function show(items: TripSummary[], days: TripPage['days'] = []) {
  const shown = await renderPart(<TripList page={{ items, days, nextCursor: null }} cardId={1} caption="Trips" />);
  await expect.poll(() => document.querySelectorAll('main table, main details').length).toBeGreaterThan(0);
  return shown;
}

test('has the columns trip id, line, transport type, status, fare, currency and last update [HIST-01]', async () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000001';
  // Not the currency of the portal, so that the column reads it from the trip.
  const fare = { amountMinor: 375, currency: 'USD' };
  await show([buildTrip({ id, fare, transportType: 'tram', status: 'fallback', updatedAt: '2026-11-21T16:45:00Z' })]);

  const headers = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent).slice(0, 7);
  expect(Object.fromEntries(headers.map((header) => [header, tableColumn(header)[0]]))).toEqual({
    Trip: expect.stringMatching(/0a1b2c3d$/),
    Line: '12',
    Transport: 'Tram',
    Status: 'Broken',
    Fare: 'US$3.75',
    Currency: 'USD',
    'Last update': '2026/11/21 11:45',
  });
});

test('shows transport types and trip statuses by their names [HIST-03]', async () => {
  await show([
    ...transportTypes.map((transportType) => buildTrip({ transportType })),
    ...tripStatuses.map((status) => buildTrip({ status })),
  ]);

  expect(tableColumn(t('trips.colType')).slice(0, 6)).toEqual(['Bus', 'Tram', 'Train', 'Metro', 'Trolleybus', 'Other']);
  expect(tableColumn(t('trips.colStatus')).slice(6)).toEqual(['Started', 'Finished', 'Broken']);
});

test('shows under a fare why the trip was free or cheaper, and nothing under an ordinary fare', async () => {
  await show([
    buildTrip({ fare: cad(0), fareReason: 'free transfer' }),
    buildTrip({ fare: cad(150), fareReason: 'daily cap reached' }),
    buildTrip({ fare: cad(0), fareReason: 'school outing' }),
    buildTrip({ fare: cad(370), fareReason: 'single fare' }),
  ]);

  expect(tableColumn(t('trips.colFare'))).toEqual([
    '$0.00Transfer included',
    '$1.50Daily cap reached',
    '$0.00school outing',
    '$3.70',
  ]);
});

test('says in words that the line of a trip is unknown; the screen shows its vehicle', async () => {
  await show([buildTrip({ line: null })]);

  expect(tableColumn(t('trips.colLine'))).toEqual([t('trips.lineUnknown')]);
});

test('a stop that only the end of a trip names does not read as its start', async () => {
  await show([buildTrip({ from: null, to: 'Hill' }), buildTrip({ from: 'Harbour', to: null })]);

  expect(tableColumn(t('trips.colId'))).toEqual([
    expect.stringMatching(/^Stop not recorded → Hill/),
    expect.stringMatching(/^Harbour(?! →)/),
  ]);
});

describe('the heading of a day', () => {
  const day = { serviceDay: '2026-11-20', trips: 5, total: cad(1850) };

  test.each([1280, 360])('shows the total of the whole day, even if the page cuts it, at %i px', async (width) => {
    await page.viewport(width, 740);
    const { getByText } = await show([buildTrip()], [day]);

    await expect.element(getByText('$18.50')).toBeVisible();
    await expect.element(getByText('5 trips')).toBeVisible();
  });

  test('keeps two currencies separate, and is shown without a total as well', async () => {
    const euros = { serviceDay: '2026-11-20', trips: 1, total: { amountMinor: 250, currency: 'EUR' } };
    await show([buildTrip(), buildTrip({ serviceDay: '2026-11-19' })], [day, euros]);

    const headings = [...document.querySelectorAll('tr:has(th[scope=rowgroup])')].map(({ textContent }) => textContent);
    expect(headings[0]).toMatch(/6 trips\$18\.50€2\.50/);
    expect(headings[1]).not.toMatch(/\$|€/);
  });

  test('has its total under the fares that it adds up', async () => {
    await page.viewport(1280, 740);
    const { getByText } = await show([buildTrip({ fare: cad(370) })], [day]);

    const rightOf = (words: string): number => {
      const range = document.createRange();
      range.selectNodeContents(getByText(words, { exact: true }).element());
      return Math.round(range.getBoundingClientRect().right);
    };
    expect(rightOf('$18.50')).toBe(rightOf('$3.70'));
  });
});

describe('a stop', () => {
  test.each([
    ['1016', 'Stop 1016'],
    ['100000001016', 'Stop 100000001016'],
    ['0b6f1c52-94a1-4e0e-8f2b-0c1d2e3f4a5b', 'Stop 0b6f1c52'],
    ['44th Street', '44th Street'],
  ])('that was delivered as %s is shown as %s', async (delivered, shown) => {
    const { getByText } = await show([buildTrip({ from: delivered, to: 'Harbour' })]);

    await expect.element(getByText(`${shown} → Harbour`)).toBeVisible();
  });
});
