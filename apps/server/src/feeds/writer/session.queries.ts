import { type Db, statement } from '../../lib/sql.ts';
import { arrayOf, instant, notNull, text } from '../../lib/sql-types.ts';

/**
 * A connection whose importer has died ends soon, and with it the lock that the next importer waits for: also in the middle of a
 * statement, and where a whole machine or line is gone, which says no farewell and is waited for for hours. PostgreSQL cannot do
 * so on every system.
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
 * Updates the statistics of tables that PostgreSQL believes empty although this transaction has filled them. It believes so after a
 * cancelled import if autovacuum ran while the next one wrote; it would read such a table completely for every row of a batch.
 */
export const analyzeTakenForEmpty = statement({
  name: 'feeds.statistics.analyzeTakenForEmpty',
  text: 'select from analyze_taken_for_empty()',
});

/** The same for a cluster, before a transaction begins: its nodes cannot count rows of an open transaction. */
export const vacuumLeftShards = statement({
  name: 'feeds.statistics.vacuumLeftShards',
  text: 'select from vacuum_left_shards()',
});

/**
 * Months that lack a partition. Asked first, since making one takes a lock that stops every reader for a moment. Of an old month with
 * an unpaid fare retention keeps only some tables.
 */
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
