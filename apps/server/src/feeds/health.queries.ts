import { isItself, movedAt } from '../database/tables/travel-columns.ts';
import { statement } from '../lib/sql.ts';
import { arrayOf, bigint, integer, notNull, nullable, text } from '../lib/sql-types.ts';

/** Only files about travel, and of these only what was made of their own rows. */
const kinds = `
  select kind, file.exported_at
  from feed_files as file
  cross join lateral jsonb_each(file.counts) as made (kind, counts)
  where file.refusal is null
    and kind in ('taps', 'trips', 'payments', 'settlements')
    and (made.counts ->> 'waiting')::bigint >= 0
    and not (kind = 'trips' and file.counts ? 'taps')
    and not (kind = 'payments' and file.counts ? 'settlements')`;

export const findKinds = statement({
  name: 'feeds.health.findKinds',
  row: {
    kind: notNull(text, 'a key of an object'),
    newest_export: notNull(text, 'every file has its time'),
    missing_days: notNull(arrayOf(text), 'an array, empty where there are none'),
  },
  text: `
    with delivered as (${kinds}),
    newest as (select kind, max(exported_at) as newest, min(exported_at) as oldest from delivered group by kind)
    select kind,
      to_char(newest, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest_export,
      array(
        select to_char(day, 'YYYY-MM-DD')
        from generate_series(greatest(oldest, newest - interval '35 days')::date, newest::date, interval '1 day') as day
        where not exists (
          select from delivered as one
          where one.kind = newest.kind
            and one.exported_at::date = day::date)
        order by day
      ) as missing_days
    from newest
    order by kind`,
});

/** A file that came again under its name is judged by what became of it then. */
export const findRefused = statement({
  name: 'feeds.health.findRefused',
  row: {
    name: text,
    refusal: notNull(text, 'files without one are left out'),
  },
  text: `
    select name, refusal
    from feed_files as refused
    where refusal is not null
      and imported_at > now() - interval '7 days'
      and not exists (
        select from feed_files as later
        where later.imported_at >= refused.imported_at
          and later.file_id > refused.file_id
          and later.name = refused.name
      )
    order by file_id desc
    limit 20`,
});

/** With the first rows of newer exports: one that has the columns again has delivered what was lost, or will. */
export const listLostColumns = statement({
  name: 'feeds.health.listLostColumns',
  row: {
    name: text,
    format: text,
    columns: notNull(arrayOf(text), 'files without any are left out'),
    newer_headers: notNull(arrayOf(text), 'an array, empty where there are none'),
  },
  text: `
    select name,
      format,
      lost_columns as columns,
      array(
        select distinct later.header
        from feed_files as later
        where later.format = lost.format
          and later.exported_at > lost.exported_at
          and later.refusal is null
          and later.header is not null
          and later.counts ?| array(select jsonb_object_keys(lost.counts))
      ) as newer_headers
    from feed_files as lost
    where lost_columns is not null
      and refusal is null
      and imported_at > now() - interval '7 days'
    order by file_id desc`,
});

export const findWaiting = statement({
  name: 'feeds.health.findWaiting',
  row: {
    count: notNull(integer, 'a count'),
    oldest_export: nullable(text),
  },
  text: `
    select count(*)::int as count,
      to_char(min(exported_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest_export
    from (
      select (record ->> 'exported_at')::timestamptz as exported_at
      from feed_waiting
      union all
      select exported_at
      from feed_pieces
      where is_open
        and kind = 'micropayment'
    ) as waiting`,
});

/** How many payments there are, and the day on which the oldest opened. */
const paymentCount = { count: notNull(integer, 'a count'), oldest_day: nullable(text) };
const countPayments = `count(*)::int as count, to_char(min(opened_at), 'YYYY-MM-DD') as oldest_day`;

/**
 * Payments that the bank authorised more than a week ago and whose money is still missing: no file has brought it, and we have not
 * collected it.
 */
export const findUnsettled = statement({
  name: 'feeds.health.findUnsettled',
  row: paymentCount,
  text: `
    select ${countPayments}
    from payments as payment
    left join (
      select medium_id, srid, sum(amount_minor) as taken_minor
      from settlements
      where approved
        and direction = 'debit'
        and srid is not null
        and ${movedAt} > now() - interval '35 days'
      group by medium_id, srid
    ) as bank on bank.medium_id = payment.medium_id
      and bank.srid = payment.srid
    where status = 'pending'
      and due_minor > greatest(paid_minor, coalesce(taken_minor, 0))
      and not exists (
        select
        from collections as own
        where own.medium_id = payment.medium_id
          and own.payment_id = payment.payment_id
          and own.outcome = 'approved'
      )
      and opened_at > now() - interval '35 days'
      and opened_at < now() - interval '7 days'`,
});

/** What we had the bank collect of a payment and no file has delivered: as `pairMoves` says, without its rule about time. */
const collected = `
    select own.medium_id, own.payment_id, own.currency, sum(own.amount_minor) as collected_minor
    from collections as own
    join debts as fare on fare.medium_id = own.medium_id
      and fare.payment_id = own.payment_id
    where own.outcome = 'approved'
      and own.closed_at > now() - interval '35 days'
      and not exists (
        select
        from settlements as delivered
        where delivered.medium_id = fare.medium_id
          and delivered.srid = fare.srid
          and delivered.direction = 'debit'
          and delivered.approved
          and delivered.amount_minor = own.amount_minor
          and (delivered.kind = 'debt_recovery' or delivered.retrieval_reference = own.bank_reference)
      )
    group by own.medium_id, own.payment_id, own.currency`;

/**
 * Payments of which the bank took more than was due and has not given it back, by a refund or a chargeback: according to the payment itself,
 * by two charges of one amount with different references, or by charges beside what we had the bank collect.
 */
export const findOvercharged = statement({
  name: 'feeds.health.findOvercharged',
  row: paymentCount,
  text: `
    select ${countPayments}
    from payments as payment
    left join (
      select medium_id, srid,
        sum(amount_minor) filter (where direction = 'credit') as returned_minor,
        sum(amount_minor) filter (where direction = 'debit') as taken_minor,
        sum(distinct amount_minor) filter (where direction = 'debit') as distinct_minor,
        count(*) filter (where direction = 'debit')
          > count(distinct amount_minor) filter (where direction = 'debit') as is_alike,
        count(distinct retrieval_reference) filter (where direction = 'debit')
          = count(*) filter (where direction = 'debit') as is_told_apart
      from (
        select medium_id, srid, direction, amount_minor, retrieval_reference, ${movedAt} as moved_at
        from settlements
        where approved
          and srid is not null
        union all
        select medium_id, srid, 'credit', amount_minor, null, charged_back_at
        from chargebacks
      ) as moved
      where moved_at > now() - interval '35 days'
      group by medium_id, srid
    ) as bank on bank.medium_id = payment.medium_id
      and bank.srid = payment.srid
    left join (${collected}
    ) as ours on ours.medium_id = payment.medium_id
      and ours.payment_id = payment.payment_id
      and ours.currency = payment.currency
    where opened_at > now() - interval '35 days'
      and ${isItself}
      and greatest(
        paid_minor,
        case when is_alike and is_told_apart then taken_minor end,
        collected_minor + coalesce(distinct_minor, 0)
      ) - coalesce(returned_minor, 0) > due_minor`,
});

/** The tables of a timetable have entries of their own, and the delivery's entry counts their rows as well: it alone counts here. */
export const findQuarantine = statement({
  name: 'feeds.health.findQuarantine',
  row: {
    rows: notNull(bigint, 'a sum with 0'),
    set_aside: notNull(bigint, 'a sum with 0'),
  },
  text: `
    select coalesce(sum((one.value ->> 'inserted')::bigint + (one.value ->> 'updated')::bigint
        + (one.value ->> 'unchanged')::bigint + (one.value ->> 'quarantined')::bigint), 0)::bigint as rows,
      coalesce(sum((one.value ->> 'quarantined')::bigint), 0)::bigint as set_aside
    from feed_files as file
    cross join lateral jsonb_each(file.counts) as one
    where file.imported_at > now() - interval '7 days'
      and not exists (
        select from feed_files as whole
        where whole.format = file.format
          and whole.content_hash = file.content_hash
          and starts_with(file.name, whole.name || '/')
      )`,
});

export const findDifferences = statement({
  name: 'feeds.health.findDifferences',
  row: {
    service_day: notNull(text, 'one of both sides has it'),
    currency: notNull(text, 'one of both sides has it'),
    prices_minor: notNull(bigint, 'a sum with 0'),
    due_minor: notNull(bigint, 'a sum with 0'),
  },
  text: `
    with charged as (
      select medium_id, srid, service_day, currency, due_minor
      from payments
      where opened_at > now() - interval '35 days'
        and ${isItself}
    ), priced as (
      select service_day, currency, fare_minor as price_minor
      from trips
      where started_at > now() - interval '35 days'
      union all
      select charged.service_day, product.currency, product.amount_minor
      from charged
      join products product on product.medium_id = charged.medium_id and product.srid = charged.srid
    )
    select to_char(coalesce(sold.service_day, asked.service_day), 'YYYY-MM-DD') as service_day,
      coalesce(sold.currency, asked.currency)::text as currency,
      coalesce(prices, 0)::bigint as prices_minor,
      coalesce(due, 0)::bigint as due_minor
    from (
      select service_day, currency, sum(price_minor) as prices
      from priced
      group by service_day, currency
    ) as sold
    full join (
      select service_day, currency, sum(due_minor) as due
      from charged
      group by service_day, currency
    ) as asked on asked.service_day = sold.service_day and asked.currency = sold.currency
    where coalesce(prices, 0) <> coalesce(due, 0)
    order by 1 desc, 2
    limit 35`,
});
