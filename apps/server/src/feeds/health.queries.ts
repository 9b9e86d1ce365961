import type pg from 'pg';

/** What was delivered of one kind of file. */
export interface KindHealth {
  kind: string;
  newestExport: string;
  /** Days of the last five weeks between two exports of this kind on which there was none. */
  missingDays: string[];
}

export interface FeedHealth {
  kinds: KindHealth[];
  refusedFiles: { name: string; refusal: string }[];
  waitingFares: { count: number; oldestExport: string | null };
  quarantine: { rows: number; setAside: number };
  /** Days on which the fares of all trips are not what was to be paid: caps, refunds, or something that is missing. */
  differences: { serviceDay: string; currency: string; faresMinor: number; dueMinor: number }[];
}

/** Only files that say something of travel, and of them only what was made of their own rows. */
const kinds = `
  select kind, file.exported_at
  from feed_files as file
  cross join lateral jsonb_each(file.counts) as made (kind, counts)
  where file.format = 'enghouse'
    and file.refusal is null
    and kind in ('taps', 'trips', 'payments', 'settlements')
    and (made.counts ->> 'waiting')::bigint >= 0
    and not (kind = 'trips' and file.counts ? 'taps')
    and not (kind = 'payments' and file.counts ? 'settlements')`;

const findKinds = `
  with delivered as (${kinds}),
  newest as (select kind, max(exported_at) as newest, min(exported_at) as oldest from delivered group by kind)
  select kind,
    to_char(newest, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "newestExport",
    array(
      select to_char(day, 'YYYY-MM-DD')
      from generate_series(greatest(oldest, newest - interval '35 days')::date, newest::date, interval '1 day') as day
      where not exists (
        select from delivered as one
        where one.kind = newest.kind
          and one.exported_at::date = day::date)
      order by day
    ) as "missingDays"
  from newest
  order by kind`;

const findRefused = `
  select name, refusal
  from feed_files
  where refusal is not null
    and imported_at > now() - interval '7 days'
  order by file_id desc
  limit 20`;

const findWaiting = `
  select count(*)::int as count,
    to_char(min((record ->> 'exported_at')::timestamptz), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "oldestExport"
  from feed_waiting`;

const findQuarantine = `
  select coalesce(sum((one.value ->> 'inserted')::bigint + (one.value ->> 'updated')::bigint
      + (one.value ->> 'unchanged')::bigint + (one.value ->> 'quarantined')::bigint), 0)::float as rows,
    coalesce(sum((one.value ->> 'quarantined')::bigint), 0)::float as "setAside"
  from feed_files as file
  cross join lateral jsonb_each(file.counts) as one
  where file.imported_at > now() - interval '7 days'`;

const findDifferences = `
  select to_char(coalesce(ridden.service_day, charged.service_day), 'YYYY-MM-DD') as "serviceDay",
    coalesce(ridden.currency, charged.currency)::text as currency,
    coalesce(fares, 0)::float as "faresMinor",
    coalesce(due, 0)::float as "dueMinor"
  from (
    select service_day, currency, sum(fare_minor) as fares
    from trips
    where started_at > now() - interval '35 days'
    group by service_day, currency
  ) as ridden
  full join (
    select service_day, currency, sum(due_minor) as due
    from payments
    where opened_at > now() - interval '35 days'
      and reason <> 'refund'
    group by service_day, currency
  ) as charged on charged.service_day = ridden.service_day and charged.currency = ridden.currency
  where coalesce(fares, 0) <> coalesce(due, 0)
  order by 1 desc, 2
  limit 35`;

/** What the ledger and the tables say of the feed. Reads all trips and payments of five weeks: for a person who asks. */
export async function readFeedHealth(client: pg.ClientBase): Promise<FeedHealth> {
  const { rows: found } = await client.query<KindHealth>(findKinds);
  const { rows: refusedFiles } = await client.query<{ name: string; refusal: string }>(findRefused);
  const { rows: waiting } = await client.query<FeedHealth['waitingFares']>(findWaiting);
  const { rows: quarantine } = await client.query<FeedHealth['quarantine']>(findQuarantine);
  const { rows: differences } = await client.query<FeedHealth['differences'][number]>(findDifferences);
  return {
    kinds: found,
    refusedFiles,
    waitingFares: waiting[0] ?? { count: 0, oldestExport: null },
    quarantine: quarantine[0] ?? { rows: 0, setAside: 0 },
    differences,
  };
}
