import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { exit, exported, fare, other, tap, ticket, window } from '../../test/corrected-feed.ts';
import { count, emptyTables, importInto, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

async function tripsOf(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select m.first_seen_at is not null as has_medium, t.started_at, t.checked_in_at, t.service_day::text, t.from_name,
      t.line_name, t.srid, (select count(*)::int from media) as media,
      tap.tap_id is not null as is_with_its_tap
    from trips t
    left join media m on m.medium_id = t.medium_id
    left join taps tap on tap.medium_id = t.medium_id and tap.tap_id = t.tap_id`);
  return rows;
}

/** Says for each ticket whether its trip has the same card. */
async function ticketsWithTheirTrip(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select t.trip_id is not null as is_together
    from products p left join trips t on t.medium_id = p.medium_id`);
  return rows;
}

const inEveryOrder = (files: readonly string[]) => oneOutcome({ pool, url }, files);

describe('a newer export', { timeout: 480_000 }, () => {
  it('moves a fare to the tap of another card, at any distance in time, in every order', async () => {
    const folder = temporaryFolder();
    const far = { ...other, terminal_date: '2025-09-30T15:00:00Z' };
    const files = [
      exported(folder, 'tap', 3, [tap, far]),
      exported(folder, 'tr', 3, [fare]),
      exported(folder, 'tr', 4, [{ ...fare, tap_id: 'T-2' }]),
    ];

    await inEveryOrder(files);

    expect(await tripsOf()).toMatchObject([{ started_at: '2025-09-30 15:00:00+00', is_with_its_tap: true }]);
    expect(await count(pool, 'feed_waiting')).toBe(0);
  });

  it('moves the ticket with its fare', async () => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tap', 3, [tap, other]),
      exported(folder, 'tr', 3, [ticket]),
      exported(folder, 'tr', 4, [{ ...ticket, tap_id: 'T-2' }]),
    ];

    await inEveryOrder(files);

    expect(await ticketsWithTheirTrip()).toEqual([{ is_together: true }]);
  });

  it('corrects the time of a tap, and the trip gets its time and day, in every order', async () => {
    const folder = temporaryFolder();
    const corrected = [
      { ...tap, terminal_date: '2025-05-31T22:10:00Z' },
      { ...exit, terminal_date: '2025-05-31T22:30:00Z' },
    ];
    const files = [
      exported(folder, 'tap', 3, [tap, exit]),
      exported(folder, 'tap', 5, corrected),
      exported(folder, 'tr', 3, [fare]),
      exported(folder, 'tr', 5, [{ ...fare, start_dttm: '2025-05-31T22:10:00Z', end_dttm: '2025-05-31T22:30:00Z' }]),
    ];

    await inEveryOrder(files);

    expect(await tripsOf()).toMatchObject([
      {
        started_at: '2025-05-31 22:10:00+00',
        checked_in_at: '2025-05-31 22:10:00+00',
        service_day: '2025-05-31',
        is_with_its_tap: true,
      },
    ]);
    expect(await count(pool, 'taps')).toBe(2);
  });

  it('with another time of a tap moves the day of its payment, in every order', async () => {
    const folder = temporaryFolder();
    const night = { ...tap, terminal_date: '2025-06-01T02:10:00Z' };
    const files = [
      exported(folder, 'tap', 3, [night]),
      exported(folder, 'tap', 5, [tap, { ...night, tap_id: 'T-0', payment_reference: 'NOPAYMENTYET12' }]),
      exported(folder, 'pw', 3, [{ ...window, open_date: night.terminal_date }]),
    ];

    const { payments } = await inEveryOrder(files);

    expect(payments).toMatchObject([{ service_day: '2025-06-01' }]);
  });

  it('moves a tap to the card that really made it, with trip and ticket, in every order', async () => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tap', 3, [tap]),
      exported(folder, 'tap', 4, [{ ...tap, token: other.token }]),
      exported(folder, 'tr', 3, [ticket]),
    ];

    await inEveryOrder(files);

    expect(await tripsOf()).toMatchObject([{ started_at: '2025-06-01 12:00:00+00', is_with_its_tap: true }]);
    expect(await count(pool, 'taps')).toBe(1);
    expect(await ticketsWithTheirTrip()).toEqual([{ is_together: true }]);
  });

  it('corrects stop, line and payment of a tap, and the trip shows them, in every order', async () => {
    const folder = temporaryFolder();
    const rough = { ...tap, stop_name: '', line_name: 'Route Z', line_public_number: 'Z', payment_reference: '' };
    const files = [
      exported(folder, 'tap', 3, [rough, { ...exit, stop_name: 'Wrong Street' }]),
      exported(folder, 'tap', 4, [tap, exit]),
      exported(folder, 'tr', 3, [fare]),
      exported(folder, 'pw', 3, [window]),
    ];

    const { trips } = await inEveryOrder(files);

    expect(trips).toMatchObject([
      {
        from_name: 'First Street',
        to_name: 'First Street',
        line_id: '5',
        line_name: 'Bus 5',
        transport_type: 'bus',
        srid: tap.payment_reference,
      },
    ]);
  });

  it('corrects the opening of a payment, in every order', async () => {
    const folder = temporaryFolder();
    const refund = {
      id: 'R-1',
      operation: 'REFUND',
      amount: '50',
      payment_reference: tap.payment_reference,
      spdh_response: '000',
      token: tap.token,
      operatorid: '77',
    };
    const files = [
      exported(folder, 'pw', 3, [window]),
      exported(folder, 'pw', 4, [{ ...window, open_date: '2025-05-30T12:00:00Z' }]),
      exported(folder, 'tx', 3, [{ ...refund, timestamp: '2025-06-05T12:00:00Z' }]),
      exported(folder, 'tx', 4, [{ ...refund, timestamp: '2025-06-06T12:00:00Z' }]),
    ];

    await inEveryOrder(files);

    const { rows } = await pool.query('select reason, opened_at from payments order by opened_at');
    expect(rows).toEqual([
      { reason: 'trip', opened_at: '2025-05-30 12:00:00+00' },
      { reason: 'refund', opened_at: '2025-06-06 12:00:00+00' },
    ]);
  });

  const [second, otherTime] = ['ABCDEFGHJKLMN2', '2024-12-31T12:00:00Z'];
  it.each([
    ['another reference', window, second],
    ['a reference for the first time', { ...window, payment_reference: '' }, second],
    ['no reference any more', window, ''],
  ])('gives a payment another opening and %s, in every order', async (_, before, reference) => {
    const folder = temporaryFolder();
    const after = { ...window, payment_reference: reference, open_date: otherTime };
    const files = [exported(folder, 'pw', 3, [before]), exported(folder, 'pw', 4, [after])];

    const { payments, service_references: references } = await inEveryOrder(files);

    const srid = reference || null;
    expect(payments).toMatchObject([{ srid, opened_at: '2024-12-31T12:00:00+00:00' }]);
    expect(references).toMatchObject(srid === null ? [] : [{ srid, opened_at: '2024-12-31T12:00:00+00:00' }]);
  });

  it('corrects everything at once, in every order and delivered again', async () => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tap', 3, [tap, other]),
      exported(folder, 'tap', 5, [
        { ...tap, token: other.token, terminal_date: '2025-06-01T11:00:00Z', line_name: 'Tram 2' },
        { ...other, token: tap.token, terminal_date: '2025-06-02T01:00:00Z', stop_name: 'Second Street' },
      ]),
      exported(folder, 'tr', 3, [fare, { ...fare, id: '10', tap_id: 'T-2' }]),
      exported(folder, 'tr', 4, [{ ...ticket, tap_id: 'T-2' }]),
    ];

    const result = await inEveryOrder(files);
    const again = files.map((file, index) => exported(folder, `again-${index}`, 1, parsed(file)));
    for (const file of again) await importInto(url, file);

    expect(await travelRows(pool)).toEqual(result);
    expect(result).toMatchObject({ trips: [{}, {}], taps: [{}, {}], trip_lookups: [{}, {}], products: [{}] });
  });

  it('makes one trip of two versions of a fare that waited for two taps', async () => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tr', 3, [fare]),
      exported(folder, 'tr', 4, [{ ...fare, tap_id: 'T-2' }]),
      exported(folder, 'tap', 3, [tap, other]),
    ];

    await inEveryOrder(files);

    expect(await tripsOf()).toMatchObject([{ started_at: '2025-06-01 15:00:00+00' }]);
    expect(await count(pool, 'feed_waiting')).toBe(0);
  });
});

/** The rows of a file that `exported` wrote. */
function parsed(file: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const columns = header.split(';');
  return lines.map((line) => {
    const values = line.split(';');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}
