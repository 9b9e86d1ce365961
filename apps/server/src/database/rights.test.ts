import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { startSwallowingPooler } from '../../test/swallowing-pooler.ts';
import { createTestDatabase, isOnCluster } from '../../test/test-database.ts';
import { assertRightsOf, urlOfPart } from './parts.ts';
import { declaredTables } from './tables/declared-tables.ts';
import { declaredViews } from './tables/declared-views.ts';
import { grantsOf, grantTo } from './tables/grants.ts';
import { ownerFunctions } from './tables/owner-functions.ts';
import { type DatabasePart, databaseParts } from './tables/part-names.ts';
import type { Verb } from './tables/table.ts';

const { pool, url } = await createTestDatabase();

/** The rights of one part to one table. */
interface Rights {
  table: string;
  part: DatabasePart;
  /** Privileges on the whole table, and those that no part has. */
  verbs: string[] | null;
  /** By privilege the columns that it is limited to. */
  columns: Record<'select' | 'insert' | 'update', string[] | null>;
}

/** The privileges according to PostgreSQL, in whatever way they were given; written as grants. */
async function grantsInForce(): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<Rights>(
    `select c.relname as table, part,
      (select array_agg(verb) from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) verb
        where has_table_privilege('tapfolio_' || part, c.oid, verb)) as verbs,
      (select json_object_agg(verb, (
          select json_agg(attname) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped
            and not has_table_privilege('tapfolio_' || part, c.oid, verb)
            and has_column_privilege('tapfolio_' || part, c.oid, attnum, verb)))
        from unnest(array['select', 'insert', 'update']) verb) as columns
    from pg_class c
    cross join unnest($1::text[]) as part
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = 'public'::regnamespace
      -- What an extension brings is its own.
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
    [databaseParts],
  );
  const found = new Map<string, string[]>();
  for (const { table, part, verbs, columns } of rows) {
    const some = Object.entries(columns).flatMap(([verb, names]) => (names === null ? [] : [{ [verb]: names }]));
    // Words that are no privilege of a declaration are never granted; they are looked for below.
    const grants = grantTo(part, table, [...((verbs ?? []) as Verb[]), ...some]);
    found.set(table, [...(found.get(table) ?? []), ...grants]);
    if (verbs?.some((verb) => ['truncate', 'references', 'trigger'].includes(verb)))
      throw new Error(`${part} ${table}`);
  }
  return found;
}

async function as<Result>(part: DatabasePart, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return await connected(urlOfPart(url, part), work);
}

async function connected<Result>(address: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tryAs = (part: DatabasePart, sql: string) => as(part, async (client) => await client.query(sql));

describe('the rights of the parts', () => {
  it('are declared for every table, and are as declared', async () => {
    await pool.query(`select ensure_months('2026-03-01Z', '2026-03-01Z')`);
    const { rows: partitions } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r'`,
    );
    const found = await grantsInForce();

    expect(partitions.length).toBeGreaterThan(3);
    for (const { name } of partitions) {
      // Partitions are reached only through their table.
      expect([name, found.get(name)]).toEqual([name, []]);
      found.delete(name);
    }
    const declared = [
      ...Object.entries(declaredTables).flatMap(([name, table]) => grantsOf(name, table)),
      ...Object.entries(declaredViews).flatMap(([name, parts]) =>
        parts.flatMap((part) => grantTo(part, name, ['select'])),
      ),
    ];
    const granted = [...found.values()].flat();
    const toAdd = declared.filter((grant) => !granted.includes(grant));
    const declaredNowhere = granted.filter((grant) => !declared.includes(grant));
    expect({ 'write these into a migration': toAdd, 'declare these or revoke them': declaredNowhere }).toEqual({
      'write these into a migration': [],
      'declare these or revoke them': [],
    });
  });

  it('allow a function with more rights to be called by its part only', async () => {
    const { rows } = await pool.query<{ name: string; parts: DatabasePart[] | null; is_safe: boolean }>(
      `select p.proname as name,
        (select array_agg(part order by part) from unnest($1::text[]) part
          where has_function_privilege('tapfolio_' || part, p.oid, 'execute')) as parts,
        'search_path=public, pg_temp' = any(p.proconfig) as is_safe
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
      [databaseParts],
    );

    const declared = Object.entries(ownerFunctions).map(([name, parts]) => [name, parts.toSorted()]);
    const found = rows.map(({ name, parts }) => [name, parts?.toSorted()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared));
    expect(rows.filter((row) => !row.is_safe)).toEqual([]);
  });

  it('belong to roles without a login, except on the nodes of a cluster, and without powers', async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from pg_roles
      where rolname = any ($1) and rolcanlogin = $2 and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
      [databaseParts.map((part) => `tapfolio_${part}`), isOnCluster()],
    );

    expect(rows).toEqual([{ count: 4 }]);
  });

  it.each(
    databaseParts.flatMap((part) =>
      [
        'create table mine (id int)',
        'create table graphile_worker.mine (id int)',
        'create schema mine',
        'create function mine() returns int language sql as $$ select 1 $$',
        'alter table passengers add column mine int',
        'drop table consents',
        'truncate throttles',
        'create index mine on passengers (email)',
        'create role mine',
        'alter role tapfolio_auth superuser',
        'alter table credentials owner to current_user',
        `insert into schema_migrations (name, run_on) values ('209901010000_mine', now())`,
        'delete from schema_migrations',
        'delete from audit_events',
        `update audit_events set kind = 'nothing'`,
        'delete from passengers',
        `select pg_read_file('/etc/passwd')`,
        `copy (select 1) to program 'cat'`,
      ].map((sql) => [part, sql] as const),
    ),
  )('refuse %s: %s', async (part, sql) => {
    await expect(tryAs(part, sql)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['portal', `insert into trips select * from trips`],
    ['portal', `update payments set paid_minor = 0`],
    ['portal', 'delete from settlements'],
    ['portal', 'select password_hash from credentials'],
    ['portal', 'select email from passengers'],
    ['portal', 'select * from audit_events'],
    ['portal', `update passengers set status = 'active'`],
    ['portal', `update sessions set expires_at = now()`],
    ['portal', `select enqueue_job('send-mail', '{}', 'key', 1)`],
    ['auth', `update trips set fare_minor = 0`],
    ['auth', `insert into media select * from media`],
    ['auth', 'select * from graphile_worker._private_jobs'],
    ['auth', `select drop_month_before(now() - interval '1 year')`],
    ['feed', 'select password_hash from credentials'],
    ['feed', 'select * from passengers'],
    ['feed', 'select * from cards'],
    ['feed', 'select * from sessions'],
    ['feed', 'select * from graphile_worker.jobs'],
    ['feed', `select drop_month_before(now() - interval '1 year')`],
    ['worker', 'select password_hash from credentials'],
    ['worker', 'select password_hash from registrations'],
    ['worker', 'select token_hash from password_resets'],
    ['worker', 'select token_hash from sessions'],
    ['worker', 'select * from trips'],
    ['worker', `insert into graphile_worker.migrations (id) values (9999)`],
    ['worker', `select ensure_months(now(), now())`],
  ] as const)('refuse %s what is not its own: %s', async (part, sql) => {
    await expect(tryAs(part, sql)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['feed', `select ensure_months('1900-01-01Z', '2100-01-01Z')`, 'twenty years'],
    ['feed', 'select ensure_months(null, now())', 'twenty years'],
    ['feed', `select ensure_months('2096-01-01Z', '2096-01-01Z')`, 'two years from now'],
    ['feed', `select ensure_months('1999-01-01Z', '1999-01-01Z')`, 'year 2000'],
    ['worker', 'select drop_month_before(now())', 'the last month'],
    ['worker', 'select drop_month_before(null)', 'the last month'],
    ['feed', `select ensure_feed_weeks('1900-01-01')`, 'a year back'],
    ['feed', 'select ensure_feed_weeks(null)', 'a year back'],
    ['worker', 'select drop_feed_week_before(current_date)', 'the last week'],
    ['worker', 'select drop_feed_week_before(null)', 'the last week'],
    ['worker', 'select delete_old_audit_events(0)', 'the last month'],
    ['worker', 'select delete_old_audit_events(null)', 'the last month'],
    ['worker', 'select delete_old_tombstones(0)', 'the last month'],
    ['auth', `select enqueue_job('forget-old-travel', '{}', 'key', 1)`, 'no call asks'],
    ['auth', `select enqueue_job(null, '{}', 'key', 1)`, 'no call asks'],
  ] as const)('do not let %s misuse a function of the owner: %s', async (part, sql, words) => {
    await expect(tryAs(part, sql)).rejects.toThrow(words);
  });

  it('do not allow a table of the caller to replace one of ours in a function of the owner', async () => {
    await pool.query(`insert into audit_events (kind, at) values ('old', now() - interval '2 years')`);

    await as('worker', async (client) => {
      await client.query('create temp table audit_events (at timestamptz)');
      await client.query('select delete_old_audit_events(13)');
    });

    expect((await pool.query(`select from audit_events where kind = 'old'`)).rowCount).toBe(0);
  });
});

describe('a separate login for each part', () => {
  const login = `tapfolio_login_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const ownUrl = new URL(url);
  ownUrl.username = login;
  ownUrl.password = password;
  afterAll(async () => {
    await pool.query(`drop role if exists ${login}`);
  });

  it('can become its part and no other, and owns nothing', async () => {
    await pool.query(`create role ${login} login password '${password}' in role tapfolio_portal`);

    await assertRightsOf(ownUrl.href, 'portal');

    for (const part of ['auth', 'feed', 'worker'] as const) {
      await expect(assertRightsOf(ownUrl.href, part)).rejects.toThrow(`cannot work as tapfolio_${part}`);
    }
    const owner = new URL(inject('serverUrl')).username;
    await connected(urlOfPart(ownUrl.href, 'portal'), async (client) => {
      for (const role of ['tapfolio_auth', 'tapfolio_feed', 'tapfolio_worker', owner]) {
        await expect(client.query(`set role "${role}"`)).rejects.toMatchObject({ code: '42501' });
        await expect(client.query(`select set_config('role', '${role}', false)`)).rejects.toMatchObject({
          code: '42501',
        });
      }
      // Going back to the login itself is allowed, and gives no rights.
      await client.query('set role none');
      await expect(client.query('select email from passengers')).rejects.toMatchObject({ code: '42501' });
    });
  });
});

describe('assertRightsOf', () => {
  it('reports that a pooler drops the role', async () => {
    await expect(assertRightsOf(await startSwallowingPooler(url), 'portal')).rejects.toThrow(
      'The part "portal" cannot work as tapfolio_portal: connections are those of',
    );
  });

  it('reports that the role has more rights', async () => {
    await pool.query('grant create on schema public to tapfolio_portal');

    await expect(assertRightsOf(url, 'portal')).rejects.toThrow('may do more than its part');

    await pool.query('revoke create on schema public from tapfolio_portal');
    await assertRightsOf(url, 'portal');
  });
});
