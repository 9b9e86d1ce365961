import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { dumpSchema } from '../../../../scripts/lib/dump-schema.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool } = await createTestDatabase();

/** The result of `work` after this change, which is then rolled back. */
async function after<Result>(change: string, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(change);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const before = await after('select', dumpSchema);

describe('the dump of the schema', () => {
  it.each([
    'alter table throttles reset (fillfactor)',
    'alter index cards__pk set (fillfactor = 50)',
    'alter table cards alter column name set storage plain',
    'alter table cards alter column name set statistics 500',
    'alter table cards alter column name set (n_distinct = 5)',
    'alter table cards alter column name type text collate "C"',
    'alter table cards alter column name drop not null',
    'alter table cards alter column linked_at drop default',
    'alter table cards alter column card_id type bigint',
    'alter table cards rename column name to label',
    'alter table cards drop constraint cards__card_id',
    'alter table cards rename constraint cards__passenger_id_fk to cards__passenger_id',
    'alter table favourites set unlogged',
    'alter table cards enable row level security',
    'alter table cards replica identity full',
    'drop table sso_sessions',
    'drop index payments__without_reference',
    'create index more on trips (srid)',
    'comment on table cards is null',
    'comment on column cards.card_id is null',
    'comment on constraint cards__medium_id on cards is null',
    `comment on index cards__pk is 'another'`,
    'comment on function ensure_months is null',
    'alter function ensure_months reset all',
    'alter function ensure_months security invoker',
    'alter function card_name_key stable',
    'create function card_name_key(name text, more text) returns text language sql return name',
    'grant execute on function ensure_months to public',
    'revoke execute on function ensure_months from tapfolio_feed',
    'revoke insert on audit_events from tapfolio_portal',
    'revoke update (name) on cards from tapfolio_portal',
    'grant select on cards to public',
    'grant select on cards to tapfolio_auth with grant option',
    'grant create on schema public to public',
    'revoke usage on schema public from tapfolio_feed',
    'alter table feed_files alter column file_id drop identity',
    'create view more as select 1 as one',
    'comment on view money_faults is null',
    'grant select on money_faults to tapfolio_worker',
  ])('is another after: %s', async (change) => {
    expect(await after(change, dumpSchema)).not.toBe(before);
  });

  it.each([
    ['create materialized view more as select 1 as one', 'relation more'],
    ['create sequence more', 'sequence more'],
    [`create type more as enum ('a')`, 'type more'],
    ['create domain more as text', 'type more'],
    ['create policy more on cards', 'policy more'],
    ['create statistics more on name, card_id from cards', 'statistics more'],
    ['create table more () inherits (cards)', 'inheritance of more'],
    ['create rule more as on delete to cards do instead nothing', 'rule more'],
    ['create publication more', 'publication more'],
    ['alter default privileges grant select on tables to tapfolio_feed', 'default rights of'],
    [
      'create trigger more before update on cards for each row execute function suppress_redundant_updates_trigger()',
      'trigger more',
    ],
  ])('refuses what it does not write: %s', async (change, what) => {
    await expect(after(change, dumpSchema)).rejects.toThrow(`does not write: ${what}`);
  });
});

describe('names of constraints', () => {
  it('end in _pk and _fk for keys, and begin with the table', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select conname as name from pg_constraint n join pg_class c on c.oid = n.conrelid
      where n.connamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'schema_migrations'
        and n.contype in ('p', 'f', 'u', 'c')
        and not conname ~ ('^' || c.relname || '__' || case n.contype when 'p' then 'pk$' when 'f' then '\\w+_fk$' else '\\w+(?<!_fk)$' end)`,
    );

    expect(rows).toEqual([]);
  });
});
