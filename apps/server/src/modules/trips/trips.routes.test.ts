import { tripDetail, tripSummary } from '@tapfolio/contracts/trips.ts';
import { describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildLine, buildStop } from '../../../test/factories/timetable.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { readTripPage } from '../../../test/trip-page.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'trips');

describe('listTrips', () => {
  it('shows every column of a trip, newest first, in the shape of the contract', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T08:00:00Z', line_id: null, line_name: null });
    const newer = await buildTrip(pool, {
      medium_id: mediumId,
      started_at: '2026-03-01T17:30:00.125Z',
      checked_out_at: '2026-03-01T17:55:00Z',
      transport_type: null,
      fare_reason: 'daily cap',
      srid: 'ABC1234567890',
    });

    const { items, nextCursor } = await readTripPage(passenger, base);

    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      ...nullsOf(tripSummary),
      id: newer.trip_id,
      line: { id: '11', name: '11 as delivered', longName: null, color: null, textColor: null },
      transportType: 'other',
      status: 'calculated',
      fare: { amountMinor: 370, currency: 'CAD' },
      fareReason: 'daily cap',
      updatedAt: '2026-03-01T17:30:00.125Z',
      startedAt: '2026-03-01T17:30:00.125Z',
      endedAt: '2026-03-01T17:55:00Z',
      from: 'Harbour',
      to: 'Hill',
      serviceDay: '2026-03-01',
      timeZone: 'America/Toronto',
      srid: 'ABC1234567890',
    });
    expect(items[1]?.line).toBeNull();
    expect(nextCursor).toBeNull();
  });

  it("names the operator of a partner's trip, and shows it in that operator's time and currency", async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await pool.query(`insert into operators values ('9', 'Over the border', 'Europe/Paris', '04:00', 'EUR', false)
      on conflict do nothing`);
    const abroad = { operator_code: '9', currency: 'EUR', started_at: '2026-03-01T08:00:00Z' };
    await buildTrip(pool, { medium_id: mediumId, ...abroad });

    const { items } = await readTripPage(passenger, base);

    expect(items).toMatchObject([
      { operator: 'Over the border', timeZone: 'Europe/Paris', fare: { amountMinor: 370, currency: 'EUR' } },
    ]);
  });

  it("names line and stops as the operator does in the page's language, a platform by its station", async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await buildLine(pool, {
      line_id: 'T1',
      name: 'T1',
      long_name: 'Shore',
      names: { fr: 'Rive' },
      transport_type: 'tram',
    });
    await buildStop(pool, { stop_id: 'ST', name: 'Central', names: { fr: 'Centrale' } });
    await buildStop(pool, { stop_id: 'P1', name: 'Platform 1', parent_stop_id: 'ST' });
    await buildStop(pool, { stop_id: 'S9', name: 'Lake', names: {} });
    const trip = { line_id: 'T1', from_stop_id: 'P1', to_stop_id: 'S9', started_at: '2026-03-01T08:00:00Z' };
    await buildTrip(pool, { medium_id: mediumId, ...trip });

    const french = await readTripPage(passenger, `${base}?language=fr_CA`);
    const account = await readTripPage(passenger, base);

    expect(french.items[0]).toMatchObject({ from: 'Centrale', to: 'Lake', transportType: 'tram' });
    expect(french.items[0]?.line).toEqual({
      id: 'T1',
      name: 'T1',
      longName: 'Rive',
      color: '0055AA',
      textColor: 'FFFFFF',
    });
    expect(account.items[0]).toMatchObject({ from: 'Central', line: { longName: 'Shore' } });
  });

  it('pages by cursor without losing, repeating or counting a trip twice, also when trips start in the same instant', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const starts = ['2026-02-27T10:00:00Z', '2026-02-28T23:59:00Z', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'];
    const made = await Promise.all(starts.map((started_at) => buildTrip(pool, { medium_id: mediumId, started_at })));
    const seen: string[] = [];
    const counted: number[] = [];

    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const page = await readTripPage(passenger, `${base}?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map((item) => item.id));
      counted.push(...page.days.map(({ trips }) => trips));
      cursor = page.nextCursor;
    }

    expect(seen).toHaveLength(made.length);
    expect(new Set(seen)).toEqual(new Set(made.map((trip) => trip.trip_id)));
    expect(counted).toEqual([2, 2, 1, 1]);
  });

  it('filters from one instant to before another one, also with a cursor', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const day of ['01', '02', '03', '04'])
      await buildTrip(pool, { medium_id: mediumId, started_at: `2026-03-${day}T00:00:00Z` });
    const filter = `${base}?from=2026-03-02T00:00:00Z&to=2026-03-04T00:00:00Z&limit=1`;

    const first = await readTripPage(passenger, filter);
    const second = await readTripPage(passenger, `${filter}&cursor=${first.nextCursor}`);

    expect([first, second].map((page) => page.items.map((item) => item.serviceDay))).toEqual([
      ['2026-03-03'],
      ['2026-03-02'],
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('accepts a period of any length and shows one page', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const month of ['01', '02', '03'])
      await buildTrip(pool, { medium_id: mediumId, started_at: `2026-${month}-05T08:00:00Z` });

    const page = await readTripPage(passenger, `${base}?from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z&limit=2`);

    expect(page.items.map((item) => item.serviceDay)).toEqual(['2026-03-05', '2026-02-05']);
    expect(page.nextCursor).not.toBeNull();
  });

  it('answers an empty page for a card without trips', async () => {
    const { passenger, base } = await passengerWithCard();

    expect(await readTripPage(passenger, base)).toEqual({ items: [], days: [], nextCursor: null });
  });

  it('refuses a period that ends before it begins', async () => {
    const { passenger, base } = await passengerWithCard();

    const response = await passenger.call({ url: `${base}?from=2026-03-06T00:00:00Z&to=2026-03-05T00:00:00Z` });

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: { code: '0102', details: { fields: { to: 'custom' } } } });
  });

  it.each(['x', 'AAAA', Buffer.from('2026-13-45T99:00:00Z,zz').toString('base64url')])(
    'refuses a cursor that the server did not make (%s)',
    async (cursor) => {
      const { passenger, base } = await passengerWithCard();

      const response = await passenger.call({ url: `${base}?cursor=${cursor}` });

      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: { code: 'TM0203' } });
    },
  );

  it.each([
    'limit=0',
    'limit=1001',
    'limit=0x10',
    'limit=1e2',
    'limit=+5',
    'limit=',
    'from=yesterday',
    `from=2026-03-02T00:00:00.${'0'.repeat(200)}Z`,
    'language=xx',
  ])('refuses %s', async (query) => {
    const { passenger, base } = await passengerWithCard();

    const response = await passenger.call({ url: `${base}?${query}` });

    expect(response.json()).toMatchObject({ error: { code: '0102' } });
  });
});

describe('getTrip', () => {
  it('shows stops, times, refund and the payment of a trip', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T04:00:00Z' });
    const refund = { reason: 'refund', opened_at: '2026-03-02T04:00:00Z', srid: payment.srid };
    await buildPayment(pool, { medium_id: mediumId, ...refund });
    const trip = await buildTrip(pool, {
      medium_id: mediumId,
      started_at: '2026-03-01T08:00:00Z',
      checked_out_at: '2026-03-01T08:20:00Z',
      from_stop_id: 'unknown-stop',
      srid: payment.srid,
      refund_reason: 'late',
      refund_minor: 100,
    });

    const response = await passenger.call({ url: `${base}/${trip.trip_id}` });

    expect(tripDetail.parse(response.json())).toMatchObject({
      id: trip.trip_id,
      start: { pointId: 'unknown-stop', name: 'Harbour', at: '2026-03-01T08:00:00Z' },
      stop: { pointId: null, name: 'Hill', at: '2026-03-01T08:20:00Z' },
      refund: { reason: 'late', amount: { amountMinor: 100, currency: 'CAD' } },
      payment: { id: payment.payment_id, openedAt: '2026-03-01T04:00:00Z' },
    });
  });

  it('takes the time of the only tap, at the end, for no check-in', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const at = '2026-03-01T08:20:00Z';
    const tapped = { started_at: at, checked_in_at: null, checked_out_at: at, from_name: null };
    const trip = await buildTrip(pool, { medium_id: mediumId, ...tapped });

    const response = await passenger.call({ url: `${base}/${trip.trip_id}` });

    expect(response.json()).toMatchObject({ start: { name: null, at: null }, stop: { name: 'Hill', at } });
  });

  it('finds the payment of a trip among others with its reference: the last one opened around the time of the trip', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const own = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-02-20T08:00:00Z' });
    const { srid } = own;
    for (const opened_at of ['2026-01-31T07:59:00Z', '2026-01-31T08:01:00Z', '2026-03-14T08:01:00Z']) {
      const other = await buildPayment(pool, { medium_id: mediumId, opened_at });
      await pool.query('update payments set srid = $1 where payment_id = $2', [srid, other.payment_id]);
    }
    const trip = await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-12T08:00:00Z', srid });

    for (const query of ['', '?at=2026-03-12T08:00:00Z', '?at=2026-03-12T20:00:00Z']) {
      const response = await passenger.call({ url: `${base}/${trip.trip_id}${query}` });
      expect(response.json()).toMatchObject({ payment: { id: own.payment_id, openedAt: '2026-02-20T08:00:00Z' } });
    }
    await pool.query('delete from payments where medium_id = $1 and opened_at between $2 and $3', [
      mediumId,
      '2026-01-31T08:00:00Z',
      '2026-03-01T00:00:00Z',
    ]);
    const response = await passenger.call({ url: `${base}/${trip.trip_id}?at=2026-03-12T08:00:00Z` });
    expect(response.json()).toMatchObject({ payment: null });
  });

  it('finds a trip at the time in the list, and also if it was moved since', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const trip = await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T08:00:00Z' });

    for (const at of ['2026-03-01T08:00:00Z', '2025-01-01T08:00:00Z']) {
      const response = await passenger.call({ url: `${base}/${trip.trip_id}?at=${at}` });
      expect(response.json()).toMatchObject({ id: trip.trip_id });
    }
    const wrong = await passenger.call({ url: `${base}/${trip.trip_id}?at=yesterday` });
    expect(wrong.json()).toMatchObject({ error: { code: '0102' } });
  });

  it('answers NWA0037 for a trip of another card', async () => {
    const { passenger, base } = await passengerWithCard();
    const { mediumId } = await passengerWithCard();
    const foreign = await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T08:00:00Z' });

    const response = await passenger.call({ url: `${base}/${foreign.trip_id}` });

    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { code: 'NWA0037' } });
  });
});
