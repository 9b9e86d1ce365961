import { selectList, statement } from '../../lib/sql.ts';
import { boolean, double, integer, notNull, type SqlTypes, uuid } from '../../lib/sql-types.ts';

/** Columns that every table of tries at the bank has. */
const tryColumns = { medium_id: uuid, attempt_key: uuid, attempts: integer, doubts: integer } as const;

interface TryTable<Columns extends SqlTypes> {
  /** `collections` or `refunds`. */
  readonly table: string;
  /** The column of our own reference. */
  readonly id: string;
  /** The condition of a try that the bank has not decided, written as in the table's indexes. */
  readonly isOpen: string;
  /** What the worker needs in addition to the columns of every try. */
  readonly columns: Columns;
}

/**
 * The statements that lease a try at the bank to one worker at a time. The bank is asked only after the lease was committed. All
 * times are those of the database. A cluster does not allow `clock_timestamp()` in an update, nor `now()` within `coalesce` or
 * `returning`; `least` ignores null and keeps the first time.
 */
export function bankTryStatements<Columns extends SqlTypes>(tries: TryTable<Columns>) {
  const row = { ...tryColumns, ...tries.columns };
  const list = selectList(row);
  return { list, row, ...leasesOf(tries, row, list), ...findingsOf(tries) };
}

type Place = Pick<TryTable<SqlTypes>, 'table' | 'id' | 'isOpen'>;

const isThis = ({ id, isOpen }: Place) => `medium_id = $mediumId and ${id} = $id and ${isOpen}`;
const key = { mediumId: uuid, id: uuid };

/** How a try is leased, kept and released. */
function leasesOf<Row extends SqlTypes>(place: Place, row: Row, list: string) {
  const { table } = place;
  const leased = {
    ...row,
    /**
     * The bank has forgotten the key, or soon will: it is only asked for the result of the try. A try that was requested as long ago
     * and never submitted counts as old too: a database that was restored from a backup does not know that it was submitted.
     */
    is_old: notNull(boolean, 'least ignores null, and a try has the time of its request'),
  };
  return {
    /** Takes the lease of a try that is due and that no other worker holds. */
    takeLease: statement({
      name: `${table}.takeLease`,
      values: { ...key, leaseSeconds: double, doubtSeconds: double },
      row: leased,
      text: `update ${table}
  set lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds),
    attempts = attempts + 1,
    first_submitted_at = least(first_submitted_at, now())
  where ${isThis(place)}
    and next_at <= now()
    and (lease_until is null or lease_until <= now())
  returning ${list},
    lease_until - least(first_submitted_at, requested_at) > make_interval(secs => $leaseSeconds) + make_interval(secs => $doubtSeconds) as is_old`,
    }),

    /** Renews the lease while the bank is slow. Does nothing when another worker took it, since that raised `attempts`. */
    renewLease: statement({
      name: `${table}.renewLease`,
      values: { ...key, attempts: integer, leaseSeconds: double },
      text: `update ${table}
  set lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds)
  where ${isThis(place)} and attempts = $attempts`,
    }),

    /** Ends leases and pauses that are longer than any: they were begun by a clock that was far ahead. Reads all media. */
    endFarWaits: statement({
      name: `${table}.endFarWaits`,
      text: `update ${table}
  set lease_until = null, next_at = least(next_at, now())
  where ${place.isOpen} and greatest(lease_until, next_at) > now() + interval '2 hours'`,
    }),

    /** Gives the lease back without an answer: the bank is asked again later. */
    postpone: statement({
      name: `${table}.postpone`,
      values: { ...key, attempts: integer, doubts: integer, waitSeconds: double },
      row: { medium_id: uuid },
      text: `update ${table}
  set lease_until = null, doubts = $doubts, next_at = statement_timestamp() + make_interval(secs => $waitSeconds)
  where ${isThis(place)} and attempts = $attempts
  returning medium_id`,
    }),
  };
}

/** What the bank did not know, whose a try is, and which are due. */
function findingsOf(place: Place) {
  const { table, id, isOpen } = place;
  return {
    /** Notes when the bank first knew of nothing. It is certain once the bank says so again ten minutes later. */
    noteMissed: statement({
      name: `${table}.noteMissed`,
      values: key,
      row: { is_certain: notNull(boolean, 'missed_at was just set') },
      text: `update ${table}
  set missed_at = least(missed_at, clock.at)
  from (select now() as at) as clock
  where ${isThis(place)}
  returning clock.at - missed_at >= interval '10 minutes' as is_certain`,
    }),

    /** The bank is asked to act once more, so that what it did not know before no longer counts. */
    forgetMissed: statement({
      name: `${table}.forgetMissed`,
      values: key,
      text: `update ${table}
  set missed_at = null
  where ${isThis(place)} and missed_at is not null`,
    }),

    /** The medium of a try. The bank names only our reference, so every node of a cluster is asked. */
    findMediumOf: statement({
      name: `${table}.findMediumOf`,
      values: { id: uuid },
      row: { medium_id: uuid },
      text: `select medium_id from ${table} where ${id} = $id`,
    }),

    /** The tries that are due and have no job: it was lost, or its worker died. Reads all media. */
    listDue: statement({
      name: `${table}.listDue`,
      row: { medium_id: uuid, id: uuid },
      text: `select medium_id, ${id} as id
  from ${table}
  where ${isOpen}
    and next_at <= now()
    and (lease_until is null or lease_until <= now())
  order by next_at
  limit 500`,
    }),
  };
}
