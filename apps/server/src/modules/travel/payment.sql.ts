import { isoUtc, moneyJson } from '../../lib/sql-json.ts';
import { timeZone } from './trip.sql.ts';

/** Trips of a payment start at most this long before its window opens or after it closes. */
export const windowSlack = `interval '2 days'`;
/** A window that is still open is looked at for this long: the longest capping period and a few days. */
export const longestWindow = `interval '40 days'`;

/**
 * How a payment looks in JSON: the select list of the contract's `paymentSummary`. `row` is the alias of a payments row;
 * the relations `bank` and `trip_counts` are made by {@link bankJoin} and {@link tripCounts}.
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
    ${money(`case when ${row}.reason = 'refund' then ${row}.paid_minor else ${row}.due_minor end`)} as total,
    case when ${row}.reason <> 'refund' and bank.refunds > 0 then json_build_object(
      'amount', ${money('bank.refunded_minor')}, 'count', bank.refunds, 'lastAt', ${isoUtc('bank.refunded_at')}
    ) end as refunded,
    ${row}.method,
    ${shownStatus(row)} as status,
    ${row}.srid,
    ${tripCount(row)} as "tripCount"`;
}

/** What the bank did about a payment, as the relation `bank`: one look-up by reference. */
export function bankJoin(row: string): string {
  const refund = `s.direction = 'credit' and s.approved`;
  return `left join lateral (
    select sum(s.amount_minor) filter (where ${refund}) as refunded_minor,
      count(*) filter (where ${refund})::integer as refunds,
      max(s.requested_at) filter (where ${refund}) as refunded_at,
      bool_or(s.approved) filter (where s.direction = 'debit') as bank_took
    from settlements s
    where s.medium_id = ${row}.medium_id and s.srid = ${row}.srid
  ) bank on true`;
}

/**
 * The back office says that the bank took money and all the bank said is no. What was collected after a refusal may
 * have come with another charge, so that alone is no contradiction. Needs `bank`.
 */
function isContradicted(row: string): string {
  return `(${row}.reason <> 'refund' and ${row}.paid_minor > ${row}.debt_paid_minor and bank.bank_took is false)`;
}

/** Where the collection stands. A payment whose sources contradict each other is not called paid. Needs `bank`. */
export function shownStatus(row: string): string {
  return `case when ${row}.status = 'accepted' and ${isContradicted(row)} then 'corrupted' else ${row}.status end`;
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
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account. Needs `bank`.
 */
export function receiptAvailable(row: string): string {
  return `(${row}.status in ('accepted', 'payment_error') and ${row}.paid_minor > 0 and ${row}.reason <> 'refund'
      and ${row}.srid is not null and not ${isContradicted(row)})`;
}

/** The payment a fare or ticket was charged with, opened about the time it began: the contract's `paymentLink` and `more`. */
export function chargedPayment(row: string, began: string, more = ''): string {
  return `(
      select json_build_object('id', p.payment_id, 'openedAt', ${isoUtc('p.opened_at')}${more})
      from payments p
      ${more === '' ? '' : bankJoin('p')}
      where p.medium_id = ${row}.medium_id and p.srid = ${row}.srid and p.reason <> 'refund'
        and p.opened_at >= ${began} - ${longestWindow} and p.opened_at <= ${began} + ${windowSlack}
      order by p.opened_at desc
      limit 1
    )`;
}
