import type pg from 'pg';
import { createStages } from '../src/feeds/writer/staging.queries.ts';

/** Makes ordinary tables from the importer's temporary ones, so that any connection can plan its statements. */
export async function makeStageTables(pool: pg.Pool): Promise<void> {
  await pool.query(createStages.replaceAll('create temp table', 'create table'));
}
