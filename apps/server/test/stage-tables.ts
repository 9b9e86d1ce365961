import type pg from 'pg';
import { createStages } from '../src/feeds/writer/staging.queries.ts';

/** Makes ordinary tables of the importer's temporary ones, so that its statements can be looked at on any connection. */
export async function makeStageTables(pool: pg.Pool): Promise<void> {
  await pool.query(createStages.replaceAll('create temp table', 'create table'));
}
