import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { readTripPage } from '../../../test/trip-page.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'trips');

describe('the days of a page of trips', () => {
  it('sums up whole days, also a day of which the page shows only a part', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const hour of ['07', '12', '18'])
      await buildTrip(pool, { medium_id: mediumId, started_at: `2026-03-05T${hour}:00:00Z` });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-04T07:00:00Z' });

    const { days } = await readTripPage(passenger, `${base}?limit=1`);

    expect(days).toEqual([{ serviceDay: '2026-03-05', trips: 3, total: { amountMinor: 1110, currency: 'CAD' } }]);
  });

  it('sums up whole days on every page and within every filter', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const hour of ['07', '12', '18', '21'])
      await buildTrip(pool, { medium_id: mediumId, started_at: `2026-03-05T${hour}:00:00Z` });
    const whole = [{ serviceDay: '2026-03-05', trips: 4, total: { amountMinor: 1480, currency: 'CAD' } }];

    const first = await readTripPage(passenger, `${base}?limit=2`);
    const second = await readTripPage(passenger, `${base}?limit=1&cursor=${first.nextCursor}`);
    const last = await readTripPage(passenger, `${base}?limit=2&cursor=${second.nextCursor}`);
    const filtered = await readTripPage(passenger, `${base}?from=2026-03-05T10:00:00Z&to=2026-03-05T18:00:00Z`);

    expect([first, second, last, filtered].map(({ items }) => items.length)).toEqual([2, 1, 1, 1]);
    expect([first.days, second.days, last.days, filtered.days]).toEqual([whole, whole, whole, whole]);
  });

  it('sums up whole days also where the page ends between trips that began at the same instant', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const _ of [1, 2, 3]) await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-05T07:00:00Z' });

    const first = await readTripPage(passenger, `${base}?limit=1`);
    const second = await readTripPage(passenger, `${base}?limit=1&cursor=${first.nextCursor}`);

    const whole = [{ serviceDay: '2026-03-05', trips: 3, total: { amountMinor: 1110, currency: 'CAD' } }];
    expect([first.days, second.days]).toEqual([whole, whole]);
  });

  it('sums up each currency of a day separately', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const [hour, currency] of [
      ['14', 'CAD'],
      ['15', 'EUR'],
      ['16', 'CAD'],
    ] as const)
      await buildTrip(pool, { medium_id: mediumId, started_at: `2026-03-05T${hour}:00:00Z`, currency });

    const whole = await readTripPage(passenger, base);
    const cut = await readTripPage(passenger, `${base}?limit=1`);

    const totals = [
      { serviceDay: '2026-03-05', trips: 2, total: { amountMinor: 740, currency: 'CAD' } },
      { serviceDay: '2026-03-05', trips: 1, total: { amountMinor: 370, currency: 'EUR' } },
    ];
    expect([whole.days, cut.days]).toEqual([totals, totals]);
  });

  it("sums up a whole day although a trip of a partner's next day lies between its trips", async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await pool.query(`insert into operators values ('9', 'Over the border', 'Europe/Paris', '04:00', 'EUR', false)
      on conflict do nothing`);
    const abroad = { operator_code: '9', currency: 'EUR', service_day: '2026-03-06' };
    const day = { medium_id: mediumId, service_day: '2026-03-05' };
    await buildTrip(pool, { ...day, started_at: '2026-03-06T05:00:00Z' });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-06T04:00:00Z', ...abroad });
    await buildTrip(pool, { ...day, started_at: '2026-03-06T03:00:00Z' });

    const all = await readTripPage(passenger, base);
    const first = await readTripPage(passenger, `${base}?limit=1`);
    const last = await readTripPage(passenger, `${base}?to=2026-03-06T03:30:00Z`);

    const whole = [{ serviceDay: '2026-03-05', trips: 2, total: { amountMinor: 740, currency: 'CAD' } }];
    expect(all.days.slice(1)).toEqual(whole);
    expect([first.days, last.days]).toEqual([whole, whole]);
  });
});
