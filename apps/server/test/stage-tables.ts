import pg from 'pg';
import { onTestFinished } from 'vitest';
import { sessionSettings } from '../src/feeds/import.queries.ts';
import { createStages } from '../src/feeds/writer/staging.queries.ts';

/** Makes ordinary tables from the importer's temporary ones, so that any connection can plan its statements. */
export async function makeStageTables(pool: pg.Pool): Promise<void> {
  await pool.query(createStages.replaceAll('create temp table', 'create table'));
}

/** A connection like the importer's, in a transaction with empty staging tables. It is closed when the test ends. */
export async function openStages(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`${sessionSettings}; begin; ${createStages}`);
  return client;
}
