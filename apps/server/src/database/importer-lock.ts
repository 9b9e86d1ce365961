import type pg from 'pg';

/** Any fixed number works: only the importer that holds this lock writes. */
const importerLock = 5_420_117_342;

/** The longest possible time limit: another importer may work on a file for hours. */
const noLimitMs = 2 ** 31 - 1;

/** Waits until no other importer writes. The connection holds the lock, so it is free after the process is killed. */
export async function lockImporter(client: pg.ClientBase): Promise<void> {
  // The driver knows the limit of a single query; its types do not.
  const patiently = { text: 'select pg_advisory_lock($1)', values: [importerLock], query_timeout: noLimitMs };
  await client.query(patiently);
}

/** Takes the lock if no importer writes at the moment. */
export async function tryLockImporter(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [importerLock]);
  return rows[0]?.taken === true;
}

/** Lets the next importer write. */
export async function unlockImporter(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [importerLock]);
}
