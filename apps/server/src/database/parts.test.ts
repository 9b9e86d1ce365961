import { expect, it, onTestFinished } from 'vitest';
import { startSharingPooler } from '../../test/sharing-pooler.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { withPool } from './open-connection.ts';
import { assertRightsOf, createDatabases, urlOfOwner } from './parts.ts';

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
  const ofOwner = await withPool({ url: urlOfOwner(url) }, (owned) => owned.query(text));
  expect(ofOwner.rows).toEqual(expected);
});

it('refuses a pooler in transaction mode, behind which a lock or a prepared statement belongs to whoever comes next', async () => {
  const pooled = await startSharingPooler(url);

  await expect(assertRightsOf(pooled, 'portal')).rejects.toThrow(
    'The part "portal" cannot work as tapfolio_portal: its connections share sessions: a pooler must be in session mode. See docs/operating.md, "pgbouncer"',
  );
  await expect(assertRightsOf(url, 'portal')).resolves.toBeUndefined();
});
