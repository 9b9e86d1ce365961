import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { movedAt } from '../../database/tables/travel-columns.ts';
import { listed, statement } from '../../lib/sql.ts';
import { bigint, instant, integer, notNull, nullable, text } from '../../lib/sql-types.ts';
import { oldestKept } from './oldest-kept.sql.ts';

const dropped = notNull(text, 'rows without a name are filtered');

/**
 * Drops one month of one table, or all of it but the fares that are kept, and tells its name; no row when none is left to drop.
 */
export const dropMonth = statement({
  name: 'retention.dropMonth',
  values: { monthsToKeep: integer },
  row: { dropped },
  text: `select dropped
  from drop_month_before(now() - make_interval(months => $monthsToKeep)) as dropped
  where dropped is not null`,
});

/** Drops one week of delivered rows and tells its name; no row when none is left to drop. */
export const dropFeedWeek = statement({
  name: 'retention.dropFeedWeek',
  values: { weeksToKeep: integer },
  row: { dropped },
  text: `select dropped
  from drop_feed_week_before(current_date - 7 * $weeksToKeep) as dropped
  where dropped is not null`,
});

/** Rows one statement deletes, so that none runs long or holds many locks; and those of the same instant as the last. */
const batch = 5000;

/**
 * An old fare is kept as long as it is owed, and for as many months after it was settled as travel is kept: until then its passenger
 * can pay it and get a receipt. What stands in `debts` decides, so fares are deleted before all that belongs to them.
 */
const isOfNoKeptFare = (reference: 'srid' | 'payment_id') =>
  `(${reference} is null or ${reference} not in (
            select ${reference} from debts where opened_at < ${oldestKept} and ${reference} is not null
          ))`;

/**
 * Deletes the oldest rows by an indexed instant: those from before the month (UTC) that `monthsToKeep` reaches back into. The
 * payments of that month are kept too, and a receipt without its refunds would certify too much. `reached` is the instant of the
 * youngest deleted row, null when nothing was left. A batch begins after the one before: the index still contains the rows that were
 * just deleted, and they would be read again. `which` keeps rows that must stay longer; `name` is needed if several statements delete
 * from one table.
 */
function deleteByTime(table: string, at: string, { which = 'true', name = table } = {}) {
  return statement({
    name: `retention.delete.${name}`,
    values: { monthsToKeep: integer, after: instant },
    row: { reached: nullable(instant) },
    text: `with reached as materialized (
      select max(at) as at
      from (
        select ${at} as at
        from ${table}
        where ${at} < ${oldestKept}
          and ${at} > $after::timestamptz
          and ${which}
        order by ${at}
        limit ${batch}
      ) as old
    ), gone as (
      delete from ${table}
      where ${at} > $after::timestamptz
        and ${at} <= (select at from reached)
        and ${which}
    )
    select at as reached from reached`,
  });
}

const ofFare = { which: isOfNoKeptFare('payment_id') };
const ofPayment = { which: isOfNoKeptFare('srid') };
/** One that waits, or was set aside for an administrator, may be what unblocks a card. */
const isClosedMessage = `outcome in ('acknowledged', 'not_sent')`;
const isOfNoKeptRefund = `not exists (
            select
            from refunds kept
            where kept.medium_id = refund_trips.medium_id and kept.refund_id = refund_trips.refund_id
          )`;

/** Holds up refunds of payments that it may be of (docs/decisions/0064), so it stays as long as these. There are few. */
const isWaitingChargeback = `(is_open and kind = 'chargeback')`;

export const deleteDebts = deleteByTime('debts', 'opened_at', {
  which: `state in (${listed(settledDebtStates)}) and state_at < ${oldestKept}`,
});

/** Tables that are deleted with the travel of their time and have no months to drop: step and statement, in this order. Unpaid fares are deleted before. */
export const travelByTime = [
  ['messages to the back office', deleteByTime('back_office_messages', 'created_at', { which: isClosedMessage })],
  ['events of unpaid fares', deleteByTime('debt_events', 'at', ofFare)],
  ['references', deleteByTime('service_references', 'opened_at', ofPayment)],
  ['contested references', deleteByTime('contested_references', 'exported_at', ofPayment)],
  ['settlements', deleteByTime('settlements', movedAt, ofPayment)],
  // One that is open has no such time: the bank may still give the money back.
  ['refunds', deleteByTime('refunds', 'closed_at', ofFare)],
  // The shares of trips go with their refund.
  ['refunds of trips', deleteByTime('refund_trips', 'requested_at', { which: isOfNoKeptRefund })],
  ['authorisations', deleteByTime('authorisations', movedAt)],
  ['chargebacks', deleteByTime('chargebacks', 'charged_back_at', ofPayment)],
  [
    'chargebacks that wait',
    deleteByTime('feed_pieces', `(content ->> 'at')::timestamptz`, {
      which: isWaitingChargeback,
      name: 'waiting_chargebacks',
    }),
  ],
  ['collections', deleteByTime('collections', 'closed_at', ofFare)],
  ['products', deleteByTime('products', 'valid_to', ofPayment)],
  ['sold packages', deleteByTime('sales_packages', 'sold_at')],
] as const;

/** The newest file of those that are old enough; files are numbered in the order of their import. */
export const lastFileBefore = statement({
  name: 'retention.lastFileBefore',
  values: { daysToKeep: integer },
  row: { file_id: bigint },
  text: `select file_id
  from feed_files
  where imported_at < now() - make_interval(days => $daysToKeep)
  order by imported_at desc
  limit 1`,
});

/** File and line of the last row that a batch deleted. */
export interface FileBatch {
  file_id: number;
  line_number: number;
}

/** Deletes what came with old files, in the order in which it came; no row when nothing was left. `which` as above. */
function deleteByFile(table: string, which = 'true') {
  return statement({
    name: `retention.delete.${table}`,
    values: { lastFile: bigint, afterFile: bigint, afterLine: integer },
    row: { file_id: bigint, line_number: integer },
    text: `with old as materialized (
      select file_id, line_number
      from ${table}
      where file_id >= $afterFile
        and file_id <= $lastFile
        and (file_id, line_number) > ($afterFile, $afterLine)
        and ${which}
      order by file_id, line_number
      limit ${batch}
    ), last as materialized (
      select file_id, line_number from old order by file_id desc, line_number desc limit 1
    ), gone as (
      delete from ${table}
      where file_id >= $afterFile
        and file_id <= (select file_id from last)
        and (file_id, line_number) > ($afterFile, $afterLine)
        and (file_id, line_number) <= (select file_id, line_number from last)
        and ${which}
    )
    select file_id, line_number from last`,
  });
}

export const deleteTapLookups = deleteByFile('tap_lookups');
export const deleteTripLookups = deleteByFile('trip_lookups');

/** What could not be used goes; the ledger line stays, so that an old file delivered again has no effect. */
export const deleteQuarantine = deleteByFile('feed_quarantine');
export const deleteWaiting = deleteByFile('feed_waiting');

/** Name and validity of a product: delivered once and needed for years by what is bought. They are few, and none is about a person. */
const isDefinition = `kind = 'product'`;
export const deletePieces = deleteByFile('feed_pieces', `not (${isWaitingChargeback} or ${isDefinition})`);
