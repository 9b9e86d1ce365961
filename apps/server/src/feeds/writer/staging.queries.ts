import { type Db, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, integer, text } from '../../lib/sql-types.ts';
import { authorisations, settlements, withdrawnSettlements } from './acquirer.table.ts';
import { chargebacks } from './chargebacks.table.ts';
import { debts, taken } from './debts.table.ts';
import { copyText, definitionOf, keepLatestText, listOf } from './feed-table.sql.ts';
import type { DeliveredTable, FeedTable } from './feed-table.ts';
import { found } from './found.table.ts';
import { media } from './media.table.ts';
import {
  firstTaps,
  partCharges,
  partFares,
  paymentParts,
  payments,
  paymentWindows,
  references,
} from './payments.table.ts';
import { changedKeys, pieces, readKeys } from './pieces.table.ts';
import { products } from './products.table.ts';
import { refundedPayments, refundedTrips } from './refunds.table.ts';
import { describedKin, kin } from './replacements.table.ts';
import { salesPackages } from './sales-packages.table.ts';
import { exits, leftPayments, taps } from './taps.table.ts';
import { lines, stops } from './timetable.table.ts';
import { boardedFares, fareExits, fares, trips, withdrawnTrips } from './trips.table.ts';
import { countingStatement, workStatement } from './work-statement.sql.ts';

const stages: readonly FeedTable[] = [
  taps,
  leftPayments,
  exits,
  fares,
  boardedFares,
  fareExits,
  trips,
  products,
  salesPackages,
  payments,
  paymentWindows,
  firstTaps,
  references,
  debts,
  taken,
  settlements,
  authorisations,
  media,
  kin,
  describedKin,
  stops,
  lines,
  refundedPayments,
  refundedTrips,
  found,
  pieces,
  paymentParts,
  partFares,
  partCharges,
  chargebacks,
  withdrawnTrips,
  withdrawnSettlements,
];

/** The keys that must be read again are gathered over the batches of a delivery. */
const keptStages: readonly FeedTable[] = [changedKeys, readKeys];

const allStages = [...stages, ...keptStages];

/**
 * Temporary tables, one set per connection, emptied between batches and files. A batch is read from front to back, so
 * only what is looked up beside it has an index.
 */
export const createStages = allStages
  .map((table) => `create temp table if not exists ${definitionOf(table)}`)
  .join(';\n');

/**
 * Only those that were filled: to empty a table makes new files for it, full or not, and a batch fills few of them. For
 * the same reason none is emptied by the commit.
 */
const emptyText = (tables: readonly FeedTable[]) => `do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{${listOf(tables.map(({ stage }) => stage))}}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$`;

/** To be run after each batch. */
export const emptyStages = workStatement('feeds.stages.empty', emptyText(stages));

/** To be run before the first batch of a file, with what is kept over the batches of one. */
export const emptyAllStages = workStatement('feeds.stages.emptyAll', emptyText(allStages));

/** How the rows of one kind come into their staging table, and which of several that are one and the same go out again. */
export interface Staging<Delivered> {
  table: DeliveredTable<Delivered>;
  copy: string;
  keepLatest: (db: Db) => Promise<number>;
}

function stagingOf<Delivered>(table: DeliveredTable<Delivered>): Staging<Delivered> {
  const keepLatest = countingStatement(`feeds.${table.name}.keepLatest`, keepLatestText(table));
  return { table, copy: copyText(table), keepLatest };
}

export const stageTaps = stagingOf(taps);
export const stageFares = stagingOf(fares);
export const stageProducts = stagingOf(products);
export const stageSalesPackages = stagingOf(salesPackages);
export const stagePayments = stagingOf(payments);
export const stageSettlements = stagingOf(settlements);
export const stageAuthorisations = stagingOf(authorisations);
export const stageStops = stagingOf(stops);
export const stageLines = stagingOf(lines);
export const stagePieces = stagingOf(pieces);
export const stagePaymentParts = stagingOf(paymentParts);
export const stageChargebacks = stagingOf(chargebacks);
export const stageWithdrawnTrips = stagingOf(withdrawnTrips);
export const stageWithdrawnSettlements = stagingOf(withdrawnSettlements);

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

/** Of the connection beside it, whose statements are short: one that waits for a lock gives way, or all would wait. */
export const besideSettings = `${endsWithClient};
  set statement_timeout = '30s';
  set lock_timeout = '10s';
  set timezone = 'UTC';
  set client_min_messages = warning`;

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
