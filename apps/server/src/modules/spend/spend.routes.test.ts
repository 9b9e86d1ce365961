import { spend } from '@tapfolio/contracts/spend.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildLine } from '../../../test/factories/timetable.ts';
import { buildTrip, type TripRow } from '../../../test/factories/trips.ts';
import { portalRole } from '../../roles/portal.ts';

// A Friday; after the day cut of the night, Thursday lasts for some hours longer.
const clock = { now: () => new Date('2026-11-20T17:00:00Z') };
const { pool, signIn } = await createTestApp([portalRole], { clock });
await buildLine(pool, { line_id: 'T4', transport_type: 'tram' });

async function travelled(passenger: SignedIn, trips: (Partial<TripRow> & { service_day: string })[]): Promise<void> {
  const { medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
  for (const trip of trips) await buildTrip(pool, { medium_id, started_at: `${trip.service_day}T15:00:00Z`, ...trip });
}

async function spendOf(passenger: SignedIn, query = '') {
  const response = await passenger.call({ url: `/public/api/v1/portal/spend${query}` });
  return spend.parse(response.json()).currencies;
}

describe('getSpend', () => {
  it('sums up all cards by week, the current one first, including weeks without a trip', async () => {
    const passenger = await signIn();
    await travelled(passenger, [{ service_day: '2026-11-16' }, { service_day: '2026-11-20', fare_minor: 130 }]);
    // The last day of the second week, the first day of the oldest one, and the day before.
    await travelled(
      passenger,
      ['2026-11-15', '2026-10-26', '2026-10-25'].map((service_day) => ({ service_day })),
    );

    const [cad, ...others] = await spendOf(passenger);

    expect(others).toEqual([]);
    expect(cad?.weeks).toEqual([
      { firstDay: '2026-11-16', trips: 2, total: { amountMinor: 500, currency: 'CAD' } },
      { firstDay: '2026-11-09', trips: 1, total: { amountMinor: 370, currency: 'CAD' } },
      { firstDay: '2026-11-02', trips: 0, total: { amountMinor: 0, currency: 'CAD' } },
      { firstDay: '2026-10-26', trips: 1, total: { amountMinor: 370, currency: 'CAD' } },
    ]);
  });

  it('begins weeks on the requested day, and has the requested number of them', async () => {
    const passenger = await signIn();
    await travelled(passenger, [{ service_day: '2026-11-15' }]);

    const [cad] = await spendOf(passenger, '?weekStart=7&weeks=2');

    expect(cad?.weeks.map(({ firstDay, trips }) => [firstDay, trips])).toEqual([
      ['2026-11-15', 1],
      ['2026-11-08', 0],
    ]);
  });

  it('sums up by type of transport, the most expensive first, then the one with most trips', async () => {
    const passenger = await signIn();
    await travelled(passenger, [
      { service_day: '2026-11-18', line_id: null },
      { service_day: '2026-11-18', line_id: null, transport_type: 'rail', fare_minor: 900 },
      { service_day: '2026-11-19', line_id: null },
      { service_day: '2026-11-19', line_id: null, transport_type: null, fare_minor: 10 },
      // The timetable knows better what its lines are.
      { service_day: '2026-11-20', line_id: 'T4', transport_type: 'bus', fare_minor: 740 },
    ]);

    const [cad] = await spendOf(passenger);

    expect(cad?.transportTypes).toEqual([
      { transportType: 'rail', trips: 1, total: { amountMinor: 900, currency: 'CAD' } },
      { transportType: 'bus', trips: 2, total: { amountMinor: 740, currency: 'CAD' } },
      { transportType: 'tram', trips: 1, total: { amountMinor: 740, currency: 'CAD' } },
      { transportType: 'other', trips: 1, total: { amountMinor: 10, currency: 'CAD' } },
    ]);
  });

  it('counts only days of the listed weeks, although the next week has begun for a partner', async () => {
    const passenger = await signIn();
    await travelled(passenger, [
      { service_day: '2026-11-20' },
      { service_day: '2026-11-23', currency: 'EUR' },
      { service_day: '2026-11-23', line_id: null, transport_type: 'rail' },
    ]);

    const currencies = await spendOf(passenger);

    expect(currencies.map(({ weeks, transportTypes }) => [weeks[0]?.trips, transportTypes])).toEqual([
      [1, [{ transportType: 'bus', trips: 1, total: { amountMinor: 370, currency: 'CAD' } }]],
    ]);
  });

  it('keeps currencies apart, the one with most trips first', async () => {
    const passenger = await signIn();
    await travelled(passenger, [
      { service_day: '2026-11-18', currency: 'EUR', fare_minor: 250 },
      { service_day: '2026-11-18' },
      { service_day: '2026-11-19' },
      ...[1, 2, 3].map(() => ({ service_day: '2026-11-10', currency: 'GBP', fare_minor: 120 })),
    ]);

    const currencies = await spendOf(passenger);

    expect(currencies.map(({ currency, weeks }) => [currency, weeks[0]?.total, weeks[1]?.total])).toEqual([
      ['GBP', { amountMinor: 0, currency: 'GBP' }, { amountMinor: 360, currency: 'GBP' }],
      ['CAD', { amountMinor: 740, currency: 'CAD' }, { amountMinor: 0, currency: 'CAD' }],
      ['EUR', { amountMinor: 250, currency: 'EUR' }, { amountMinor: 0, currency: 'EUR' }],
    ]);
  });

  it("[CARD-14] shows nothing of other passengers' cards, and nothing without cards", async () => {
    await travelled(await signIn(), [{ service_day: '2026-11-18' }]);

    expect(await spendOf(await signIn())).toEqual([]);
  });

  it.each(['weeks=0', 'weeks=14', 'weekStart=0', 'weekStart=8', 'weeks=x', 'weeks=0x4', 'weekStart='])(
    'refuses %s',
    async (query) => {
      const passenger = await signIn();

      const response = await passenger.call({ url: `/public/api/v1/portal/spend?${query}` });

      expect(response.statusCode).toBe(400);
    },
  );
});
