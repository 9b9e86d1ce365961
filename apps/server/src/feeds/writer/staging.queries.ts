import { type Db, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, integer, text } from '../../lib/sql-types.ts';
import { authorisations, settlements, withdrawnSettlements } from './acquirer.table.ts';
import type { Delivered } from './canonical.ts';
import { chargebacks, possibleCharges } from './chargebacks.table.ts';
import { debts, taken } from './debts.table.ts';
import { copyText, countingStatement, definitionOf, keepLatestText, listOf, workStatement } from './feed-table.sql.ts';
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
import { describedMediaOfAccounts, mediaOfAccounts } from './replacements.table.ts';
import { salesPackages } from './sales-packages.table.ts';
import { exits, leftPayments, taps } from './taps.table.ts';
import { lines, stops } from './timetable.table.ts';
import { boardedFares, fareExits, fares, trips, withdrawnTrips } from './trips.table.ts';

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

/** The staging table of each kind of records. */
export const stagings: { readonly [Kind in keyof Delivered]: Staging<Delivered[Kind]> } = {
  taps: stagingOf(taps),
  trips: stagingOf(fares),
  payments: stagingOf(payments),
  settlements: stagingOf(settlements),
  authorisations: stagingOf(authorisations),
  products: stagingOf(products),
  salesPackages: stagingOf(salesPackages),
  stops: stagingOf(stops),
  lines: stagingOf(lines),
  pieces: stagingOf(pieces),
  paymentParts: stagingOf(paymentParts),
  chargebacks: stagingOf(chargebacks),
  withdrawnTrips: stagingOf(withdrawnTrips),
  withdrawnSettlements: stagingOf(withdrawnSettlements),
};

/** What statements find out for one another. */
const workTables: readonly FeedTable[] = [
  leftPayments,
  exits,
  boardedFares,
  fareExits,
  trips,
  paymentWindows,
  firstTaps,
  references,
  debts,
  taken,
  media,
  mediaOfAccounts,
  describedMediaOfAccounts,
  refundedPayments,
  refundedTrips,
  found,
  partFares,
  partCharges,
  possibleCharges,
];

const stages: readonly FeedTable[] = [...Object.values(stagings).map(({ table }) => table), ...workTables];

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
