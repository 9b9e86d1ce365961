import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startSharingPooler } from '../../test/sharing-pooler.ts';
import { startSwallowingPooler } from '../../test/swallowing-pooler.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openConnection, withPool } from './open-connection.ts';
import { assertRightsOf, createDatabases, urlOfLogin } from './parts.ts';

const { url, pool } = await createTestDatabase();

it('writes instants in UTC, sees what others have committed meanwhile, and may be idle, whatever the database was set to', async () => {
  const name = new URL(url).pathname.slice(1);
  await pool.query(`alter database ${name} set datestyle = 'German, DMY'`);
  await pool.query(`alter database ${name} set timezone = 'Asia/Kathmandu'`);
  await pool.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await pool.query(`alter database ${name} set idle_session_timeout = '3s'`);
  const databases = createDatabases({ url });
  onTestFinished(() => databases.end());

  const { pool: written, readDb } = databases.of('portal');
  const text = `select timestamptz '2026-03-01 10:00Z' as at, date '2026-03-01' as day,
    current_setting('transaction_isolation') as isolation, current_setting('idle_session_timeout') as idle`;

  const expected = [{ at: '2026-03-01 10:00:00+00', day: '2026-03-01', isolation: 'read committed', idle: '0' }];
  expect((await written.query(text)).rows).toEqual(expected);
  expect((await readDb.query({ text })).rows).toEqual(expected);
  const ofOwner = await withPool({ url: urlOfLogin(url) }, (owned) => owned.query(text));
  expect(ofOwner.rows).toEqual(expected);
});

it('takes as long as it takes, and finds our tables, whatever the login was set to', async () => {
  const name = new URL(url).pathname.slice(1);
  await pool.query('create schema before; create table before.trips (id int)');
  for (const setting of ['search_path = before', "statement_timeout = '1ms'", "lock_timeout = '1ms'"])
    await pool.query(`alter database ${name} set ${setting}`);
  await pool.query(`alter database ${name} set idle_in_transaction_session_timeout = '1ms'`);
  const client = await openConnection({ connectionString: urlOfLogin(url) });
  onTestFinished(() => client.end());

  await client.query('begin');
  await sleep(20);

  const { rows } = await client.query(`select 'trips'::regclass = 'public.trips'::regclass as is_ours, pg_sleep(0.02)`);
  expect(rows).toMatchObject([{ is_ours: true }]);
  const { rows: limits } = await client.query('show lock_timeout');
  expect(limits).toEqual([{ lock_timeout: '0' }]);
});

it('keeps the limits of calls, whatever the login was set to', async () => {
  const databases = createDatabases({ url });
  onTestFinished(() => databases.end());
  const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;

  const { rows } = await databases.of('portal').pool.query(limits);

  expect(rows).toEqual([{ statement: '1700ms', lock: '700ms' }]);
});

it('refuses a pooler in transaction mode, behind which a lock or a prepared statement belongs to whoever comes next', async () => {
  const pooled = await startSharingPooler(url);

  await expect(assertRightsOf(pooled, 'portal')).rejects.toThrow(
    'The part "portal" cannot work as tapfolio_portal: its connections share sessions: a pooler must be in session mode. See docs/operating.md, "pgbouncer"',
  );
  await expect(assertRightsOf(url, 'portal')).resolves.toBeUndefined();
});

it('refuses a pooler that drops the settings of a connection, until the login has them', async () => {
  const login = `tapfolio_login_${randomUUID().slice(0, 8)}`;
  await pool.query(`create role ${login} login password 'invented' in role tapfolio_portal`);
  onTestFinished(async () => void (await pool.query(`drop role ${login}`)));
  // One statement, because PostgreSQL refuses two that change one role at a time.
  const set = (settings: readonly string[]) =>
    pool.query(settings.map((setting) => `alter role ${login} set ${setting}`).join('; '));
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} reset all`);
  await set(['role = tapfolio_portal', "timezone = 'Asia/Kathmandu'"]);
  const pooled = new URL(await startSwallowingPooler(url));
  pooled.username = login;
  pooled.password = 'invented';

  await expect(assertRightsOf(pooled.href, 'portal')).rejects.toThrow(
    'a pooler drops what it asks for, and its login has other settings (lock_timeout = 0, statement_timeout = 0, TimeZone = Asia/Kathmandu). See docs/operating.md, "pgbouncer"',
  );

  await set(["timezone = 'Etc/UTC'", "statement_timeout = '1700ms'", "lock_timeout = '700ms'"]);
  await expect(assertRightsOf(pooled.href, 'portal')).resolves.toBeUndefined();
});
