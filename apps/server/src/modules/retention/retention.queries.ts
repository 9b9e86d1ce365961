import { untypedStatement } from '../../lib/sql.ts';

/** Drops one month of one table; no row when none is left to drop. Values: months to keep. */
export const dropMonth = untypedStatement<{ dropped: string }>(
  'retention.dropMonth',
  `select dropped
  from drop_month_before(now() - make_interval(months => $1)) as dropped
  where dropped is not null`,
);

/** Drops one week of delivered rows; no row when none is left to drop. Values: weeks to keep. */
export const dropFeedWeek = untypedStatement<{ dropped: string }>(
  'retention.dropFeedWeek',
  `select dropped
  from drop_feed_week_before(current_date - 7 * $1::integer) as dropped
  where dropped is not null`,
);

/** Takes cards off the list of those that owe something when all they owed is past its time. Values: months to keep. */
export const forgetOldDebts = untypedStatement('retention.forgetOldDebts', 'select forget_old_debts($1)');

/** Rows one statement deletes, so that none runs long or holds many locks; and those of the same instant as the last. */
const batch = 5000;

export interface TimeBatch extends Record<string, unknown> {
  /** The instant of the youngest row that went; null when nothing was left. */
  reached: string | null;
}

/**
 * Deletes the oldest rows by an instant that is indexed. A batch begins behind the one before: what was deleted a moment
 * ago still stands in the index and would be read again and again. Values: months to keep, instant to begin behind.
 */
function deleteByTime(name: string, table: string, at: string) {
  return untypedStatement<TimeBatch>(
    name,
    `with reached as materialized (
      select max(at) as at
      from (
        select ${at} as at
        from ${table}
        where ${at} < now() - make_interval(months => $1)
          and ${at} > $2::timestamptz
        order by ${at}
        limit ${batch}
      ) as old
    ), gone as (
      delete from ${table}
      where ${at} > $2::timestamptz
        and ${at} <= (select at from reached)
    )
    select at as reached from reached`,
  );
}

const acquirerTime = 'coalesce(requested_at, exported_at)';

export const deleteReferences = deleteByTime('retention.deleteReferences', 'service_references', 'opened_at');
export const deleteSettlements = deleteByTime('retention.deleteSettlements', 'settlements', acquirerTime);
export const deleteAuthorisations = deleteByTime('retention.deleteAuthorisations', 'authorisations', acquirerTime);
export const deleteProducts = deleteByTime('retention.deleteProducts', 'products', 'valid_to');

/** The newest file of those that are old enough; files are numbered in the order of their import. Values: days to keep. */
export const lastFileBefore = untypedStatement<{ file_id: number }>(
  'retention.lastFileBefore',
  `select file_id
  from feed_files
  where imported_at < now() - make_interval(days => $1)
  order by imported_at desc
  limit 1`,
);

export interface FileBatch extends Record<string, unknown> {
  /** File and line of the last row that went. */
  file_id: number;
  line_number: number;
}

/**
 * Deletes what came with old files, in the order in which it came; no row when nothing was left. Values: last file to
 * forget, file and line after which to begin.
 */
function deleteByFile(name: string, table: string) {
  return untypedStatement<FileBatch>(
    name,
    `with old as materialized (
      select file_id, line_number
      from ${table}
      where file_id >= $2::bigint
        and file_id <= $1::bigint
        and (file_id, line_number) > ($2::bigint, $3::integer)
      order by file_id, line_number
      limit ${batch}
    ), last as materialized (
      select file_id, line_number from old order by file_id desc, line_number desc limit 1
    ), gone as (
      delete from ${table}
      where file_id >= $2::bigint
        and file_id <= (select file_id from last)
        and (file_id, line_number) > ($2::bigint, $3::integer)
        and (file_id, line_number) <= (select file_id, line_number from last)
    )
    select file_id, line_number from last`,
  );
}

export const deleteTapLookups = deleteByFile('retention.deleteTapLookups', 'tap_lookups');
export const deleteTripLookups = deleteByFile('retention.deleteTripLookups', 'trip_lookups');

/** What could not be used goes; the ledger line stays, so that an old file delivered again has no effect. */
export const deleteQuarantine = deleteByFile('retention.deleteQuarantine', 'feed_quarantine');
export const deleteWaiting = deleteByFile('retention.deleteWaiting', 'feed_waiting');
