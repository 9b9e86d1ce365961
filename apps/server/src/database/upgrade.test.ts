import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { dumpSchema } from '../../../../scripts/lib/dump-schema.ts';
import { fillEveryTable, rowsPerTable } from '../../test/factories/every-table.ts';
import { baseline, emptyDatabase, migrations, migrationsUpTo } from '../../test/older-database.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { findNewerMigrations, migrate } from './migrate.ts';

const { pool } = await createTestDatabase();

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database with the baseline and these files. */
function directoryWith(later: Readonly<Record<string, string>>): string {
  const directory = migrationsUpTo(baseline);
  for (const [name, text] of Object.entries(later)) writeFileSync(path.join(directory, name), text);
  return directory;
}

/** Tables of the baseline that a later migration drops; their rows moved elsewhere. */
const dropped = ['unpaid_media'];

/** Rows by table, without the list of migrations. */
async function countRows(client: pg.Client, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Fills a database of the baseline and upgrades it; returns its rows. */
async function upgradeFilled(directory: string) {
  const url = await emptyDatabase(pool);
  await migrate({ url, directory: directoryWith({}) });
  const tables = await connected(url, fillEveryTable);
  await migrate({ url, directory });
  return await connected(url, async (client) => ({
    schema: await dumpSchema(client),
    counts: await countRows(
      client,
      tables.filter((table) => directory !== migrations || !dropped.includes(table)),
    ),
  }));
}

async function freshSchema(directory: string): Promise<string> {
  const url = await emptyDatabase(pool);
  await migrate({ url, directory });
  return await connected(url, dumpSchema);
}

describe('a filled database of the baseline', () => {
  it('gets the schema of a new one and keeps its rows', async () => {
    const { schema, counts } = await upgradeFilled(migrations);

    expect(schema).toBe(await freshSchema(migrations));
    expect(Object.keys(counts).length).toBeGreaterThan(30);
    expect(Object.entries(counts).filter(([, count]) => count !== rowsPerTable)).toEqual([]);
  });

  it('would do so after a migration that adds, fills and drops', async () => {
    const directory = directoryWith({
      '209901010000_zones.sql': `
        alter table trips add column zone text not null default 'A';
        create table zones (zone text not null, constraint zones__pk primary key (zone));
        insert into zones select distinct zone from trips;
        alter table stops drop column stop_code;`,
    });

    const { schema } = await upgradeFilled(directory);

    expect(schema).toBe(await freshSchema(directory));
    expect(schema).toContain('create table zones');
  });

  it('shows a migration that works only on an empty database', async () => {
    const directory = directoryWith({ '209901010000_zones.sql': 'alter table trips add column zone text not null;' });

    await freshSchema(directory);
    await expect(upgradeFilled(directory)).rejects.toThrow('column "zone" of relation "trips');
  });

  it('shows a migration that gives old rows another schema than a new database has', async () => {
    const directory = directoryWith({
      '209901010000_zones.sql': `
        do $$ begin
          if exists (select from trips) then create index trips__old on trips (srid); end if;
        end $$;`,
    });

    expect((await upgradeFilled(directory)).schema).not.toBe(await freshSchema(directory));
  });
});

it('is not changed by an older version, which names the migrations that it does not know', async () => {
  const url = await emptyDatabase(pool);
  const later = '209901010000_zones';
  await migrate({ url, directory: directoryWith({ [`${later}.sql`]: 'alter table trips add column zone text;' }) });
  const before = await connected(url, dumpSchema);

  expect(await migrate({ url, directory: directoryWith({}) })).toEqual([]);

  expect(await connected(url, dumpSchema)).toBe(before);
  expect(await findNewerMigrations(url, directoryWith({}))).toEqual([later]);
});

it('accepts names of cards that differ in capital letters, on a database that knows only those of English', async () => {
  const url = await emptyDatabase(pool, `template template0 locale_provider libc locale 'C'`);

  await migrate({ url });

  const { rows } = await connected(url, (client) =>
    client.query(`select lower('É') as plain, card_name_key('ÉTÉ  Ł') = card_name_key('été ł') as is_one`),
  );
  expect(rows).toEqual([{ plain: 'É', is_one: true }]);
});
