import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTables, london, mediumKey, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import type { Format } from './format.ts';
import { importFolder } from './import-folder.ts';
import { littlepay } from './littlepay/format.ts';

const { pool, url } = await createTestDatabase();
const operator = { ...london, aliases: ['tfl-sample'] };

/** A real file: its rows in their order. */
interface Table {
  readonly name: string;
  readonly separator: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

const place = fc.integer({ min: 0, max: 999 }).map((part) => part / 1000);
/** A part of a file that is delivered by itself: as it is, or as a former export had it, which may have been cut off. */
const step = fc.record({
  table: fc.nat({ max: 6 }),
  from: place,
  length: place,
  says: fc.constantFrom('the truth', 'the truth', 'something else', 'something else', 'a cut row'),
  order: place,
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What the back office says of a value before it corrects it. */
const formerValues: Readonly<Record<string, (value: string) => string>> = {
  amount: (value) => String(Number(value) + 1),
  amount_settled: () => '0',
  amount_to_settle: (value) => String(Number(value) + 100),
  charge_amount: (value) => (Number(value) + 1).toFixed(2),
  stage: () => 'Debt',
  spdh_response: () => '051',
  status: (value) => (value === 'AUTHORISED' ? 'DECLINED' : value),
  settlement_status: () => 'REJECTED',
  stop_name: () => 'Nowhere',
  location_name: () => 'Nowhere',
  reason: () => 'transfer',
  applied: () => 'false',
  description: () => 'A cap',
  close_date: () => '',
  record_updated_timestamp_utc: () => '2025-10-01T00:00:00.000Z',
};

function former({ separator, columns }: Table, row: string): string {
  const cells = row.split(separator);
  return cells.map((cell, at) => formerValues[columns[at] ?? '']?.(cell) ?? cell).join(separator);
}

const tablesOf = (folder: string): Table[] =>
  globSync('*/*.{csv,psv}', { cwd: folder })
    .toSorted()
    .map((name) => {
      const [header = '', ...rows] = readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
      const separator = header.includes('|') ? '|' : ';';
      return { name: path.basename(name), separator, columns: header.split(separator), rows };
    });

/** Writes an export of some rows, as old as its number says; returns its folder. */
function write({ name, separator, columns }: Table, rows: readonly string[], number: number): string {
  const folder = path.join(temporaryFolder(), `${number}`);
  mkdirSync(folder);
  const at = new Date(Date.UTC(2025, 10, 3, 4, number)).toISOString();
  const dated =
    separator === '|'
      ? `${at.replace(/\D/g, '').slice(0, 12)}_${name}`
      : `${at.slice(0, 16).replace(':', '')}_${name.replace(/-2025.*\./, '.')}`;
  writeFileSync(path.join(folder, dated), [columns.join(separator), ...rows].join('\n'));
  return folder;
}

function exportOf(tables: readonly Table[], { table: at, from, length, says }: Step, number: number): string {
  const table = tables[at % tables.length];
  if (table === undefined) throw new Error('there are files');
  const first = Math.floor(from * table.rows.length);
  const rows = table.rows.slice(first, first + 1 + Math.floor(length * table.rows.length));
  if (says === 'the truth') return write(table, rows, 1000 + number);
  const old = rows.map((row) => former(table, row));
  if (says === 'a cut row') old.push(old.pop()?.slice(0, 30) ?? '');
  return write(table, old, number);
}

/** The bounds of the history of a card may be wider than its rows. */
async function outcome() {
  const { media = [], ...travel } = await travelRows(pool);
  return { ...travel, media: media.map((card) => ({ ...Object(card), first_seen_at: null, last_seen_at: null })) };
}

describe.each<[string, Format]>([
  ['enghouse', enghouse],
  ['littlepay', littlepay],
])('of %s', (name, format) => {
  const real = sharedData('tfl-contactless', name);
  const tables = real === undefined ? [] : tablesOf(real);

  it.skipIf(real === undefined)('has rows', () => {
    expect(tables.map(({ rows }) => rows.length)).not.toContain(0);
  });
  if (real === undefined) return;

  holdsInRandomHistories('the month of a real card is the same however it is cut, mixed, repeated and corrected', {
    step,
    longest: 14,
    cost: 100,
    usualSeed: 1,
    isAlone: true,
    live: async (steps) => {
      const whole = tables.map((table, at) => ({
        folder: write(table, table.rows, 2000 + at),
        order: (steps[at]?.order ?? 0) / 2,
      }));
      const parts = steps.map((one, at) => ({ folder: exportOf(tables, one, at), order: one.order }));
      const load = async (folders: readonly string[]) =>
        await withImporter({ databaseUrl: url, operators: [operator], mediumKey }, async (importer) => {
          for (const folder of folders) await importFolder(importer, folder, { format });
        });
      await emptyTables(pool);
      await load(whole.map(({ folder }) => folder));
      const expected = await outcome();

      await emptyTables(pool);
      await load([...whole, ...parts].toSorted((one, other) => one.order - other.order).map(({ folder }) => folder));

      expect(await outcome()).toEqual(expected);
    },
  });
});
