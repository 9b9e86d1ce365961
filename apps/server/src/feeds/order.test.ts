import { renameSync } from 'node:fs';
import path from 'node:path';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  copyOf,
  count,
  emptyTables,
  fileOf,
  importInto,
  london,
  mediumKey,
  rewrite,
  temporaryFolder,
  travelRows,
  writeRows,
} from '../../test/feed-fixture.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import { importFile } from './import-file.ts';
import { Importer } from './importer.ts';
import { describeReport } from './report.ts';

const sample = sharedData('tfl-contactless', 'enghouse');
const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe.skipIf(!sample)('the four files of a day', { timeout: 90_000 }, () => {
  it('give the same trips and payments in every order, and take their currency from the taps', async () => {
    const folder = copyOf(sample ?? '');
    const elsewhere = { ...london, currency: 'CAD' };
    const importer = await Importer.open({ databaseUrl: url, operators: [elsewhere], mediumKey });
    onTestFinished(() => importer.close());
    const results: unknown[] = [];

    for (const order of permutations(['tap', 'tr', 'pw', 'tx'])) {
      await emptyTables(pool);
      for (const entity of order) await importFile(importer, { formats: [enghouse], path: fileOf(folder, entity) });
      expect(await count(pool, 'feed_waiting'), order.join()).toBe(0);
      results.push(await travelRows(pool));
    }

    for (const result of results) expect(result).toEqual(results[0]);
    const { rows } = await pool.query('select distinct currency::text from service_references');
    expect(rows).toEqual([{ currency: 'GBP' }]);
  });

  it('say what waits for its tap', async () => {
    const folder = copyOf(sample ?? '');

    const [fares] = await importInto(url, fileOf(folder, 'tr'));
    const [taps] = await importInto(url, fileOf(folder, 'tap'));

    expect(fares?.counts.toJSON().trips).toMatchObject({ inserted: 0, waiting: 78 });
    expect(taps?.counts.toJSON().trips).toMatchObject({ inserted: 78, waiting: -78 });
  });

  it('put a trip on the day that the domain package would', async () => {
    await importInto(url, sample ?? '');

    const { rows } = await pool.query<{ started_at: string; service_day: string }>(
      'select started_at, service_day from trips',
    );

    const wrong = rows.filter((trip) => trip.service_day !== serviceDayOf(new Date(trip.started_at), london));
    expect(rows).toHaveLength(78);
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(!sample)('a corrected delivery', () => {
  const correct = (text: string) => text.replace(';360;', ';100;');

  it('wins when its export is newer', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    rewrite(fileOf(folder, 'tr'), correct);

    const [report] = await importInto(url, redate(fileOf(folder, 'tr'), '2025-11-02'));

    expect(report?.counts.toJSON().trips).toMatchObject({ inserted: 0, updated: 1, unchanged: 77 });
    expect(await fares()).toBe(20140 - 260);
  });

  it('wins under the same name as well, since it came later', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    rewrite(fileOf(folder, 'tr'), correct);

    await importInto(url, folder);

    expect(await fares()).toBe(20140 - 260);
  });

  it('loses when its export is older, however late it comes', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    for (const entity of ['tr', 'tap', 'pw', 'tx']) {
      rewrite(fileOf(folder, entity), (text) =>
        correct(text).replaceAll(';720;720;', ';1;1;').replaceAll('Canons Park', 'Nowhere'),
      );
      redate(fileOf(folder, entity), '2025-10-31');
    }
    const before = await travelRows(pool);

    const reports = await importInto(url, folder);

    expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported', 'imported', 'imported']);
    expect(await travelRows(pool)).toEqual(before);
  });

  it('wins over an older one that comes in between two equal newer ones', async () => {
    const folder = copyOf(sample ?? '');
    const file = fileOf(folder, 'tr');
    await importInto(url, fileOf(folder, 'tap'));
    await importInto(url, file);
    rewrite(file, (text) => `${text}\n`);
    const third = redate(file, '2025-11-03');
    await importInto(url, third);
    rewrite(third, correct);

    await importInto(url, redate(third, '2025-11-02'));

    expect(await fares()).toBe(20140);
  });

  it('keeps the highest of two lines about one trip', async () => {
    const folder = copyOf(sample ?? '');
    rewrite(fileOf(folder, 'tr'), (text) => `${text.trimEnd()}\n${correct(text.split('\n')[1] ?? '')}\n`);

    const reports = await importInto(url, folder);

    expect(await fares()).toBe(20140 - 260);
    expect(reports.map((report) => report.counts.toJSON().trips).find(Boolean)).toMatchObject({
      inserted: 78,
      unchanged: 1,
    });
  });

  it('of a tap moves its trip to another payment', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    const tap = fileOf(folder, 'tap');
    rewrite(tap, (text) => text.replace(/MV02SXT972718E/g, 'F81AY3F0D616T0'));

    await importInto(url, redate(tap, '2025-11-02'));

    const { rows } = await pool.query("select count(*)::int from trips where srid = 'MV02SXT972718E'");
    expect(rows).toEqual([{ count: 0 }]);
    expect(await count(pool, 'taps')).toBe(125);
    expect(await count(pool, 'trips')).toBe(78);
  });
});

describe('rows of other kinds', () => {
  const token = 'token of a card';
  const tap = {
    tap_id: 'T-1',
    token,
    terminal_date: '2025-06-01T12:00:00Z',
    payment_reference: 'ABCDEFGHJKLMN1',
    operator_id: '77',
    currency: '978',
    line_name: 'Tram 5',
    line_public_number: '5',
  };
  const fare = {
    id: '9',
    tap_id: 'T-1',
    amount: '250',
    operator_id: '77',
    reason: '',
    ticket_type: 'Day ticket',
    start_dttm: '2025-06-01T12:00:00Z',
    end_dttm: '2025-06-02T12:00:00Z',
    ticket_code: 'D24',
  };

  it('a fare with a ticket code is a trip and a product with its validity', async () => {
    const folder = temporaryFolder();
    writeRows(folder, 'tr-2025-06-03.csv', [fare]);
    writeRows(folder, 'tap-2025-06-03.csv', [tap]);

    await importInto(url, folder);

    const { rows } = await pool.query(`
      select p.name, p.valid_from, p.valid_to, p.amount_minor, p.currency, p.srid, t.transport_type, t.checked_out_at
      from products p join trips t on t.medium_id = p.medium_id`);
    expect(rows).toEqual([
      {
        name: 'Day ticket',
        valid_from: '2025-06-01 12:00:00+00',
        valid_to: '2025-06-02 12:00:00+00',
        amount_minor: 250,
        currency: 'EUR',
        srid: 'ABCDEFGHJKLMN1',
        transport_type: 'tram',
        checked_out_at: null,
      },
    ]);
  });

  it('a fare before clearing is provisional, and calculated once it has its start', async () => {
    const folder = temporaryFolder();
    const { ticket_code: _, ...plain } = fare;
    await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [tap]));
    const waits = [{ ...plain, start_dttm: '', end_dttm: '' }];

    await importInto(url, writeRows(folder, 'tr-2025-06-03.csv', waits));
    const before = await pool.query('select status from trips');
    await importInto(url, writeRows(folder, 'tr-2025-06-04.csv', [plain]));

    expect(before.rows).toEqual([{ status: 'provisional' }]);
    expect((await pool.query('select status from trips')).rows).toEqual([{ status: 'calculated' }]);
  });

  it('a fare moved to another tap of the card moves its trip, in whichever order the exports come', async () => {
    const folder = temporaryFolder();
    const { ticket_code: _, ...plain } = fare;
    const later = { ...tap, tap_id: 'T-2', terminal_date: '2025-06-01T15:00:00Z' };
    const exports = [
      writeRows(folder, 'tr-2025-06-03.csv', [plain]),
      writeRows(folder, 'tr-2025-06-04.csv', [{ ...plain, tap_id: 'T-2' }]),
    ];

    for (const order of [exports, exports.toReversed()]) {
      await emptyTables(pool);
      await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [tap, later]));
      for (const file of order) await importInto(url, file);

      const { rows } = await pool.query('select started_at from trips');
      expect(rows).toEqual([{ started_at: '2025-06-01 15:00:00+00' }]);
    }
  });

  it('transactions are charges, refunds or questions, and a refund is a payment of its own', async () => {
    const row = (id: string, operation: string, amount: number, spdh = '000') => ({
      id,
      operation,
      timestamp: '2025-06-02T03:00:00Z',
      amount,
      payment_reference: tap.payment_reference,
      spdh_response: spdh,
      token,
      brand: 'MC',
      operatorid: '77',
    });
    const folder = temporaryFolder();
    const rows = [
      row('1', 'CARD_VERIFY', 0),
      row('2', 'ONLINE_CLEARING', 250, '116'),
      row('3', 'debt_recovery_auto', 250),
      row('4', 'REFUND', 100),
      row('5', 'TELEPORT', 1),
    ];

    const [report] = await importInto(url, writeRows(folder, 'tx-2025-06-03.csv', rows));

    const settlements = await pool.query('select kind, direction, approved from settlements order by kind');
    expect(settlements.rows).toEqual([
      { kind: 'charge', direction: 'debit', approved: false },
      { kind: 'debt_recovery', direction: 'debit', approved: true },
      { kind: 'refund', direction: 'credit', approved: true },
    ]);
    const payments = await pool.query('select reason, due_minor, paid_minor from payments');
    expect(payments.rows).toEqual([{ reason: 'refund', due_minor: 0, paid_minor: -100 }]);
    expect((await pool.query('select kind from authorisations')).rows).toEqual([{ kind: 'card_check' }]);
    expect((await pool.query('select scheme from media')).rows).toEqual([{ scheme: 'MASTERCARD' }]);
    expect(report?.quarantined).toEqual([{ line: 6, reason: 'unknown operation', detail: 'TELEPORT' }]);
    expect(report && describeReport(report)).toContain('[NWA0028]');
    expect(await count(pool, 'service_references')).toBe(0);
  });

  it.each([
    ['Open', 0, 250, 0, 'open', 0],
    ['noauthdone', 0, 250, 0, 'open', 0],
    ['CLOSED', 250, 250, 0, 'accepted', 250],
    ['Closed', 0, 0, 0, 'none', 0],
    ['Debt', 0, 250, 0, 'payment_error', 0],
    ['DebtFinal', 100, 250, 50, 'payment_error', 150],
  ])(
    'a window at stage %s with %i of %i settled and %i recovered is %s',
    async (stage, settled, due, debt, status, paid) => {
      const window = {
        id: '1',
        token,
        amount_settled: settled,
        amount_to_settle: due,
        debt_settled: debt,
        stage,
        payment_reference: tap.payment_reference,
        open_date: '2025-06-01T12:00:00Z',
        operator_id: '77',
      };

      await importInto(url, writeRows(temporaryFolder(), 'pw-2025-06-03.csv', [window]));

      const { rows } = await pool.query('select status, paid_minor, service_day from payments');
      expect(rows).toEqual([{ status, paid_minor: paid, service_day: '2025-06-01' }]);
    },
  );
});

async function fares(): Promise<number> {
  const { rows } = await pool.query<{ sum: number }>('select sum(fare_minor)::int from trips');
  return Number(rows[0]?.sum);
}

/** Gives a file the name of another export. */
function redate(file: string, day: string): string {
  const renamed = path.join(path.dirname(file), path.basename(file).replace(/\d{4}-\d\d-\d\d/, day));
  renameSync(file, renamed);
  return renamed;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
