import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { v1, v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { summarise } from '../report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const [morning, noon] = ['2025-10-03T08:00:00.000Z', '2025-10-03T08:30:00.000Z'];
const variable = { charge_type: 'complete_variable_fare' };
const trip = `select from_name, to_name, status, fare_minor::int as fare, line_id, line_name, currency::text as currency,
  fare_reason, (checked_out_at - started_at)::text as lasted from trips`;

describe('a trip of two taps', () => {
  const taps = [
    v3.tap('T2', noon, { location_name: 'Stanmore', route_id: '', mode: 'TRAIN' }),
    v3.tap('T1', morning, { location_name: 'Canons Park', route_id: '', mode: 'TRAIN' }),
  ];
  const links = [v3.link('T2', 'M'), v3.link('T1', 'M')];

  it('begins with the earlier and ends with the later tap, whatever their type', async () => {
    await deliver(url, { taps, links, fares: [v3.fare('M', 'A', '3.60', variable)] });

    expect(await one(pool, trip)).toMatchObject({
      from_name: 'Canons Park',
      to_name: 'Stanmore',
      status: 'calculated',
      fare: 360,
      currency: 'GBP',
      lasted: '00:30:00',
    });
    const { rows } = await pool.query('select direction from taps order by tapped_at');
    expect(rows).toEqual([{ direction: 'on' }, { direction: 'off' }]);
  });

  it('waits for its links or taps, reports that, and is complete once they have come', async () => {
    const fares = await deliver(url, { fares: [v3.fare('M', 'A', '3.60', variable)] });
    const late = await deliver(url, { links }, { at: '202510090430' });
    const waiting = await one(pool, 'select due_minor::int as due from payments');
    const last = await deliver(url, { taps }, { at: '202510120430' });

    expect(JSON.parse(JSON.stringify(summarise(fares)))).toMatchObject({ kinds: { pieces: { waiting: 1 } } });
    expect(JSON.parse(JSON.stringify(summarise(late)))).toMatchObject({ kinds: { pieces: { waiting: 2 } } });
    expect(JSON.parse(JSON.stringify(summarise(last)))).toMatchObject({ kinds: { pieces: { waiting: -3 } } });
    expect(waiting).toEqual({ due: 360 });
    expect(await one(pool, trip)).toMatchObject({ to_name: 'Stanmore', lasted: '00:30:00' });
    expect(await one(pool, 'select due_minor::int as due from payments')).toEqual({ due: 360 });
  });

  it('is fallback with one tap: an entry, or an exit without a known entry', async () => {
    const incomplete = { charge_type: 'INCOMPLETE_VARIABLE_FARE' };
    await deliver(url, {
      taps: [v3.tap('E', morning, { type: 'ON' }), v3.tap('X', noon, { type: 'Off', location_name: 'Exit' })],
      links: [v3.link('E', 'ME'), v3.link('X', 'MX')],
      fares: [v3.fare('ME', 'A', '5.00', incomplete), v3.fare('MX', 'A', '5.00', incomplete)],
    });

    const { rows } = await pool.query('select from_name, to_name, status, fare_reason from trips order by started_at');
    const said = { status: 'fallback', fare_reason: 'incomplete variable fare' };
    expect(rows).toEqual([
      { from_name: 'Place', to_name: null, ...said },
      { from_name: null, to_name: 'Exit', ...said },
    ]);
  });

  it('is calculated with one tap when the back office says that it is complete', async () => {
    await deliver(url, { taps: taps.slice(1), links, fares: [v3.fare('M', 'A', '3.60', variable)] });

    expect(await one(pool, trip)).toMatchObject({ status: 'calculated', to_name: null });
  });
});

describe('a fare', () => {
  const taps = [v3.tap('T', morning)];
  const links = [v3.link('T', 'M')];

  it('is provisional while its journey is open, and is removed when another fare has its tap', async () => {
    const pending = { charge_type: 'pending_charge_fare', status: 'PENDING' };
    await deliver(url, { taps, links, fares: [v3.fare('M', 'A', '9.00', pending)] });
    const before = await one(pool, trip);
    await deliver(
      url,
      {
        links: [v3.link('T', 'M2')],
        fares: [v3.fare('M2', 'A', '3.60', variable)],
      },
      { at: '202510050430' },
    );

    expect(before).toMatchObject({ status: 'provisional', fare: 900 });
    expect(await one(pool, trip)).toMatchObject({ status: 'calculated', fare: 360 });
    expect(await one(pool, 'select due_minor::int as due from payments')).toEqual({ due: 360 });
    expect(await count(pool, 'trip_lookups')).toBe(1);
  });

  it('is removed when it is deleted, and no longer due', async () => {
    const fares = [v3.fare('M', 'A', '3.60')];
    await deliver(url, { taps, links, fares });
    await deliver(url, { fares: [v3.fare('M', 'A', '3.60', { status: 'Deleted' })] }, { at: '202510050430' });
    await deliver(url, { again: fares }, { at: '202510030430' });

    expect(await count(pool, 'trips')).toBe(0);
    expect(await one(pool, 'select due_minor::int as due, status from payments')).toEqual({ due: 0, status: 'none' });
  });

  it('that comes twice in a file of version 1 has the later time, in either order of the lines', async () => {
    const early = v1.fare('M', 'A', '9.00', { charge_type: 'flat_fare', transaction_time: morning });
    const late = v1.fare('M', 'A', '3.60', { charge_type: 'flat_fare', transaction_time: noon });
    await deliver(url, { fares: [late, early], taps: [v1.tap('T', morning)], links: [v1.link('T', 'M')] });

    expect(await one(pool, trip)).toMatchObject({ fare: 360 });
  });

  it('of version 1 without a tap begins when it was made, and moves to its tap when that comes', async () => {
    await deliver(url, { fares: [v1.fare('M', 'A', '3.60', { transaction_time: noon })] });
    const alone = await one(pool, 'select started_at, from_name from trips');
    await deliver(url, { taps: [v1.tap('T', morning)], links: [v1.link('T', 'M')] }, { at: '202510100430' });

    expect(alone).toEqual({ started_at: noon.replace('T', ' ').replace('.000Z', '+00'), from_name: null });
    expect(await one(pool, 'select started_at, from_name from trips')).toEqual({
      started_at: morning.replace('T', ' ').replace('.000Z', '+00'),
      from_name: 'Place',
    });
    expect(await count(pool, 'trips')).toBe(1);
  });

  it('shows the adjustment that was applied: its description, that of its product, or its type', async () => {
    const applied = v3.adjustment('M', 'cap');
    const other = v3.adjustment('M', 'other', { applied: 'false', description: 'Not this one' });
    await deliver(url, { taps, links, fares: [v3.fare('M', 'A', '0.50')], adjustments: [other, applied] });
    const byType = await one(pool, trip);
    await deliver(
      url,
      { products: [v3.product('cap')], adjustments: [{ ...applied, amount: '2.00', description: ' ' }] },
      { at: '202510050430' },
    );
    const again = await deliver(
      url,
      { adjustments: [{ ...applied, description: 'Weekly cap' }] },
      { at: '202510060430' },
    );

    expect(byType).toMatchObject({ fare_reason: 'daily cap' });
    expect(again[0]?.status).toBe('imported');
    expect(await one(pool, trip)).toMatchObject({ fare_reason: 'Weekly cap', fare: 50 });
  });

  it('shows the reason that was told first of several that were applied, in every order of the files', async () => {
    const caps = { '202510050430': ['P1', 'Daily cap'], '202510060430': ['P2', 'Weekly cap'] } as const;

    const shown = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(caps),
      importOne: async (at) => {
        const [id, description] = caps[at as keyof typeof caps];
        const adjustments = [v3.adjustment('M', id, { description })];
        await deliver(url, { taps, links, fares: [v3.fare('M', 'A', '0.50')], adjustments }, { at });
      },
      outcome: () => one(pool, 'select fare_reason from trips'),
    });

    expect(shown).toEqual([{ fare_reason: 'Daily cap' }]);
  });

  it('has the price without caps, if that can be read', async () => {
    const capped = v3.fare('M', 'A', '0.50', { nominal_amount: '1.50' });
    await deliver(url, { taps, links, fares: [capped] });
    const told = await one(pool, 'select full_fare_minor::int as full from trips');
    const reports = await deliver(url, { fares: [{ ...capped, nominal_amount: '1.5O' }] }, { at: '202510050430' });

    expect(told).toEqual({ full: 150 });
    expect(await one(pool, 'select fare_minor::int as fare, full_fare_minor as full from trips')).toEqual({
      fare: 50,
      full: null,
    });
    expect(reports.flatMap(({ notes }) => [...notes.keys()])).toContain(
      'nominal_amount is no amount of its currency; the fare counts without it',
    );
  });

  it('keeps adjustments with one id apart if they are of different fares', async () => {
    await deliver(url, {
      taps: [...taps, v3.tap('T2', noon)],
      links: [...links, v3.link('T2', 'M2')],
      fares: [v3.fare('M', 'A', '0.50'), v3.fare('M2', 'A', '0.00')],
      adjustments: [
        v3.adjustment('M', 'cap', { description: 'one' }),
        v3.adjustment('M2', 'cap', { description: 'two' }),
      ],
    });

    const { rows } = await pool.query('select fare_reason from trips order by started_at');
    expect(rows).toEqual([{ fare_reason: 'one' }, { fare_reason: 'two' }]);
  });

  it('of an unknown type counts as calculated, and that is reported', async () => {
    const reports = await deliver(url, {
      taps,
      links,
      fares: [v3.fare('M', 'A', '3.60', { charge_type: 'moon_fare' })],
    });

    expect(await one(pool, trip)).toMatchObject({ status: 'calculated', fare: 360 });
    expect(reports.flatMap(({ notes }) => [...notes.keys()])).toContain(
      'charge type MOON_FARE is unknown; the fare counts as calculated',
    );
  });

  it('is set aside if its amount or its currency is invalid', async () => {
    const good = v3.fare('M', 'A', '1.5');
    const bad = ['1.505', '1,50', '', '$1.50'].map((amount, at) => v3.fare(`B${at}`, 'A', amount));
    const yen = v3.fare('Y', 'A', '1.5', { currency_code: 392 });
    const none = v3.fare('N', 'A', '1.5', { currency_code: 999 });
    const huge = v3.fare('H', 'A', '10000000000.00');
    const [report] = await deliver(url, { fares: [good, ...bad, yen, none, huge] });

    expect(Object.fromEntries(report?.reasons ?? [])).toEqual({
      'amount is too large': 1,
      'not an amount of this currency': 4,
      'missing amount': 1,
      'unknown currency': 1,
    });
    expect(await count(pool, 'feed_pieces')).toBe(1);
  });

  it('has the currency of its number', async () => {
    const fares = [v3.fare('M', 'A', '1.5', { currency_code: 124 })];
    await deliver(url, { taps, links, fares });

    expect(await one(pool, trip)).toMatchObject({ fare: 150, currency: 'CAD' });
    expect(await one(pool, 'select currency::text as currency from payments')).toEqual({ currency: 'CAD' });
  });
});

describe('the day of operation', () => {
  it('is the local day and ends at the day cut, also where clocks change', async () => {
    const times = [
      '2025-10-26T01:30:00Z',
      '2025-10-26T04:29:00Z',
      '2025-10-26T04:31:00Z',
      '2025-03-30T03:29:00Z',
      '2025-03-30T03:31:00Z',
    ];
    await deliver(
      url,
      {
        taps: times.map((at, index) => v3.tap(`T${index}`, at)),
        links: times.map((_, index) => v3.link(`T${index}`, `M${index}`)),
        fares: times.map((_, index) => v3.fare(`M${index}`, `A${index}`, '1.00')),
      },
      { at: '202511010430' },
    );

    const { rows } = await pool.query(
      'select t.service_day, p.service_day = t.service_day as same from trips t join payments p using (medium_id, srid) order by started_at',
    );
    expect(rows).toEqual(
      ['2025-03-29', '2025-03-30', '2025-10-25', '2025-10-25', '2025-10-26'].map((day) => ({
        service_day: day,
        same: true,
      })),
    );
  });
});
