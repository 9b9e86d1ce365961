import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { createPool } from '../../src/database/pool.ts';
import { installDatabase } from '../../src/prepare-database.ts';
import { importInto, temporaryFolder } from '../feed-fixture.ts';
import { generateFeed } from '../generated-feed.ts';
import { databaseUrl, onNodes } from '../on-nodes.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

const taps = Number(process.env.CITUS_TAPS ?? 4000);
const feed = { taps, cards: Math.ceil(taps / 16), days: 40 };

/** Whether the database has the extension; without it, it is plain PostgreSQL. */
async function createPlainDatabase(): Promise<TestDatabase> {
  const name = `tapfolio_plain_${randomBytes(6).toString('hex')}`;
  const server = [inject('serverUrl')];
  await onNodes(server, `create database ${name}`);
  const url = databaseUrl(inject('serverUrl'), name);
  await installDatabase(url);
  const pool = createPool({ url });
  afterAll(async () => {
    await pool.end();
    await onNodes(server, `drop database ${name} with (force)`);
  });
  return { url, pool };
}

/** Changes every line at this distance; the newer export of the file lies beside it. */
function correct(file: string, from: string, to: string, change: (cells: Map<string, string>, line: number) => void) {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const columns = header.split(';');
  const corrected = lines.map((line, index) => {
    const values = line.split(';');
    const cells = new Map(columns.map((column, at) => [column, values[at] ?? '']));
    change(cells, index);
    return [...cells.values()].join(';');
  });
  const newer = path.join(path.dirname(file), path.basename(file).replace(from, to));
  writeFileSync(newer, `${[header, ...corrected].join('\n')}\n`);
  return { newer, lines };
}

/** The time of every 31st tap was wrong, and the card of every 97th. */
function correctTaps(file: string): string {
  const tokens = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(';')[4] ?? '');
  return correct(file, '2025-11-10', '2025-11-11', (cells, line) => {
    if (line % 31 === 0)
      cells.set('terminal_date', new Date(Date.parse(cells.get('terminal_date') ?? '') + 60_000).toISOString());
    if (line % 97 === 0) cells.set('token', tokens[line % 11 === 0 ? 1 : line] ?? '');
  }).newer;
}

/** Every 100th fare belongs to the tap of its neighbour. */
function correctFares(file: string): string {
  const tapIds = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(';')[7] ?? '');
  return correct(file, '2025-11-10', '2025-11-11', (cells, line) => {
    if (line % 100 === 0 && line > 0) cells.set('tap_id', tapIds[line] ?? '');
  }).newer;
}

/** The same rows as another file: of a day later, without the line end of the last row. */
function deliverAgain(file: string): string {
  const newer = path.join(path.dirname(file), path.basename(file).replace('2025-11-11', '2025-11-12'));
  writeFileSync(newer, readFileSync(file, 'utf8').trimEnd());
  return newer;
}

const tables = [
  'media',
  'taps',
  'tap_lookups',
  'trip_lookups',
  'trips',
  'service_references',
  'payments',
  'debts',
] as const;

/** The number of rows of a table and a sum over their content. Computed on the first node, so that all values are written in its way. */
async function fingerprintOf({ url }: TestDatabase): Promise<Record<string, unknown>> {
  // Not on the pool, whose statements have a few seconds.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, unknown> = {};
    for (const table of tables) {
      const without = `- 'file_id' - 'updated_at' - 'state_at'`;
      const { rows } = await client.query(`
        select count(*)::integer as rows,
          sum(('x' || left(md5((to_jsonb(t) ${without})::text), 15))::bit(60)::bigint)::text as content
        from (select * from ${table} offset 0) as t`);
      found[table] = rows[0];
    }
    return found;
  } finally {
    await client.end();
  }
}

async function importEach({ url }: TestDatabase, files: readonly string[]): Promise<unknown[]> {
  const reports: unknown[] = [];
  for (const file of files) for (const { counts } of await importInto(url, file)) reports.push(counts.toJSON());
  return reports;
}

const [cluster, plain] = [await createTestDatabase(), await createPlainDatabase()];

it(
  'corrects what was delivered before as plain PostgreSQL does, row for row, and nothing the second time',
  async () => {
    const folder = temporaryFolder();
    const { tapFile, tripFile, trips } = await generateFeed(folder, feed);
    const first = [tapFile, tripFile];
    const newer = [correctTaps(tapFile), correctFares(tripFile)];

    const [onCluster, onPlain] = [await importEach(cluster, first), await importEach(plain, first)];
    expect(onCluster).toEqual(onPlain);
    const before = await fingerprintOf(cluster);
    expect(before).toEqual(await fingerprintOf(plain));

    const [corrected, correctedPlain] = [await importEach(cluster, newer), await importEach(plain, newer)];
    expect(corrected).toEqual(correctedPlain);
    const after = await fingerprintOf(cluster);
    expect(after).toEqual(await fingerprintOf(plain));

    const again = newer.map(deliverAgain);
    const [twice, twicePlain] = [await importEach(cluster, again), await importEach(plain, again)];
    expect(twice).toEqual(twicePlain);
    expect(twice).toMatchObject([
      { taps: { inserted: 0, updated: 0, unchanged: taps } },
      { trips: { inserted: 0, updated: 0, unchanged: trips } },
    ]);
    expect(await fingerprintOf(cluster)).toEqual(await fingerprintOf(plain));

    expect(after.taps).not.toEqual(before.taps);
    expect(after).toMatchObject({ taps: { rows: taps }, trips: { rows: trips } });
  },
  300_000 + 15 * taps,
);
