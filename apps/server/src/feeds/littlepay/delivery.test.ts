import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { count, emptyTables, importInto, mediumKey, temporaryFolder, travelRows } from '../../../test/feed-fixture.ts';
import { deposit, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { zipOf } from '../../../test/zip-file.ts';
import { findFiles } from '../delivered-files.ts';
import { Importer } from '../importer.ts';
import { deliveriesOf } from '../inbox-deliveries.ts';
import { replayFiles } from '../replay.ts';
import { importFromInbox } from '../watcher.ts';
import { littlepay } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const morning = (hour: number) => `2025-10-03T0${hour}:00:00.000Z`;
const variable = { charge_type: 'complete_variable_fare' };
const pending = { charge_type: 'pending_charge_fare' };

/** Two days of a card, first as delivered at once and then corrected; each file with the time of its export. */
const month: readonly (readonly [at: string, name: string, rows: Parameters<typeof writePsv>[2]])[] = [
  [
    '202510040430',
    'devicetransactions',
    [
      v3.tap('T1', morning(6), { route_id: 'Route Z', location_name: '' }),
      v3.tap('T2', morning(7)),
      v3.tap('T3', morning(8)),
    ],
  ],
  [
    '202510050430',
    'devicetransactions',
    [v3.tap('T1', morning(6), { location_name: 'Kingsbury' }), v3.tap('T4', morning(9))],
  ],
  ['202510040430', 'micropaymentdevicetransactions', [v3.link('T1', 'P'), v3.link('T3', 'M2')]],
  [
    '202510050430',
    'micropaymentdevicetransactions',
    [v3.link('T1', 'M1'), v3.link('T2', 'M1'), v3.link('T4', 'M3'), v3.link('T3', 'C')],
  ],
  [
    '202510040430',
    'micropayments',
    [v3.fare('P', 'A', '9.00', pending), v3.fare('M2', 'A', '1.75'), v3.fare('M3', 'B', '1.00')],
  ],
  [
    '202510050430',
    'micropayments',
    [
      v3.fare('M1', 'A', '3.60', variable),
      v3.fare('M3', 'B', '1.75'),
      v3.fare('C', 'A', '-1.75', { type: 'CREDIT', charge_type: 'refund' }),
    ],
  ],
  ['202510050430', 'micropaymentadjustments', [v3.adjustment('M3', 'cap', { description: '' })]],
  ['202510060430', 'products', [v3.product('cap')]],
  [
    '202510050430',
    'authorisations',
    [
      v3.answer('A', '2025-10-04T03:30:00Z', 'DECLINED'),
      v3.answer('B', '2025-10-05T03:30:00Z', 'AUTHORISED', { littlepay_reference_number: 'MV02SXT972718E' }),
    ],
  ],
  ['202510060430', 'authorisations', [v3.answer('A', '2025-10-05T03:30:00Z', 'AUTHORISED')]],
  [
    '202510060430',
    'settlements',
    [
      v3.settlement('SA', 'A', '3.60', { settlement_status: 'PENDING' }),
      v3.settlement('SB', 'B', '1.75', { littlepay_reference_number: 'MV02SXT972718E' }),
    ],
  ],
  [
    '202510070430',
    'settlements',
    [v3.settlement('SA', 'A', '3.60', { record_updated_timestamp_utc: '2025-10-07T01:00:00Z' })],
  ],
  ['202510070430', 'refunds', [v3.refund('R', 'M3', '1.75')]],
  ['202510070430', 'deposits', [deposit('rrn of B', '$1.75'), deposit('rrn of B', '-$1.75', { batch_type: 'C' })]],
  ['202510070430', 'customerfundingsources', [v3.card('card')]],
];

/** Always the same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function rowsAfter(files: typeof month): Promise<unknown> {
  await emptyTables(pool);
  for (const [at, name, rows] of files) await deliver(url, { [name]: rows }, { at });
  return await rowsNow();
}

async function rowsNow(): Promise<unknown> {
  const chargebacks = await pool.query('select srid, amount_minor from chargebacks');
  return { ...(await travelRows(pool)), chargebacks: chargebacks.rows };
}

describe('files of many exports', () => {
  it('give the same rows in every order', { timeout: 480_000 }, async () => {
    const expected = await rowsAfter(month);
    const { rows } = await pool.query(
      `select fare_minor::int as fare, status, from_name, to_name, refund_minor::int as refund, fare_reason
      from trips order by started_at`,
    );
    expect(rows).toEqual([
      { fare: 360, status: 'calculated', from_name: 'Kingsbury', to_name: 'Place', refund: null, fare_reason: null },
      { fare: 175, status: 'calculated', from_name: 'Place', to_name: null, refund: 175, fare_reason: null },
      { fare: 175, status: 'calculated', from_name: 'Place', to_name: null, refund: 175, fare_reason: 'About cap' },
    ]);
    const { rows: paid } = await pool.query(
      'select due_minor::int as due, paid_minor::int as paid, status from payments order by due_minor',
    );
    expect(paid).toEqual([
      { due: 175, paid: 175, status: 'accepted' },
      { due: 360, paid: 360, status: 'accepted' },
    ]);

    for (const seed of [1, 8]) {
      expect(await rowsAfter(shuffled(month, seed)), `order of seed ${seed}`).toEqual(expected);
    }
    expect(await rowsAfter([...month].reverse())).toEqual(expected);
  });

  it('have no effect when they come again, and give the same rows after a replay', { timeout: 480_000 }, async () => {
    const once = await rowsAfter(month);
    for (const [at, name, rows] of shuffled(month, 9)) await deliver(url, { [`again-${name}`]: rows }, { at });
    const importer = await Importer.open({ databaseUrl: url, operators: [participant], mediumKey });
    try {
      const reports = await replayFiles(importer, undefined, () => {});
      expect(reports.map(({ status }) => status)).not.toContain('failed');
    } finally {
      await importer.close();
    }

    expect(await rowsNow()).toEqual(once);
  });
});

describe('a file', () => {
  const rows = [v3.tap('T1', morning(6)), v3.tap('T2', morning(7))];
  const write = (name = '202510040430_devicetransactions.psv') => writePsv(temporaryFolder(), name, rows);
  const textOf = (some: Parameters<typeof writePsv>[2]) => readFileSync(writePsv(temporaryFolder(), 'some.psv', some));
  const load = (file: string) => importInto(url, file, [participant], { format: littlepay });

  it('is read with a byte order mark, other columns, another order, repeated headers and copies of rows', async () => {
    const file = write();
    const [header = '', first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    const turned = [header, first, header, second, second].map((line) => `new|${line.split('|').reverse().join('|')}`);
    writeFileSync(file, `\uFEFF${turned.join('\r\n').replaceAll('transaction_outcome', 'Transaction Outcome')}`);

    const [report] = await load(file);

    expect(report).toMatchObject({ status: 'imported', rows: 3, quarantined: [] });
    expect(await count(pool, 'taps')).toBe(2);
  });

  it('is refused with a reason if it is empty, lacks a column, or has other separators', async () => {
    const empty = write();
    writeFileSync(empty, '');
    const poor = writePsv(temporaryFolder(), 'settlements.psv', [
      { settlement_id: 'S', aggregation_id: 'A', amount: '1' },
    ]);
    const commas = writePsv(temporaryFolder(), 'taps.psv', rows, ',');

    expect((await load(empty))[0]).toMatchObject({ status: 'refused', reason: 'the file is empty' });
    expect((await load(poor))[0]?.reason).toBe('looks like settlements but has no column retrieval_reference_number');
    expect((await load(commas))[0]?.reason).toBe('the columns are separated by commas instead of bars');
  });

  it('has the date in its name, or else the date of the file', async () => {
    await load(write());
    await load(write('24jan_datafeed.psv'));

    const { rows: files } = await pool.query('select name, exported_at::text as at from feed_files order by file_id');
    expect(files[0]).toEqual({ name: '202510040430_devicetransactions.psv', at: '2025-10-04 04:30:00+00' });
    expect(files[1]?.at).not.toContain('04:30:00');
  });

  it('with the same name and another content is another file', async () => {
    const file = write();
    await load(file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Place', 'Stanmore'));
    const [again] = await load(file);

    expect(again).toMatchObject({ status: 'imported' });
    const { rows: names } = await pool.query('select distinct stop_name from taps');
    expect(names).toEqual([{ stop_name: 'Stanmore' }]);
  });

  it('is read from a packed file and from an archive with several files, also by the inbox', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, '202510040430_devicetransactions.psv.gz'), gzipSync(readFileSync(write())));
    writeFileSync(
      path.join(folder, 'rest.zip'),
      zipOf({
        'v3/micropayments/202510040430_micropayments.psv': textOf([v3.fare('M', 'A', '1.75')]),
        'v3/links/202510040430_micropaymentdevicetransactions.psv': textOf([v3.link('T1', 'M')]),
      }),
    );
    const importer = await Importer.open({ databaseUrl: url, operators: [participant], mediumKey });
    try {
      const reports = await importFromInbox(importer, folder, deliveriesOf(await findFiles(folder)));
      expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported']);
    } finally {
      await importer.close();
    }

    expect(await one(pool, 'select fare_minor::int as fare from trips')).toEqual({ fare: 175 });
  });

  it('may have ids that are not UUIDs, from several participants', async () => {
    const two = [
      v3.tap('1', morning(6)),
      v3.tap('1', morning(7), { participant_id: 'other-operator', funding_source_id: 'x' }),
    ];
    await deliver(url, { taps: two });

    expect(await count(pool, 'taps')).toBe(2);
  });
});
