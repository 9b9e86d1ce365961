import { type Db, statement } from '../lib/sql.ts';
import { arrayOf, bigint, bytes, instant, integer, jsonb, notNull, nullable, text } from '../lib/sql-types.ts';
import type { Counts } from './report.ts';
import { pieces } from './writer/pieces.table.ts';

/*
 * The statements of an import itself, whatever its files hold: its session, its months, the ledger of files with their rows as
 * delivered, and what earlier files left.
 */

/**
 * A connection whose importer has died ends within seconds, and with it the lock that the next importer waits for. That holds in the
 * middle of a statement too, and after a machine or a network line has failed: the system then closes no connection, and PostgreSQL
 * would keep it for hours. PostgreSQL cannot do this on every system.
 */
const endsWithClient = [
  "client_connection_check_interval = '2s'",
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 5',
  'tcp_keepalives_count = 4',
  "tcp_user_timeout = '30s'",
]
  .map((setting) => `do $$ begin set ${setting}; exception when invalid_parameter_value then end $$`)
  .join(';\n  ');

/**
 * Batches are small compared with the tables, and each row matches at most one row: index look-ups are the right plan
 * whatever the statistics of a table that is being filled say. An importer that reads for a quarter of an hour between two
 * statements has stopped.
 */
export const sessionSettings = `${endsWithClient};
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = '15min';
  set temp_buffers = '64MB';
  set work_mem = '64MB';
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_material = off;
  set random_page_cost = 1.1;
  set jit = off;
  set timezone = 'UTC';
  set client_min_messages = warning`;

const allowHashJoins = statement({
  name: 'feeds.session.allowHashJoins',
  text: 'set enable_hashjoin = on',
  isPrepared: false,
});
const forbidHashJoins = statement({
  name: 'feeds.session.forbidHashJoins',
  text: 'set enable_hashjoin = off',
  isPrepared: false,
});

/** For a statement that would otherwise compare all rows of a card with one another. If it fails, the rollback undoes the setting. */
export async function withHashJoins<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  await allowHashJoins(db);
  const result = await work();
  await forbidHashJoins(db);
  return result;
}

/** Of the connection beside it, whose statements are short: one that waits for a lock gives way, or all would wait. */
export const sideConnectionSettings = `${endsWithClient};
  set statement_timeout = '30s';
  set lock_timeout = '10s';
  set timezone = 'UTC';
  set client_min_messages = warning`;

export const analyzeGrownMonths = statement({
  name: 'feeds.statistics.analyzeGrownMonths',
  text: 'select from analyze_grown_months()',
});

/**
 * For a cluster, before a transaction begins, what `analyzeTakenForEmpty` does within one: its nodes cannot count rows of an open
 * transaction.
 */
export const vacuumLeftShards = statement({
  name: 'feeds.statistics.vacuumLeftShards',
  text: 'select from vacuum_left_shards()',
});

/** Months that lack a partition: a file may need some new ones only. Of an old month with an unpaid fare retention keeps only some tables. */
export const findMissingMonths = statement({
  name: 'feeds.months.findMissing',
  values: { months: arrayOf(text) },
  row: { month: notNull(text, 'none of those that are asked for is null') },
  text: `
    select month
    from unnest($months::text[]) as month
    where exists (
      select from unnest('{taps,trips,payments}'::text[]) as parent
      where to_regclass(parent || '_' || replace(month, '-', '')) is null
    )`,
});

/** This week's part of the delivered rows and the next one's; nothing is locked while both are there. */
export const makeFeedWeeks = statement({
  name: 'feeds.months.makeFeedWeeks',
  text: 'select from ensure_feed_weeks(current_date)',
});

export const makeMonth = statement({
  name: 'feeds.months.make',
  values: { month: instant },
  text: 'select from ensure_months($month, $month)',
});

/* The ledger: each file, its rows as they were delivered, and those that were set aside. */

export interface NewFile {
  format: string;
  name: string;
  contentHash: Buffer;
  sizeBytes: number;
  exportedAt: string;
  /** The first row, for a format whose rows can be read again. */
  header?: string | undefined;
}

/**
 * What became of a file of this name and content when it came before. A file without a date in its name may say again what it said
 * before a file of the same name said something else: then it is new.
 */
export const findFile = statement({
  name: 'feeds.ledger.find',
  values: { format: text, name: text, contentHash: bytes, exportedAt: instant },
  row: { refusal: nullable(text) },
  text: `
    select refusal
    from feed_files as known
    where format = $format
      and name = $name
      and content_hash = $contentHash
      and not exists (
        select from feed_files as later
        where later.format = known.format
          and later.name = known.name
          and later.content_hash <> known.content_hash
          and later.refusal is null
          and later.exported_at > known.exported_at
          and later.exported_at < $exportedAt
      )
    limit 1`,
});

/** First rows of the exports before one, the newest first. An index has all exports but those of timetables. */
export const listHeadersBefore = statement({
  name: 'feeds.ledger.listHeadersBefore',
  values: { format: text, kind: text, exportedAt: instant },
  row: { header: notNull(text, 'files without one are left out') },
  text: `
    select header
    from feed_files
    where format = $format
      and format <> 'gtfs'
      and refusal is null
      and header is not null
      and counts ? $kind
      and exported_at < $exportedAt
    order by exported_at desc, file_id desc
    limit 20`,
});

const insertRow = statement({
  name: 'feeds.ledger.insert',
  values: {
    format: text,
    name: text,
    contentHash: bytes,
    sizeBytes: bigint,
    exportedAt: instant,
    refusal: nullable(text),
    header: nullable(text),
  },
  row: { file_id: bigint },
  text: `
    insert into feed_files (format, name, content_hash, size_bytes, exported_at, counts, refusal, header)
    values ($format, $name, $contentHash, $sizeBytes, $exportedAt, '{}', $refusal, $header)
    returning file_id`,
});

/** Notes what became of a file; with a refusal its rows are kept, and nothing else was made of them. */
export const closeFile = statement({
  name: 'feeds.ledger.close',
  values: { fileId: bigint, counts: jsonb<Counts>(), refusal: nullable(text) },
  text: 'update feed_files set counts = $counts, refusal = $refusal where file_id = $fileId',
});

export const noteLostColumns = statement({
  name: 'feeds.ledger.noteLostColumns',
  values: { fileId: bigint, columns: arrayOf(text) },
  text: 'update feed_files set lost_columns = $columns where file_id = $fileId',
});

/** Enters a file and returns its id; `closeFile` adds the result in the same transaction. */
export async function insertFile(db: Db, file: NewFile, refusal: string | null = null): Promise<number> {
  const [row] = await insertRow(db, { ...file, header: file.header ?? null, refusal });
  if (!row) throw new Error('a new file got no id');
  return row.file_id;
}

export const copyRawRows = 'copy feed_rows (file_id, line_number, content) from stdin';

export const copyQuarantine = 'copy feed_quarantine (file_id, line_number, reason, detail) from stdin';

export const insertQuarantined = statement({
  name: 'feeds.quarantine.insert',
  values: { files: arrayOf(bigint), lines: arrayOf(integer), reason: text },
  text: `
    insert into feed_quarantine (file_id, line_number, reason)
    select file_id, line_number, $reason
    from unnest($files::bigint[], $lines::integer[]) as row (file_id, line_number)
    on conflict do nothing`,
});

/*
 * What earlier files left that a batch may have to correct. Each question is asked of one table by itself: they lie on
 * different nodes of a distributed engine. A first import finds none, and is spared the statements for corrections.
 */

/** Declares a statement that finds out whether there is any row. */
function existsStatement(name: string, text: string, isPrepared = true): (db: Db) => Promise<boolean> {
  const find = statement({ name, row: { found: notNull(integer, 'a constant') }, text, isPrepared });
  return async (db) => (await find(db)).length > 0;
}

/** Whether a tap that comes now could be awaited by a fare. */
export const anyFareWaits = existsStatement('feeds.earlier.fares', 'select 1 as found from feed_waiting limit 1');

/** Whether any trip has been written at all. */
export const anyTrips = existsStatement('feeds.earlier.trips', 'select 1 as found from trips limit 1');

/** Whether any payment could follow from taps that come now. */
export const anyReferences = existsStatement(
  'feeds.earlier.references',
  'select 1 as found from service_references limit 1',
);

/** Whether a chargeback waits whose charge has not come. */
export const anyChargebackWaits = existsStatement(
  'feeds.earlier.chargebacks',
  `select 1 as found from ${pieces.name} where is_open and kind = 'chargeback' limit 1`,
  false,
);

/** Whether a chargeback could lose its charge by a movement of money that comes now. */
export const anyChargebacks = existsStatement(
  'feeds.earlier.knownChargebacks',
  'select 1 as found from chargebacks limit 1',
);
