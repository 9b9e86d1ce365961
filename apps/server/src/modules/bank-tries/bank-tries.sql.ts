import { statement } from '../../lib/sql.ts';
import { boolean, double, integer, notNull, type SqlTypes, uuid } from '../../lib/sql-types.ts';

/** Columns that every table of tries at the bank has. */
const tryColumns = { medium_id: uuid, attempt_key: uuid, attempts: integer, doubts: integer } as const;

interface TryTable<Columns extends SqlTypes> {
  /** `collections` or `refunds`. */
  readonly table: string;
  /** The column of our own reference. */
  readonly id: string;
  /** True of a row on which the bank has not decided, as its indexes say it. */
  readonly isOpen: string;
  /** What the worker needs to know beside the columns of every try. */
  readonly columns: Columns;
}

/**
 * The statements by which one worker at a time has a try at the bank to itself. The bank is asked only after the lease was
 * committed. All times are those of the database. A cluster takes no `clock_timestamp()` in an update, no `now()` within
 * `coalesce` and none in what is returned: `least` leaves out what is null, and keeps the first time.
 */
export function bankTryStatements<Columns extends SqlTypes>(tries: TryTable<Columns>) {
  const row = { ...tryColumns, ...tries.columns };
  const list = Object.keys(row).join(', ');
  return { list, row, ...leasesOf(tries, row, list), ...findingsOf(tries) };
}

type Place = Pick<TryTable<SqlTypes>, 'table' | 'id' | 'isOpen'>;

const isThis = ({ id, isOpen }: Place) => `medium_id = $mediumId and ${id} = $id and ${isOpen}`;
const key = { mediumId: uuid, id: uuid };

/** How a try is taken, kept and given back. */
function leasesOf<Row extends SqlTypes>(place: Place, row: Row, list: string) {
  const { table } = place;
  const leased = {
    ...row,
    /** The bank has forgotten the key, or soon will: it is asked what became of it and nothing else. */
    is_old: notNull(boolean, 'first_submitted_at was just set'),
  };
  return {
    /** Takes a try that is due and that nobody else is at. */
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
    lease_until - first_submitted_at > make_interval(secs => $leaseSeconds) + make_interval(secs => $doubtSeconds) as is_old`,
    }),

    /** Keeps the lease while the bank is slow. Another worker that took it meanwhile has counted an attempt. */
    renewLease: statement({
      name: `${table}.renewLease`,
      values: { ...key, attempts: integer, leaseSeconds: double },
      text: `update ${table}
  set lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds)
  where ${isThis(place)} and attempts = $attempts`,
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
    /** Notes when the bank first knew of nothing. Certain is what it says again ten minutes later. */
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

    /** The bank is asked to act once more: that it knew of nothing before does not count against that. */
    forgetMissed: statement({
      name: `${table}.forgetMissed`,
      values: key,
      text: `update ${table}
  set missed_at = null
  where ${isThis(place)} and missed_at is not null`,
    }),

    /** Whose try this is. The bank knows it by our reference alone, so every node is asked. */
    findMediumOf: statement({
      name: `${table}.findMediumOf`,
      values: { id: uuid },
      row: { medium_id: uuid },
      text: `select medium_id from ${table} where ${id} = $id`,
    }),

    /** The tries that are due although no job is at them: it was lost, or its worker died. Across all media. */
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
