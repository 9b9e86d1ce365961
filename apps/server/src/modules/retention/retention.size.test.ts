import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { deleteOldAudit } from '../../audit/audit.queries.ts';
import { urlOfPart } from '../../database/parts.ts';
import { createPool } from '../../database/pool.ts';
import { deleteOldTombstones } from '../privacy/close-account.service.ts';
import { forgetOldTravel } from './retention.service.ts';

const { pool, url } = await createTestDatabase();

const rows = 30_000;
/** A row every forty minutes, over more than two years. */
const at = `now() - n * interval '40 minutes'`;
/** Fifty rows a file. */
const fileId = '1 + n / 50';

const fills: Readonly<Record<string, string>> = {
  feed_files: `(format, name, content_hash, size_bytes, exported_at, imported_at, counts)
    select 'enghouse', n || '.csv', '\\x00', 1, now(), now() - (600 - n) * interval '1 day', '{}' from generate_series(1, 600) n`,
  service_references: `(srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
    select 'R' || n, gen_random_uuid(), gen_random_uuid(), ${at}, '1', 100, 'CAD', true from generate_series(1, ${rows}) n`,
  contested_references: `(srid, payment_id, exported_at)
    select 'R' || n, gen_random_uuid(), ${at} from generate_series(1, ${rows}) n`,
  settlements: `(medium_id, settlement_id, operator_code, kind, direction, amount_minor, approved, requested_at,
      exported_at, file_id, line_number)
    select gen_random_uuid(), gen_random_uuid(), '1', 'charge', 'debit', 1, true, ${at}, now(), 1, n
    from generate_series(1, ${rows}) n`,
  authorisations: `(medium_id, authorisation_id, operator_code, kind, amount_minor, approved, requested_at, exported_at,
      file_id, line_number)
    select gen_random_uuid(), gen_random_uuid(), '1', 'account_verification', 1, true, ${at}, now(), 1, n
    from generate_series(1, ${rows}) n`,
  products: `(medium_id, valid_from, product_id, operator_code, name, valid_to, amount_minor, currency, status,
      updated_at, exported_at, file_id, line_number)
    select gen_random_uuid(), ${at}, gen_random_uuid(), '1', 'Day ticket', ${at}, 1, 'CAD', 'expired', now(), now(), 1, n
    from generate_series(1, ${rows}) n`,
  tap_lookups: `(tap_id, medium_id, tapped_at, file_id, line_number)
    select gen_random_uuid(), gen_random_uuid(), now(), ${fileId}, n from generate_series(1, ${rows} - 50) n`,
  trip_lookups: `(trip_id, medium_id, started_at, file_id, line_number)
    select gen_random_uuid(), gen_random_uuid(), now(), ${fileId}, n from generate_series(1, ${rows} - 50) n`,
  feed_quarantine: `(file_id, line_number, reason)
    select ${fileId}, n, 'a reason' from generate_series(1, ${rows} - 50) n`,
  feed_waiting: `(tap_id, trip_id, file_id, line_number, record)
    select gen_random_uuid(), gen_random_uuid(), ${fileId}, n, '{}' from generate_series(1, ${rows} - 50) n`,
  feed_pieces: `(piece_id, kind, about, content, is_open, rank, exported_at, file_id, line_number)
    select gen_random_uuid(), case when n % 100 = 0 then 'chargeback' else 'tap' end, gen_random_uuid(),
      jsonb_build_object('at', ${at}), true, now(), now(), ${fileId}, n from generate_series(1, ${rows} - 50) n`,
  audit_events: `(at, kind) select ${at}, 'signed_in' from generate_series(1, ${rows}) n`,
  passengers: `(passenger_id, email, display_language, status, created_at)
    select gen_random_uuid(), n || '@example.org', 'en_CA', case when n % 100 = 0 then 'anonymised' else 'active' end, ${at}
    from generate_series(1, ${rows}) n`,
};
const tables = Object.keys(fills);

async function counters(): Promise<Record<string, { scans: number; deleted: number }>> {
  const { rows: found } = await pool.query<{ name: string; scans: number; deleted: number }>(
    `select relname as name, seq_scan as scans, n_tup_del as deleted
    from pg_stat_user_tables
    where relname = any ($1)`,
    [tables],
  );
  return Object.fromEntries(found.map(({ name, ...counted }) => [name, counted]));
}

it('reads no table from front to back, although there is much to delete', { timeout: 120_000 }, async () => {
  const filler = createPool({ url, statementSeconds: 100 });
  for (const [table, fill] of Object.entries(fills)) await filler.query(`insert into ${table} ${fill}`);
  await filler.query('analyze');
  await filler.end();
  const before = await counters();

  // The counters of a connection are complete when it has ended.
  const worker = createPool({ url: urlOfPart(url, 'worker') });
  await forgetOldTravel({ pool: worker, config: testConfig({}) });
  await deleteOldAudit(worker, 13);
  await deleteOldTombstones(worker, 13);
  await worker.end();

  const forgotten = tables.filter((table) => table !== 'feed_files');
  await expect
    .poll(async () => {
      const after = await counters();
      return forgotten.filter((table) => (after[table]?.deleted ?? 0) === 0);
    })
    .toEqual([]);
  const after = await counters();
  expect(tables.filter((table) => after[table]?.scans !== before[table]?.scans)).toEqual([]);
});
