import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { fare, tap, ticket, window } from '../../test/corrected-feed.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  temporaryFolder,
  travelRows,
  writeRows,
} from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { v3 } from '../../test/littlepay-feed.ts';
import { deliver, participant } from '../../test/littlepay-import.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { contextOf } from '../plugins/context.ts';
import { replayFiles } from './replay.ts';

const travelMonths = 1;
const retention = { travelMonths, feedFileMonths: 13, auditMonths: 13, rawRowWeeks: 6, lookupDays: 90 };
const { context, pool, url } = await createTestApp([], { config: { retention } });
const worker = contextOf(context, 'worker');
afterEach(() => emptyTables(pool));

/** The tenth of the month that lies this number of months back. */
function inMonth(monthsAgo: number, time: string): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 10));
  return `${day.toISOString().slice(0, 10)}T${time}Z`;
}

const [boarded, left, midnight] = [inMonth(2, '12:00:00'), inMonth(2, '12:20:00'), inMonth(2, '23:00:00')];
const [oldTap, oldFare, oldWindow] = [
  { ...tap, terminal_date: boarded },
  { ...fare, start_dttm: boarded, end_dttm: left, created_dttm: boarded },
  { ...window, open_date: boarded, close_date: left },
];
const otherSrid = 'ABCDEFGHJKLMN2';
const other = {
  tap: { ...oldTap, tap_id: 'T-2', token: 'the second card', payment_reference: otherSrid },
  ticket: { ...oldFare, ...ticket, id: '10', tap_id: 'T-2', start_dttm: boarded, end_dttm: midnight },
  window: { ...oldWindow, id: 'W-2', token: 'the second card', payment_reference: otherSrid },
};
const unpaid = { amount_settled: '0', stage: 'Debt' };

type Rows = Parameters<typeof writeRows>[2];

/** Imports the files of one day of the month before last, of each entity one. */
async function deliverOld(files: Readonly<Record<string, Rows>>): Promise<void> {
  for (const [entity, rows] of Object.entries(files))
    await importInto(url, writeRows(temporaryFolder(), `${entity}-${inMonth(2, '').slice(0, 10)}.csv`, rows));
}

async function replay(operator = london) {
  const options = { databaseUrl: url, operators: [operator], mediumKey, travelMonths };
  return await withImporter(options, (importer) => replayFiles(importer, undefined, () => {}));
}

describe('a replay of rows of travel that is forgotten', () => {
  it('brings nothing of it back, and asks for no fare that was settled', async () => {
    await deliverOld({
      tap: [oldTap, other.tap],
      tr: [oldFare, other.ticket],
      pw: [{ ...oldWindow, ...unpaid }, other.window],
    });
    await pool.query(`update debts set state = 'ready', state_at = $1`, [left]);
    await forgetOldTravel(worker);
    // The look-ups of its taps are gone too.
    await pool.query('delete from tap_lookups; delete from trip_lookups');
    const forgotten = await travelRows(pool);
    expect(forgotten).toMatchObject({ taps: [], trips: [], payments: [], products: [], debts: [] });

    const reports = await replay();

    expect(await travelRows(pool)).toEqual(forgotten);
    expect([await count(pool, 'feed_waiting'), await count(pool, 'debts')]).toEqual([0, 0]);
    const unchanged = reports.map(({ status, counts }) => [status, counts.toJSON()]);
    expect(unchanged).toMatchObject([
      ['imported', { taps: { inserted: 0, unchanged: 2 } }],
      ['imported', { trips: { inserted: 0, unchanged: 2 } }],
      ['imported', { payments: { inserted: 0, unchanged: 2 } }],
    ]);
    expect(reports[0]?.notes.get('travel is older than it is kept (retention.travelMonths); not read again')).toBe(2);
  });

  it('still corrects a fare that is kept because it is owed, and nothing else of its month', async () => {
    await deliverOld({
      tap: [oldTap, other.tap],
      tr: [oldFare, other.ticket],
      pw: [{ ...oldWindow, ...unpaid }, other.window],
    });
    await forgetOldTravel(worker);
    const kept = await travelRows(pool);
    expect(kept).toMatchObject({ trips: [{}], payments: [{}], debts: [{}] });

    // As a rule would read the rows now that read them otherwise before.
    await pool.query(`update feed_rows set content = replace(content, '250', '260')`);
    await replay();

    const { rows } = await pool.query(
      `select srid, debt.due_minor, fare_minor from debts debt join payments using (medium_id, srid) join trips using (medium_id, srid)`,
    );
    expect(rows).toEqual([{ srid: tap.payment_reference, due_minor: 260, fare_minor: 260 }]);
    expect([await count(pool, 'payments'), await count(pool, 'trips'), await count(pool, 'products')]).toEqual([
      1, 1, 0,
    ]);
  });

  it('brings nothing back that pieces say together', async () => {
    const at = inMonth(2, '08:00:00.000');
    const files = {
      taps: [v3.tap('T', at)],
      links: [v3.link('T', 'M')],
      fares: [v3.fare('M', 'A', '3.60')],
    };
    await deliver(url, files, { at: `${at.slice(0, 10).replaceAll('-', '')}2330` });
    expect(await travelRows(pool)).toMatchObject({ taps: [{}], trips: [{}], payments: [{}] });
    await forgetOldTravel(worker);
    await pool.query('delete from feed_pieces');

    await replay(participant);

    expect(await travelRows(pool)).toMatchObject({ taps: [], trips: [], payments: [], debts: [] });
  });
});
