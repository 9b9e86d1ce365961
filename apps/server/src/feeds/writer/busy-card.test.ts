import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { exported } from '../../../test/corrected-feed.ts';
import { unpaid } from '../../../test/feed-debts.ts';
import { importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { refund } from '../../../test/feed-refunds.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { sessionSettings } from '../import.queries.ts';
import { createStages } from './staging.queries.ts';
import './debts.queries.ts';
import './payments.queries.ts';
import './refunds.queries.ts';

const { url } = await createTestDatabase();

it('does not compare the payments and refunds of a card with all its rows of the batch', {
  timeout: 60_000,
}, async () => {
  const folder = temporaryFolder();
  const many = Array.from({ length: 300 }, (_, index) => `ABCDEFGHJK${index + 1000}`);
  const windows = many.map((srid) => ({ ...unpaid, id: srid, payment_reference: srid }));
  const refunds = many.map((srid) => ({ ...refund, id: srid, payment_reference: srid }));
  await importInto(url, exported(folder, 'pw', 3, windows));
  await importInto(url, exported(folder, 'tx', 3, refunds));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`${sessionSettings}; begin; ${createStages}`);
  await client.query(`insert into stage_payment_windows (medium_id, payment_id, srid, opened_at)
    select medium_id, payment_id, srid, opened_at from service_references`);
  await client.query(`insert into stage_references (medium_id, opened_at, payment_id, srid, currency)
    select medium_id, opened_at, payment_id, srid, 'EUR' from service_references`);
  await client.query('insert into stage_taps (medium_id, srid) select medium_id, srid from service_references');

  for (const name of ['feeds.debts.stageTaken', 'feeds.payments.followCurrency', 'feeds.refunds.stageOfTaps']) {
    const { rows } = await client.query(`explain (analyze, timing off) ${declaredStatements.get(name)?.text}`);
    expect(JSON.stringify(rows)).not.toMatch(/Rows Removed by Join Filter/);
  }
});
