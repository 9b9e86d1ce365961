import { isoUtc, moneyJson } from '../../lib/sql-json.ts';
import { timeZone } from './trip.sql.ts';

/** Trips of a payment start at most this long before its window opens or after it closes. */
export const windowSlack = `interval '2 days'`;
/** A window that is still open is looked at for this long: the longest capping period and a few days. */
export const longestWindow = `interval '40 days'`;

/**
 * How a payment looks in JSON: the select list of the contract's `paymentSummary`. `row` is the alias of a payments row;
 * the relation `trip_counts` is made by {@link tripCounts}.
 */
export function paymentColumns(row: string): string {
  const money = (amount: string) => moneyJson(amount, `${row}.currency`);
  return `${row}.payment_id as id,
    ${isoUtc(`${row}.opened_at`)} as "openedAt",
    ${isoUtc(`${row}.closed_at`)} as "closedAt",
    ${row}.service_day as "serviceDay",
    ${timeZone(row)} as "timeZone",
    ${row}.reason,
    ${money(`${row}.due_minor`)} as due,
    ${money(`${row}.paid_minor`)} as paid,
    ${money(`${row}.due_minor - ${creditMinor(row)}`)} as total,
    ${row}.method,
    ${row}.status,
    ${row}.srid,
    ${tripCount(row)} as "tripCount"`;
}

/** What was given back of a payment. */
export function creditMinor(row: string): string {
  return `coalesce((
      select sum(s.amount_minor)
      from settlements s
      where s.medium_id = ${row}.medium_id and s.srid = ${row}.srid and s.direction = 'credit' and s.approved
    ), 0)`;
}

/**
 * The relation `trip_counts`: one row that counts the trips by reference, in one pass over the time that the payments of
 * the relation `payments` span; a few more than theirs, since leaving those out costs more. An object, since looking a
 * thousand payments up in a list takes a million steps.
 */
export function tripCounts(payments: string, medium: string): string {
  return `trip_counts as materialized (
    select jsonb_object_agg(c.srid, c.trips) as by_srid
    from (
      select t.srid, count(*) as trips
      from trips t
      where t.medium_id = ${medium}
        and t.started_at >= (select min(opened_at) from ${payments}) - ${windowSlack}
        and t.started_at <= (
          select max(coalesce(closed_at, opened_at + ${longestWindow})) from ${payments}
        ) + ${windowSlack}
        and t.srid is not null
      group by t.srid
    ) c
  )`;
}

/** How many trips a payment was charged for. */
export function tripCount(row: string): string {
  return `coalesce(((select by_srid from trip_counts) ->> ${row}.srid)::integer, 0)`;
}

/**
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013.
 * A payment that failed first and was recovered later is accepted too.
 */
export function receiptAvailable(row: string): string {
  return `(${row}.status = 'accepted' and ${row}.paid_minor > 0 and ${row}.reason <> 'refund' and ${row}.srid is not null)`;
}
