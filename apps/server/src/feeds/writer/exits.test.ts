import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { generateFeed } from '../../../test/generated-feed.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { createStages, sessionSettings } from './staging.queries.ts';
import './taps.queries.ts';

const { pool, url } = await createTestDatabase();

it('looks each exit up by index where the tables have no statistics, however many exits other cards have', {
  timeout: 60_000,
}, async () => {
  const folder = temporaryFolder();
  await generateFeed(folder, { taps: 6000, cards: 600, days: 60 });
  await importInto(url, folder);
  // As it is while a month is filled for the first time: nobody has counted its rows yet.
  await pool.query('delete from pg_statistic where starelid in (select inhrelid from pg_inherits)');
  await pool.query('update pg_class set reltuples = -1, relpages = 0 where oid in (select inhrelid from pg_inherits)');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`${sessionSettings}; begin; ${createStages}`);
  await client.query(`insert into stage_taps (medium_id, tapped_at, tap_id, direction)
    select medium_id, tapped_at, tap_id, direction from taps limit 3000`);

  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off, summary off) ${declaredStatements.get('feeds.taps.stageExits')?.text}`,
  );

  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan on (taps|trips)|Materialize/);
});
