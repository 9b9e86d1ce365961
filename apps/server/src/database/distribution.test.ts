import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { spreadTableOf } from './distribution.ts';
import { declaredTables } from './tables/declared-tables.ts';
import { databaseParts, roleOf } from './tables/part-names.ts';

const rules = readFileSync(path.resolve(import.meta.dirname, '../../../../db/distribution.sql'), 'utf8');
const { pool } = await createTestDatabase();

/** The input of the rules: each table with its side and, if it is spread, its key. */
const manifest = JSON.stringify(
  Object.entries(declaredTables).map(([table_name, { distribution }]) =>
    typeof distribution === 'string'
      ? { table_name, side: distribution, key: null }
      : { table_name, side: distribution.group, key: distribution.by },
  ),
);

/** The result of the rules after this change, which is then rolled back. */
async function violationsAfter(change: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(change);
    const { rows } = await client.query<{ rule: string; what: string }>(rules, [manifest]);
    return rows.map((row) => `${row.what}: ${row.rule}`);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the schema', () => {
  it('distributes by medium without a change', async () => {
    expect(await violationsAfter('select')).toEqual([]);
  });

  it.each([
    ['create table surprises (id int)', 'surprises: a table that is not declared'],
    ['drop table throttles', 'throttles: a declaration without a table'],
    [
      'alter table products drop constraint products__pk, alter column medium_id drop not null',
      'products: a distribution key that is missing, nullable or generated',
    ],
    [
      'create unique index products__name on products (product_id)',
      'products__name: a unique index without the distribution key as a plain column',
    ],
    [
      'alter table products drop constraint products__pk, add constraint products__pk primary key (product_id, medium_id)',
      'products: a primary key that does not begin with the distribution key',
    ],
    [
      'alter table cards add constraint cards__medium foreign key (medium_id) references media (medium_id)',
      'cards__medium: a foreign key across sides, or not along the key, or into a time partition',
    ],
    [
      'alter table cards add constraint cards__medium foreign key (medium_id) references media (medium_id) on delete set null',
      'cards__medium: a foreign key across sides, or not along the key, or into a time partition',
    ],
    [
      'alter table products add constraint products__medium foreign key (medium_id) references media (medium_id) on delete set null',
      'products__medium: a foreign key that sets the distribution key to null or default',
    ],
    [
      'create trigger media__touch before update on media for each row execute function suppress_redundant_updates_trigger()',
      'media__touch: a trigger on a distributed or reference table',
    ],
    [
      'alter table media add column number bigint generated always as identity',
      'media.number: an identity or sequence on a distributed table',
    ],
    ['alter table media enable row level security', 'media: row level security on a distributed table'],
    ['create table special_media () inherits (media)', 'special_media: table inheritance'],
  ])('would not after: %s', async (change, violation) => {
    expect(await violationsAfter(change)).toContain(violation);
  });

  it.each(databaseParts)(
    'has a table by which it can be tried at start whether %s comes to all nodes',
    async (part) => {
      const { rows } = await pool.query('select has_table_privilege($1, $2, $3) as may', [
        roleOf(part),
        spreadTableOf(part),
        'select',
      ]);

      expect(rows).toEqual([{ may: true }]);
    },
  );

  it('allows a foreign key to a reference table and within one medium', async () => {
    const change = `
      alter table media add constraint media__operator foreign key (operator_code) references operators (operator_code);
      alter table products add constraint products__medium foreign key (medium_id) references media (medium_id)`;

    expect(await violationsAfter(change)).toEqual([]);
  });
});
