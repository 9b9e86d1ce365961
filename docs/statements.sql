-- Every statement of the server, composed and formatted, in the order of its files. A value `$name` goes to PostgreSQL by
-- its position in the list of values. A column "or null" may be null. Made by: node scripts/statements.ts

-- ===== audit/audit.queries.ts =====

-- audit.insertAuditEvent
--   values: $kind text, $passengerId uuid or null, $traceId text, $isDayOnly boolean, $detail jsonb
insert into
  audit_events (at, kind, passenger_id, trace_id, detail)
values
  (
    case
      when $isDayOnly then date_trunc('day', now())
      else now()
    end,
    $kind,
    $passengerId,
    $traceId,
    $detail
  );

-- audit.deleteOldAuditEvents
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
select
  reached
from
  delete_old_audit_events ($monthsToKeep, $after) as reached;

-- ===== commands/portal-use.queries.ts =====

-- portalUse.count
--   values: $since timestamp with time zone
--   row: what text, reason text or null, times bigint, amount_minor bigint or null
select
  what,
  reason,
  times,
  amount_minor
from
  count_use ($since);

-- ===== database/clock-gap.queries.ts =====

-- clockGap.find
--   values: $otherTime timestamp with time zone
--   row: seconds double precision
select
  extract(
    epoch
    from
      statement_timestamp() - $otherTime
  )::double precision as seconds;

-- ===== database/key-checks.queries.ts =====

-- keyChecks.insert
--   values: $name text, $fingerprint bytea
--   row: name text
insert into
  key_checks (name, fingerprint)
values
  ($name, $fingerprint)
on conflict do nothing
returning
  name;

-- keyChecks.set
--   values: $name text, $fingerprint bytea
insert into
  key_checks (name, fingerprint)
values
  ($name, $fingerprint)
on conflict (name) do update
set
  fingerprint = excluded.fingerprint;

-- keyChecks.list
--   row: name text, fingerprint bytea
select
  name,
  fingerprint
from
  key_checks;

-- ===== database/operator-uses.queries.ts =====

-- operatorUses.find.questions
--   values: $code text
--   row: found integer
select
  1 as found
from
  questions
where
  operator_code = $code
limit
  1;

-- operatorUses.find.favourites
--   values: $code text
--   row: found integer
select
  1 as found
from
  favourites
where
  operator_code = $code
limit
  1;

-- operatorUses.find.media
--   values: $code text
--   row: found integer
select
  1 as found
from
  media
where
  operator_code = $code
limit
  1;

-- operatorUses.find.taps
--   values: $code text
--   row: found integer
select
  1 as found
from
  taps
where
  operator_code = $code
limit
  1;

-- operatorUses.find.trips
--   values: $code text
--   row: found integer
select
  1 as found
from
  trips
where
  operator_code = $code
limit
  1;

-- operatorUses.find.products
--   values: $code text
--   row: found integer
select
  1 as found
from
  products
where
  operator_code = $code
limit
  1;

-- operatorUses.find.sales_packages
--   values: $code text
--   row: found integer
select
  1 as found
from
  sales_packages
where
  operator_code = $code
limit
  1;

-- operatorUses.find.payments
--   values: $code text
--   row: found integer
select
  1 as found
from
  payments
where
  operator_code = $code
limit
  1;

-- operatorUses.find.settlements
--   values: $code text
--   row: found integer
select
  1 as found
from
  settlements
where
  operator_code = $code
limit
  1;

-- operatorUses.find.authorisations
--   values: $code text
--   row: found integer
select
  1 as found
from
  authorisations
where
  operator_code = $code
limit
  1;

-- operatorUses.find.chargebacks
--   values: $code text
--   row: found integer
select
  1 as found
from
  chargebacks
where
  operator_code = $code
limit
  1;

-- operatorUses.find.service_references
--   values: $code text
--   row: found integer
select
  1 as found
from
  service_references
where
  operator_code = $code
limit
  1;

-- operatorUses.find.refunds
--   values: $code text
--   row: found integer
select
  1 as found
from
  refunds
where
  operator_code = $code
limit
  1;

-- operatorUses.find.debts
--   values: $code text
--   row: found integer
select
  1 as found
from
  debts
where
  operator_code = $code
limit
  1;

-- operatorUses.find.collections
--   values: $code text
--   row: found integer
select
  1 as found
from
  collections
where
  operator_code = $code
limit
  1;

-- operatorUses.find.back_office_messages
--   values: $code text
--   row: found integer
select
  1 as found
from
  back_office_messages
where
  operator_code = $code
limit
  1;

-- operatorUses.find.lines
--   values: $code text
--   row: found integer
select
  1 as found
from
  lines
where
  operator_code = $code
limit
  1;

-- operatorUses.find.stops
--   values: $code text
--   row: found integer
select
  1 as found
from
  stops
where
  operator_code = $code
limit
  1;

-- operatorUses.findWaitingFare
--   values: $code text
--   row: found integer
select
  1 as found
from
  feed_waiting
where
  record ->> 'operator_code' = $code
limit
  1;

-- operatorUses.findPiece
--   values: $code text
--   row: found integer
select
  1 as found
from
  feed_pieces
where
  upper(ltrim(coalesce(content ->> 'participant', $code), '0')) = upper(ltrim($code, '0'))
limit
  1;

-- operatorUses.renameOperator
--   values: $former text, $code text
update operators
set
  operator_code = $code
where
  operator_code = $former;

-- operatorUses.renameOperatorOfKeys
--   values: $former text, $code text
update api_keys
set
  operator_code = $code
where
  operator_code = $former;

-- ===== feeds/health.queries.ts =====

-- feeds.health.findKinds
--   row: kind text, newest_export text, missing_days text[]
with
  delivered as (
    select
      kind,
      file.exported_at
    from
      feed_files as file
      cross join lateral jsonb_each(file.counts) as made (kind, counts)
    where
      file.refusal is null
      and kind in ('taps', 'trips', 'payments', 'settlements')
      and (made.counts ->> 'waiting')::bigint >= 0
      and not (
        kind = 'trips'
        and file.counts ? 'taps'
      )
      and not (
        kind = 'payments'
        and file.counts ? 'settlements'
      )
  ),
  newest as (
    select
      kind,
      max(exported_at) as newest,
      min(exported_at) as oldest
    from
      delivered
    group by
      kind
  )
select
  kind,
  to_char(newest, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest_export,
  array(
    select
      to_char(day, 'YYYY-MM-DD')
    from
      generate_series(greatest(oldest, newest - interval '35 days')::date, newest::date, interval '1 day') as day
    where
      not exists (
        select
        from
          delivered as one
        where
          one.kind = newest.kind
          and one.exported_at::date = day::date
      )
    order by
      day
  ) as missing_days
from
  newest
order by
  kind;

-- feeds.health.findRefused
--   row: name text, refusal text
select
  name,
  refusal
from
  feed_files as refused
where
  refusal is not null
  and imported_at > now() - interval '7 days'
  and not exists (
    select
    from
      feed_files as later
    where
      later.imported_at >= refused.imported_at
      and later.file_id > refused.file_id
      and later.name = refused.name
  )
order by
  file_id desc
limit
  20;

-- feeds.health.listLostColumns
--   row: name text, format text, columns text[], newer_headers text[]
select
  name,
  format,
  lost_columns as columns,
  array(
    select distinct
      later.header
    from
      feed_files as later
    where
      later.format = lost.format
      and later.exported_at > lost.exported_at
      and later.refusal is null
      and later.header is not null
      and later.counts ?| array(
        select
          jsonb_object_keys(lost.counts)
      )
  ) as newer_headers
from
  feed_files as lost
where
  lost_columns is not null
  and refusal is null
  and imported_at > now() - interval '7 days'
order by
  file_id desc;

-- feeds.health.findWaiting
--   row: count integer, oldest_export text or null
select
  count(*)::int as count,
  to_char(min(exported_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest_export
from
  (
    select
      (record ->> 'exported_at')::timestamptz as exported_at
    from
      feed_waiting
    union all
    select
      exported_at
    from
      feed_pieces
    where
      is_open
      and kind = 'micropayment'
  ) as waiting;

-- feeds.health.findUnsettled
--   row: count integer, oldest_day text or null
select
  count(*)::int as count,
  to_char(min(opened_at), 'YYYY-MM-DD') as oldest_day
from
  payments as payment
  left join (
    select
      medium_id,
      srid,
      sum(amount_minor) as taken_minor
    from
      settlements
    where
      approved
      and direction = 'debit'
      and srid is not null
      and coalesce(requested_at, exported_at) > now() - interval '35 days'
    group by
      medium_id,
      srid
  ) as bank on bank.medium_id = payment.medium_id
  and bank.srid = payment.srid
where
  status = 'pending'
  and due_minor > greatest(paid_minor, coalesce(taken_minor, 0))
  and not exists (
    select
    from
      collections as own
    where
      own.medium_id = payment.medium_id
      and own.payment_id = payment.payment_id
      and own.outcome = 'approved'
  )
  and opened_at > now() - interval '35 days'
  and opened_at < now() - interval '7 days';

-- feeds.health.findOvercharged
--   row: count integer, oldest_day text or null
select
  count(*)::int as count,
  to_char(min(opened_at), 'YYYY-MM-DD') as oldest_day
from
  payments as payment
  left join (
    select
      medium_id,
      srid,
      sum(amount_minor) filter (
        where
          direction = 'credit'
      ) as returned_minor,
      sum(amount_minor) filter (
        where
          direction = 'debit'
      ) as taken_minor,
      sum(distinct amount_minor) filter (
        where
          direction = 'debit'
      ) as distinct_minor,
      count(*) filter (
        where
          direction = 'debit'
      ) > count(distinct amount_minor) filter (
        where
          direction = 'debit'
      ) as is_alike,
      count(distinct retrieval_reference) filter (
        where
          direction = 'debit'
      ) = count(*) filter (
        where
          direction = 'debit'
      ) as is_told_apart
    from
      (
        select
          medium_id,
          srid,
          direction,
          amount_minor,
          retrieval_reference,
          coalesce(requested_at, exported_at) as moved_at
        from
          settlements
        where
          approved
          and srid is not null
        union all
        select
          medium_id,
          srid,
          'credit',
          amount_minor,
          null,
          charged_back_at
        from
          chargebacks
      ) as moved
    where
      moved_at > now() - interval '35 days'
    group by
      medium_id,
      srid
  ) as bank on bank.medium_id = payment.medium_id
  and bank.srid = payment.srid
  left join (
    select
      own.medium_id,
      own.payment_id,
      own.currency,
      sum(own.amount_minor) as collected_minor
    from
      collections as own
      join debts as fare on fare.medium_id = own.medium_id
      and fare.payment_id = own.payment_id
    where
      own.outcome = 'approved'
      and own.closed_at > now() - interval '35 days'
      and not exists (
        select
        from
          settlements as delivered
        where
          delivered.medium_id = fare.medium_id
          and delivered.srid = fare.srid
          and delivered.direction = 'debit'
          and delivered.approved
          and delivered.amount_minor = own.amount_minor
          and (
            delivered.kind = 'debt_recovery'
            or delivered.retrieval_reference = own.bank_reference
          )
      )
    group by
      own.medium_id,
      own.payment_id,
      own.currency
  ) as ours on ours.medium_id = payment.medium_id
  and ours.payment_id = payment.payment_id
  and ours.currency = payment.currency
where
  opened_at > now() - interval '35 days'
  and reason not in ('refund', 'debt_recovery', 'recover')
  and greatest(
    paid_minor,
    case
      when is_alike
      and is_told_apart then taken_minor
    end,
    collected_minor + coalesce(distinct_minor, 0)
  ) - coalesce(returned_minor, 0) > due_minor;

-- feeds.health.findQuarantine
--   row: rows bigint, set_aside bigint
select
  coalesce(
    sum(
      (one.value ->> 'inserted')::bigint + (one.value ->> 'updated')::bigint + (one.value ->> 'unchanged')::bigint + (one.value ->> 'quarantined')::bigint
    ),
    0
  )::bigint as rows,
  coalesce(sum((one.value ->> 'quarantined')::bigint), 0)::bigint as set_aside
from
  feed_files as file
  cross join lateral jsonb_each(file.counts) as one
where
  file.imported_at > now() - interval '7 days'
  and not exists (
    select
    from
      feed_files as whole
    where
      whole.format = file.format
      and whole.content_hash = file.content_hash
      and starts_with(file.name, whole.name || '/')
  );

-- feeds.health.findDifferences
--   row: service_day text, currency text, prices_minor bigint, due_minor bigint
with
  charged as (
    select
      medium_id,
      srid,
      service_day,
      currency,
      due_minor
    from
      payments
    where
      opened_at > now() - interval '35 days'
      and reason not in ('refund', 'debt_recovery', 'recover')
  ),
  priced as (
    select
      service_day,
      currency,
      fare_minor as price_minor
    from
      trips
    where
      started_at > now() - interval '35 days'
    union all
    select
      charged.service_day,
      product.currency,
      product.amount_minor
    from
      charged
      join products product on product.medium_id = charged.medium_id
      and product.srid = charged.srid
  )
select
  to_char(coalesce(sold.service_day, asked.service_day), 'YYYY-MM-DD') as service_day,
  coalesce(sold.currency, asked.currency)::text as currency,
  coalesce(prices, 0)::bigint as prices_minor,
  coalesce(due, 0)::bigint as due_minor
from
  (
    select
      service_day,
      currency,
      sum(price_minor) as prices
    from
      priced
    group by
      service_day,
      currency
  ) as sold
  full join (
    select
      service_day,
      currency,
      sum(due_minor) as due
    from
      charged
    group by
      service_day,
      currency
  ) as asked on asked.service_day = sold.service_day
  and asked.currency = sold.currency
where
  coalesce(prices, 0) <> coalesce(due, 0)
order by
  1 desc,
  2
limit
  35;

-- ===== feeds/import.queries.ts =====

-- feeds.session.allowHashJoins
set
  enable_hashjoin = on;

-- feeds.session.forbidHashJoins
set
  enable_hashjoin = off;

-- feeds.statistics.analyzeGrownMonths
select
from
  analyze_grown_months ();

-- feeds.statistics.vacuumLeftShards
select
from
  vacuum_left_shards ();

-- feeds.months.findMissing
--   values: $months text[]
--   row: month text
select
  month
from
  unnest($months::text[]) as month
where
  exists (
    select
    from
      unnest('{taps,trips,payments}'::text[]) as parent
    where
      to_regclass(parent || '_' || replace(month, '-', '')) is null
  );

-- feeds.months.makeFeedWeeks
select
from
  ensure_feed_weeks (current_date);

-- feeds.months.make
--   values: $month timestamp with time zone
select
from
  ensure_months ($month, $month);

-- feeds.ledger.find
--   values: $format text, $name text, $contentHash bytea, $exportedAt timestamp with time zone
--   row: refusal text or null
select
  refusal
from
  feed_files as known
where
  format = $format
  and name = $name
  and content_hash = $contentHash
  and not exists (
    select
    from
      feed_files as later
    where
      later.format = known.format
      and later.name = known.name
      and later.content_hash <> known.content_hash
      and later.refusal is null
      and later.exported_at > known.exported_at
      and later.exported_at < $exportedAt
  )
limit
  1;

-- feeds.ledger.listHeadersBefore
--   values: $format text, $kind text, $exportedAt timestamp with time zone
--   row: header text
select
  header
from
  feed_files
where
  format = $format
  and format <> 'gtfs'
  and refusal is null
  and header is not null
  and counts ? $kind
  and exported_at < $exportedAt
order by
  exported_at desc,
  file_id desc
limit
  20;

-- feeds.ledger.insert
--   values: $format text, $name text, $contentHash bytea, $sizeBytes bigint, $exportedAt timestamp with time zone
--     $refusal text or null, $header text or null
--   row: file_id bigint
insert into
  feed_files (format, name, content_hash, size_bytes, exported_at, counts, refusal, header)
values
  ($format, $name, $contentHash, $sizeBytes, $exportedAt, '{}', $refusal, $header)
returning
  file_id;

-- feeds.ledger.close
--   values: $fileId bigint, $counts jsonb, $refusal text or null
update feed_files
set
  counts = $counts,
  refusal = $refusal
where
  file_id = $fileId;

-- feeds.ledger.noteLostColumns
--   values: $fileId bigint, $columns text[]
update feed_files
set
  lost_columns = $columns
where
  file_id = $fileId;

-- feeds.quarantine.insert
--   values: $files bigint[], $lines integer[], $reason text
insert into
  feed_quarantine (file_id, line_number, reason)
select
  file_id,
  line_number,
  $reason
from
  unnest($files::bigint[], $lines::integer[]) as row (file_id, line_number)
on conflict do nothing;

-- feeds.earlier.fares
--   row: found integer
select
  1 as found
from
  feed_waiting
limit
  1;

-- feeds.earlier.trips
--   row: found integer
select
  1 as found
from
  trips
limit
  1;

-- feeds.earlier.references
--   row: found integer
select
  1 as found
from
  service_references
limit
  1;

-- feeds.earlier.chargebacks
--   row: found integer
select
  1 as found
from
  feed_pieces
where
  is_open
  and kind = 'chargeback'
limit
  1;

-- feeds.earlier.knownChargebacks
--   row: found integer
select
  1 as found
from
  chargebacks
limit
  1;

-- ===== feeds/refused-deliveries.queries.ts =====

-- feeds.refusedDeliveries.forgetOthers
--   values: $inbox text, $places text[]
delete from refused_deliveries
where
  starts_with(place, $inbox)
  and place <> all ($places);

-- feeds.refusedDeliveries.write
--   values: $places text[], $names text[], $reasons text[]
insert into
  refused_deliveries (place, name, reason)
select
  place,
  name,
  reason
from
  unnest($places::text[], $names::text[], $reasons::text[]) as delivery (place, name, reason)
on conflict (place) do update
set
  name = excluded.name,
  reason = excluded.reason,
  refused_at = now()
where
  (refused_deliveries.name, refused_deliveries.reason) is distinct from (excluded.name, excluded.reason);

-- feeds.refusedDeliveries.list
--   row: place text, name text, reason text
select
  place,
  name,
  reason
from
  refused_deliveries
order by
  place
limit
  20;

-- ===== feeds/replay.queries.ts =====

-- feeds.replay.listFiles
--   values: $formats text[], $name text or null
--   row: file_id bigint, format text, name text, exported_at timestamp with time zone, header text or null
select
  file_id,
  format,
  name,
  exported_at,
  header
from
  feed_files as file
where
  format = any ($formats)
  and (
    $name::text is null
    or name = $name
  )
  and exists (
    select
    from
      feed_rows
    where
      feed_rows.file_id = file.file_id
  )
order by
  exported_at,
  file_id;

-- feeds.replay.listRows
--   values: $fileId bigint, $after integer, $limit bigint
--   row: line_number integer, content text
select
  line_number,
  content
from
  feed_rows
where
  file_id = $fileId
  and line_number > $after
order by
  line_number
limit
  $limit;

-- feeds.replay.findFile
--   values: $fileId bigint
--   row: format text, exported_at timestamp with time zone, header text or null
select
  format,
  exported_at,
  header
from
  feed_files
where
  file_id = $fileId;

-- feeds.replay.listLines
--   values: $fileId bigint, $lines integer[]
--   row: line_number integer, content text
select
  line_number,
  content
from
  feed_rows
where
  file_id = $fileId
  and line_number = any ($lines)
order by
  line_number;

-- feeds.replay.forgetQuarantine
--   values: $fileId bigint
delete from feed_quarantine
where
  file_id = $fileId;

-- feeds.replay.forgetWaiting
--   values: $fileId bigint
delete from feed_waiting
where
  file_id = $fileId;

-- feeds.replay.findOldestKept
--   values: $monthsToKeep integer
--   row: kept_from timestamp with time zone
select
  date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC') as kept_from;

-- feeds.replay.listKeptFares
--   values: $keptFrom timestamp with time zone
--   row: payment_id uuid, srid text or null, trip_ids uuid[]
select
  debt.payment_id,
  debt.srid,
  array_remove(array_agg(trip.trip_id), null) as trip_ids
from
  debts as debt
  left join trips as trip on trip.medium_id = debt.medium_id
  and trip.srid = debt.srid
  and trip.started_at < $keptFrom
where
  debt.opened_at < $keptFrom
group by
  debt.medium_id,
  debt.payment_id,
  debt.srid;

-- ===== feeds/writer/acquirer.queries.ts =====

-- feeds.settlements.insertNew
--   row: count integer
with
  changed as (
    insert into
      settlements as known (
        medium_id,
        settlement_id,
        operator_code,
        srid,
        kind,
        direction,
        amount_minor,
        approved,
        requested_at,
        retrieval_reference,
        refusal,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      settlement_id,
      operator_code,
      srid,
      kind,
      direction,
      amount_minor,
      approved,
      requested_at,
      retrieval_reference,
      refusal,
      exported_at,
      file_id,
      line_number
    from
      stage_settlements
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.settlements.updateChanged
--   row: count integer
with
  changed as (
    update settlements as known
    set
      operator_code = stage.operator_code,
      srid = stage.srid,
      kind = stage.kind,
      direction = stage.direction,
      amount_minor = stage.amount_minor,
      approved = stage.approved,
      requested_at = stage.requested_at,
      retrieval_reference = stage.retrieval_reference,
      refusal = stage.refusal,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_settlements as stage
    where
      known.medium_id = stage.medium_id
      and known.settlement_id = stage.settlement_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.srid,
        known.kind,
        known.direction,
        known.amount_minor,
        known.approved,
        known.requested_at,
        known.retrieval_reference,
        known.refusal
      ) is distinct from (
        stage.operator_code,
        stage.srid,
        stage.kind,
        stage.direction,
        stage.amount_minor,
        stage.approved,
        stage.requested_at,
        stage.retrieval_reference,
        stage.refusal
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.settlements.advanceUnchanged
update settlements as known
set
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_settlements as stage
where
  known.medium_id = stage.medium_id
  and known.settlement_id = stage.settlement_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.authorisations.insertNew
--   row: count integer
with
  changed as (
    insert into
      authorisations as known (
        medium_id,
        authorisation_id,
        operator_code,
        srid,
        kind,
        amount_minor,
        approved,
        requested_at,
        response_code,
        refusal,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      authorisation_id,
      operator_code,
      srid,
      kind,
      amount_minor,
      approved,
      requested_at,
      response_code,
      refusal,
      exported_at,
      file_id,
      line_number
    from
      stage_authorisations
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.authorisations.updateChanged
--   row: count integer
with
  changed as (
    update authorisations as known
    set
      operator_code = stage.operator_code,
      srid = stage.srid,
      kind = stage.kind,
      amount_minor = stage.amount_minor,
      approved = stage.approved,
      requested_at = stage.requested_at,
      response_code = stage.response_code,
      refusal = stage.refusal,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_authorisations as stage
    where
      known.medium_id = stage.medium_id
      and known.authorisation_id = stage.authorisation_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.srid,
        known.kind,
        known.amount_minor,
        known.approved,
        known.requested_at,
        known.response_code,
        known.refusal
      ) is distinct from (
        stage.operator_code,
        stage.srid,
        stage.kind,
        stage.amount_minor,
        stage.approved,
        stage.requested_at,
        stage.response_code,
        stage.refusal
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.authorisations.advanceUnchanged
update authorisations as known
set
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_authorisations as stage
where
  known.medium_id = stage.medium_id
  and known.authorisation_id = stage.authorisation_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.settlements.stageLeft
insert into
  stage_left_payments (medium_id, srid)
select
  known.medium_id,
  known.srid
from
  stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
  and known.settlement_id = stage.settlement_id
where
  known.srid <> coalesce(stage.srid, '')
  or (
    known.srid is not null
    and known.kind = 'refund'
    and stage.kind <> 'refund'
  );

-- feeds.settlements.stageLeftByWithdrawn
insert into
  stage_left_payments (medium_id, srid)
select
  known.medium_id,
  known.srid
from
  stage_withdrawn_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
  and known.settlement_id = stage.settlement_id
where
  known.srid is not null;

-- feeds.settlements.carryChargebacks
update chargebacks as taken
set
  srid = stage.srid
from
  stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
  and known.settlement_id = stage.settlement_id
where
  taken.medium_id = known.medium_id
  and taken.srid = known.srid
  and taken.retrieval_reference = known.retrieval_reference
  and known.direction = 'debit'
  and stage.srid <> known.srid
  and not (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.settlements.removeWithdrawnRefunds
--   row: medium_id uuid
delete from payments as target using stage_settlements as stage
join settlements as known on known.medium_id = stage.medium_id
and known.settlement_id = stage.settlement_id
where
  not (
    known.kind = 'refund'
    and known.approved
  )
  and target.medium_id = known.medium_id
  and target.payment_id = known.settlement_id
  and target.reason = 'refund'
returning
  target.medium_id;

-- feeds.settlements.removeWithdrawn
--   row: count integer
with
  changed as (
    delete from settlements as target using stage_withdrawn_settlements as stage
    where
      target.medium_id = stage.medium_id
      and target.settlement_id = stage.settlement_id
      and (target.exported_at, target.file_id, target.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.authorisations.removeWithdrawn
--   row: count integer
with
  changed as (
    delete from authorisations as target using stage_withdrawn_authorisations as stage
    where
      target.medium_id = stage.medium_id
      and target.authorisation_id = stage.authorisation_id
      and (target.exported_at, target.file_id, target.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.settlements.removeWithdrawnPayments
--   row: medium_id uuid
delete from payments as target using stage_withdrawn_settlements as stage
where
  target.medium_id = stage.medium_id
  and target.payment_id = stage.settlement_id
  and target.reason = 'refund'
  and (target.exported_at, target.file_id, target.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
returning
  target.medium_id;

-- ===== feeds/writer/card-moves.queries.ts =====

-- feeds.chargebacks.insertNew
--   row: count integer
with
  changed as (
    insert into
      chargebacks as known (
        medium_id,
        chargeback_id,
        operator_code,
        srid,
        amount_minor,
        currency,
        charged_back_at,
        reason_code,
        retrieval_reference,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      chargeback_id,
      operator_code,
      srid,
      amount_minor,
      currency,
      charged_back_at,
      reason_code,
      retrieval_reference,
      exported_at,
      file_id,
      line_number
    from
      stage_chargebacks
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.updateChanged
--   row: count integer
with
  changed as (
    update chargebacks as known
    set
      operator_code = stage.operator_code,
      srid = stage.srid,
      amount_minor = stage.amount_minor,
      currency = stage.currency,
      charged_back_at = stage.charged_back_at,
      reason_code = stage.reason_code,
      retrieval_reference = stage.retrieval_reference,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_chargebacks as stage
    where
      known.medium_id = stage.medium_id
      and known.chargeback_id = stage.chargeback_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.srid,
        known.amount_minor,
        known.currency,
        known.charged_back_at,
        known.reason_code,
        known.retrieval_reference
      ) is distinct from (
        stage.operator_code,
        stage.srid,
        stage.amount_minor,
        stage.currency,
        stage.charged_back_at,
        stage.reason_code,
        stage.retrieval_reference
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.advanceUnchanged
update chargebacks as known
set
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_chargebacks as stage
where
  known.medium_id = stage.medium_id
  and known.chargeback_id = stage.chargeback_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.chargebacks.emptyDoubtfulFew
with
  stage_doubtful_chargebacks_rows as (
    delete from stage_doubtful_chargebacks
  )
select;

-- feeds.found.emptyFew
with
  stage_found_rows as (
    delete from stage_found
  )
select;

-- feeds.taps.insertNew
--   row: count integer
with
  changed as (
    insert into
      taps as known (
        medium_id,
        tapped_at,
        tap_id,
        operator_code,
        direction,
        outcome,
        stop_id,
        stop_name,
        line_id,
        line_name,
        srid,
        currency,
        received_at,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      tapped_at,
      tap_id,
      operator_code,
      direction,
      outcome,
      stop_id,
      stop_name,
      line_id,
      line_name,
      srid,
      currency,
      received_at,
      exported_at,
      file_id,
      line_number
    from
      stage_taps
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.updateChanged
--   row: count integer
with
  changed as (
    update taps as known
    set
      operator_code = stage.operator_code,
      direction = stage.direction,
      outcome = stage.outcome,
      stop_id = stage.stop_id,
      stop_name = stage.stop_name,
      line_id = stage.line_id,
      line_name = stage.line_name,
      srid = stage.srid,
      currency = stage.currency,
      received_at = stage.received_at,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_taps as stage
    where
      known.medium_id = stage.medium_id
      and known.tapped_at = stage.tapped_at
      and known.tap_id = stage.tap_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.direction,
        known.outcome,
        known.stop_id,
        known.stop_name,
        known.line_id,
        known.line_name,
        known.srid,
        known.currency,
        known.received_at
      ) is distinct from (
        stage.operator_code,
        stage.direction,
        stage.outcome,
        stage.stop_id,
        stage.stop_name,
        stage.line_id,
        stage.line_name,
        stage.srid,
        stage.currency,
        stage.received_at
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.advanceUnchanged
update taps as known
set
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_taps as stage
where
  known.medium_id = stage.medium_id
  and known.tapped_at = stage.tapped_at
  and known.tap_id = stage.tap_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.taps.insertLookups
--   row: count integer
with
  changed as (
    insert into
      tap_lookups (tap_id, medium_id, tapped_at, file_id, line_number)
    select
      tap_id,
      medium_id,
      tapped_at,
      file_id,
      line_number
    from
      stage_taps
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.findMoved
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_medium_id, known_at)
    select
      stage.tap_id as id,
      stage.medium_id,
      known.medium_id as known_medium_id,
      known.tapped_at as known_at
    from
      stage_taps as stage
      join tap_lookups as known on known.tap_id = stage.tap_id
    where
      (known.medium_id, known.tapped_at) <> (stage.medium_id, stage.tapped_at)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.markMoved
--   row: count integer
with
  changed as (
    update stage_taps as stage
    set
      was_medium_id = found.known_medium_id,
      was_tapped_at = found.known_at
    from
      stage_found as found
    where
      found.id = stage.tap_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.removeMoved
--   row: count integer
with
  changed as (
    delete from taps as target using stage_taps as stage
    where
      target.medium_id = stage.was_medium_id
      and target.tapped_at = stage.was_tapped_at
      and target.tap_id = stage.tap_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.moveLookups
update tap_lookups as known
set
  medium_id = stage.medium_id,
  tapped_at = stage.tapped_at
from
  stage_taps as stage
where
  stage.was_medium_id is not null
  and known.tap_id = stage.tap_id;

-- feeds.payments.insertNew
--   row: count integer
with
  changed as (
    insert into
      payments as known (
        medium_id,
        opened_at,
        payment_id,
        operator_code,
        srid,
        reason,
        method,
        status,
        due_minor,
        paid_minor,
        debt_paid_minor,
        closed_at,
        updated_at,
        currency,
        service_day,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      opened_at,
      payment_id,
      operator_code,
      srid,
      reason,
      method,
      status,
      due_minor,
      paid_minor,
      debt_paid_minor,
      closed_at,
      updated_at,
      currency,
      service_day,
      exported_at,
      file_id,
      line_number
    from
      stage_payments
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.updateChanged
--   row: count integer
with
  changed as (
    update payments as known
    set
      operator_code = stage.operator_code,
      srid = stage.srid,
      reason = stage.reason,
      method = stage.method,
      status = stage.status,
      due_minor = stage.due_minor,
      paid_minor = stage.paid_minor,
      debt_paid_minor = stage.debt_paid_minor,
      closed_at = stage.closed_at,
      updated_at = stage.updated_at,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_payments as stage
    where
      known.medium_id = stage.medium_id
      and known.opened_at = stage.opened_at
      and known.payment_id = stage.payment_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.srid,
        known.reason,
        known.method,
        known.status,
        known.due_minor,
        known.paid_minor,
        known.debt_paid_minor,
        known.closed_at
      ) is distinct from (
        stage.operator_code,
        stage.srid,
        stage.reason,
        stage.method,
        stage.status,
        stage.due_minor,
        stage.paid_minor,
        stage.debt_paid_minor,
        stage.closed_at
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.advanceUnchanged
update payments as known
set
  updated_at = stage.updated_at,
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_payments as stage
where
  known.medium_id = stage.medium_id
  and known.opened_at = stage.opened_at
  and known.payment_id = stage.payment_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.payments.emptyReferencesFew
with
  stage_references_rows as (
    delete from stage_references
  )
select;

-- feeds.cardMoves.listFormerCards
--   values: $paymentIds uuid[], $mediumIds uuid[]
--   row: payment_id uuid, medium_id uuid, srid text
select
  known.payment_id,
  known.medium_id,
  known.srid
from
  unnest($paymentIds::uuid[], $mediumIds::uuid[]) as told (payment_id, medium_id)
  join service_references as known on known.payment_id = told.payment_id
  and known.medium_id <> told.medium_id;

-- feeds.cardMoves.listStaying
--   values: $paymentIds uuid[], $mediumIds uuid[], $exportedAts timestamp with time zone[]
--   row: payment_id uuid, is_newer boolean
select
  known.payment_id,
  known.exported_at > told.exported_at as is_newer
from
  unnest($paymentIds::uuid[], $mediumIds::uuid[], $exportedAts::timestamptz[]) as told (payment_id, medium_id, exported_at)
  join payments as known on known.medium_id = told.medium_id
  and known.payment_id = told.payment_id
where
  known.exported_at > told.exported_at
  or exists (
    select
    from
      collections own
    where
      own.medium_id = known.medium_id
      and own.payment_id = known.payment_id
      and (
        own.outcome is null
        or own.outcome = 'approved'
      )
  )
  or exists (
    select
    from
      refunds own
    where
      own.medium_id = known.medium_id
      and own.payment_id = known.payment_id
      and own.state not in ('declined', 'returned')
  );

-- feeds.cardMoves.findMoved
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_medium_id, known_srid, known_at)
    select distinct
      on (stage.payment_id, stage.medium_id) stage.payment_id as id,
      stage.medium_id,
      known.medium_id as known_medium_id,
      known.srid as known_srid,
      stage.exported_at as known_at
    from
      stage_payment_parts as stage
      join service_references as known on known.payment_id = stage.payment_id
      and known.medium_id <> stage.medium_id
    order by
      stage.payment_id,
      stage.medium_id,
      known.srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.findMovedOwners
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_medium_id, known_srid, known_at)
    select distinct
      on (stage.payment_id, stage.medium_id) stage.payment_id as id,
      stage.medium_id,
      known.medium_id as known_medium_id,
      known.srid as known_srid,
      stage.exported_at as known_at
    from
      stage_payment_owners as stage
      join service_references as known on known.payment_id = stage.payment_id
      and known.medium_id <> stage.medium_id
      and known.srid = stage.srid
    order by
      stage.payment_id,
      stage.medium_id,
      known.srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.listFound
--   row: payment_id uuid, known_medium_id uuid, exported_at timestamp with time zone
select
  id as payment_id,
  known_medium_id,
  known_at as exported_at
from
  stage_found;

-- feeds.cardMoves.dropFound
--   values: $paymentIds uuid[]
delete from stage_found
where
  id = any ($paymentIds);

-- feeds.cardMoves.clearStatuses
update media as former
set
  status = 'active',
  status_at = null,
  status_said_at = null,
  is_death_disproved = false,
  is_loss_disproved = false
from
  stage_found as found
where
  former.medium_id = found.known_medium_id
  and (
    former.status in ('lost', 'card_dead')
    or former.is_death_disproved
    or former.is_loss_disproved
  )
  and exists (
    select
    from
      authorisations as asked
    where
      asked.medium_id = former.medium_id
      and asked.srid = found.known_srid
      and asked.requested_at = former.status_at
      and not asked.approved
  );

-- feeds.cardMoves.restoreByQuestions
update media as former
set
  status = asked.refusal,
  status_at = asked.requested_at,
  status_said_at = asked.exported_at
from
  stage_found as found
  join authorisations as asked on asked.medium_id = found.known_medium_id
where
  former.medium_id = found.known_medium_id
  and asked.refusal is not null
  and asked.requested_at > coalesce(former.status_at, '-infinity')
  and not exists (
    select
    from
      authorisations as later
    where
      later.medium_id = asked.medium_id
      and later.refusal is not null
      and (later.requested_at, later.exported_at) > (asked.requested_at, asked.exported_at)
  );

-- feeds.cardMoves.restoreByMovements
update media as former
set
  status = asked.refusal,
  status_at = asked.requested_at,
  status_said_at = asked.exported_at
from
  stage_found as found
  join settlements as asked on asked.medium_id = found.known_medium_id
where
  former.medium_id = found.known_medium_id
  and asked.refusal is not null
  and asked.requested_at > coalesce(former.status_at, '-infinity')
  and not exists (
    select
    from
      settlements as later
    where
      later.medium_id = asked.medium_id
      and later.refusal is not null
      and (later.requested_at, later.exported_at) > (asked.requested_at, asked.exported_at)
  );

-- feeds.cardMoves.stage.settlements
--   row: count integer
with
  changed as (
    insert into
      stage_settlements (
        medium_id,
        settlement_id,
        operator_code,
        srid,
        kind,
        direction,
        amount_minor,
        approved,
        requested_at,
        retrieval_reference,
        refusal,
        exported_at,
        file_id,
        line_number
      )
    select
      found.medium_id,
      known.settlement_id,
      known.operator_code,
      known.srid,
      known.kind,
      known.direction,
      known.amount_minor,
      known.approved,
      known.requested_at,
      known.retrieval_reference,
      known.refusal,
      known.exported_at,
      known.file_id,
      known.line_number
    from
      stage_found as found
      join settlements as known on known.medium_id = found.known_medium_id
      and known.srid = found.known_srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.remove.settlements
delete from settlements as target using stage_found as found
where
  target.medium_id = found.known_medium_id
  and target.srid = found.known_srid;

-- feeds.cardMoves.empty.settlementsFew
with
  stage_settlements_rows as (
    delete from stage_settlements
  )
select;

-- feeds.cardMoves.empty.settlements
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_settlements}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.cardMoves.stage.authorisations
--   row: count integer
with
  changed as (
    insert into
      stage_authorisations (
        medium_id,
        authorisation_id,
        operator_code,
        srid,
        kind,
        amount_minor,
        approved,
        requested_at,
        response_code,
        refusal,
        exported_at,
        file_id,
        line_number
      )
    select
      found.medium_id,
      known.authorisation_id,
      known.operator_code,
      known.srid,
      known.kind,
      known.amount_minor,
      known.approved,
      known.requested_at,
      known.response_code,
      known.refusal,
      known.exported_at,
      known.file_id,
      known.line_number
    from
      stage_found as found
      join authorisations as known on known.medium_id = found.known_medium_id
      and known.srid = found.known_srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.remove.authorisations
delete from authorisations as target using stage_found as found
where
  target.medium_id = found.known_medium_id
  and target.srid = found.known_srid;

-- feeds.cardMoves.empty.authorisationsFew
with
  stage_authorisations_rows as (
    delete from stage_authorisations
  )
select;

-- feeds.cardMoves.empty.authorisations
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_authorisations}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.cardMoves.stage.chargebacks
--   row: count integer
with
  changed as (
    insert into
      stage_chargebacks (
        medium_id,
        chargeback_id,
        operator_code,
        srid,
        amount_minor,
        currency,
        charged_back_at,
        reason_code,
        retrieval_reference,
        exported_at,
        file_id,
        line_number
      )
    select
      found.medium_id,
      known.chargeback_id,
      known.operator_code,
      known.srid,
      known.amount_minor,
      known.currency,
      known.charged_back_at,
      known.reason_code,
      known.retrieval_reference,
      known.exported_at,
      known.file_id,
      known.line_number
    from
      stage_found as found
      join chargebacks as known on known.medium_id = found.known_medium_id
      and known.srid = found.known_srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.remove.chargebacks
delete from chargebacks as target using stage_found as found
where
  target.medium_id = found.known_medium_id
  and target.srid = found.known_srid;

-- feeds.cardMoves.empty.chargebacksFew
with
  stage_chargebacks_rows as (
    delete from stage_chargebacks
  )
select;

-- feeds.cardMoves.empty.chargebacks
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_chargebacks}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.cardMoves.stage.payments
--   row: count integer
with
  changed as (
    insert into
      stage_payments (
        medium_id,
        opened_at,
        payment_id,
        operator_code,
        srid,
        reason,
        method,
        status,
        due_minor,
        paid_minor,
        debt_paid_minor,
        closed_at,
        updated_at,
        currency,
        service_day,
        exported_at,
        file_id,
        line_number
      )
    select
      found.medium_id,
      known.opened_at,
      known.payment_id,
      known.operator_code,
      known.srid,
      known.reason,
      known.method,
      known.status,
      known.due_minor,
      known.paid_minor,
      known.debt_paid_minor,
      known.closed_at,
      known.updated_at,
      known.currency,
      known.service_day,
      known.exported_at,
      known.file_id,
      known.line_number
    from
      stage_found as found
      join payments as known on known.medium_id = found.known_medium_id
      and known.srid = found.known_srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.cardMoves.remove.payments
delete from payments as target using stage_found as found
where
  target.medium_id = found.known_medium_id
  and target.srid = found.known_srid;

-- feeds.cardMoves.empty.paymentsFew
with
  stage_payments_rows as (
    delete from stage_payments
  )
select;

-- feeds.cardMoves.empty.payments
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_payments}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.cardMoves.stageLeft
insert into
  stage_left_payments (medium_id, srid)
select
  found.known_medium_id as medium_id,
  found.known_srid as srid
from
  stage_found as found;

-- feeds.cardMoves.moveReferences
update service_references as known
set
  medium_id = found.medium_id
from
  stage_found as found
where
  known.srid = found.known_srid
  and known.payment_id = found.id
  and known.medium_id = found.known_medium_id;

-- feeds.cardMoves.contestReferences
insert into
  contested_references (srid, payment_id, exported_at)
select
  found.known_srid,
  md5(found.id::text || found.known_medium_id::text)::uuid,
  found.known_at
from
  stage_found as found
on conflict do nothing;

-- feeds.cardMoves.closeDebts
update debts as known
set
  state = 'ready',
  srid = null,
  is_unpaid = false,
  written_off_minor = known.due_minor,
  state_at = now(),
  version = known.version + 1
from
  stage_found as found
where
  known.medium_id = found.known_medium_id
  and known.payment_id = found.id
  and known.state in ('owed', 'requested', 'declined');

-- feeds.cardMoves.disownDebts
update debts as known
set
  srid = null,
  is_unpaid = false,
  written_off_minor = known.due_minor
from
  stage_found as found
where
  known.medium_id = found.known_medium_id
  and known.payment_id = found.id
  and known.state in ('requested', 'submitting', 'unknown');

-- feeds.cardMoves.noteClosedDebts
insert into
  debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
select
  debt.medium_id,
  debt.payment_id,
  debt.version,
  'written_off',
  debt.state,
  debt.written_off_minor,
  debt.currency,
  'feed',
  debt.state_at
from
  stage_found as found
  join debts as debt on debt.medium_id = found.known_medium_id
  and debt.payment_id = found.id
where
  debt.state = 'ready'
  and debt.written_off_minor = debt.due_minor
on conflict do nothing;

-- ===== feeds/writer/chargebacks.queries.ts =====

-- feeds.chargebacks.stageDoubtfulByReference
insert into
  stage_doubtful_chargebacks (medium_id, chargeback_id)
select
  taken.medium_id,
  taken.chargeback_id
from
  stage_settlements as stage
  join chargebacks as taken on taken.retrieval_reference = stage.retrieval_reference
on conflict do nothing;

-- feeds.chargebacks.stageDoubtfulByFormerReference
insert into
  stage_doubtful_chargebacks (medium_id, chargeback_id)
select
  taken.medium_id,
  taken.chargeback_id
from
  stage_settlements as stage
  join settlements as known on known.medium_id = stage.medium_id
  and known.settlement_id = stage.settlement_id
  join chargebacks as taken on taken.medium_id = known.medium_id
  and taken.retrieval_reference = known.retrieval_reference
where
  known.retrieval_reference is distinct from stage.retrieval_reference
  and not (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number)
on conflict do nothing;

-- feeds.chargebacks.reopenDoubtful
--   row: count integer
with
  changed as (
    update feed_pieces as piece
    set
      is_open = true
    from
      stage_doubtful_chargebacks as doubtful
    where
      piece.piece_id = doubtful.chargeback_id
      and not piece.is_open
      and not exists (
        select
        from
          feed_pieces as named
        where
          named.beside = piece.about
          and named.kind in ('authorisation', 'settlement')
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.forgetCertain
delete from stage_doubtful_chargebacks as doubtful
where
  not exists (
    select
    from
      feed_pieces as piece
    where
      piece.piece_id = doubtful.chargeback_id
      and is_open
      and kind = 'chargeback'
  );

-- feeds.chargebacks.forgetFound
delete from stage_doubtful_chargebacks as doubtful using stage_chargebacks as stage
where
  stage.medium_id = doubtful.medium_id
  and stage.chargeback_id = doubtful.chargeback_id;

-- feeds.chargebacks.removeDoubtful
delete from chargebacks as target using stage_doubtful_chargebacks as stage
where
  target.medium_id = stage.medium_id
  and target.chargeback_id = stage.chargeback_id;

-- feeds.chargebacks.stageLeft
--   row: count integer
with
  changed as (
    insert into
      stage_left_chargebacks (medium_id, chargeback_id)
    select
      known.medium_id,
      known.chargeback_id
    from
      stage_chargebacks as stage
      join chargebacks as known on known.retrieval_reference = stage.retrieval_reference
      and known.chargeback_id = stage.chargeback_id
    where
      known.medium_id <> stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.removeLeft
delete from chargebacks as target using stage_left_chargebacks as stage
where
  target.medium_id = stage.medium_id
  and target.chargeback_id = stage.chargeback_id;

-- feeds.chargebacks.emptyDoubtful
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_doubtful_chargebacks}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.chargebacks.stagePossible
--   row: count integer
with
  changed as (
    insert into
      stage_possible_charges (retrieval_reference, medium_id, srid, amount_minor, operator_code)
    select
      charge.retrieval_reference,
      charge.medium_id,
      charge.srid,
      charge.amount_minor,
      max(charge.operator_code) as operator_code
    from
      (
        select distinct
          content ->> 'rrn' as rrn
        from
          feed_pieces
        where
          is_open
          and kind = 'chargeback'
      ) as waiting
      join settlements as charge on charge.retrieval_reference = waiting.rrn
      and charge.direction = 'debit'
      and charge.approved
      and charge.srid is not null
    group by
      charge.retrieval_reference,
      charge.medium_id,
      charge.srid,
      charge.amount_minor
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.stageFoundCharges
--   row: count integer
with
  changed as (
    insert into
      stage_chargebacks (
        medium_id,
        chargeback_id,
        operator_code,
        srid,
        amount_minor,
        currency,
        charged_back_at,
        reason_code,
        retrieval_reference,
        exported_at,
        file_id,
        line_number
      )
    select
      (
        case
          when place.exact = 1 then place.exact_medium_id
          else place.enough_medium_id
        end
      )::uuid as medium_id,
      piece.piece_id as chargeback_id,
      case
        when place.exact = 1 then place.exact_operator_code
        else place.enough_operator_code
      end as operator_code,
      case
        when place.exact = 1 then place.exact_srid
        else place.enough_srid
      end as srid,
      place.amount_minor,
      case
        when piece.content ? 'namedCurrency' then piece.content ->> 'namedCurrency'
        else piece.content ->> 'currency'
      end as currency,
      (piece.content ->> 'at')::timestamptz as charged_back_at,
      piece.content ->> 'reasonCode' as reason_code,
      place.rrn as retrieval_reference,
      piece.exported_at,
      piece.file_id,
      piece.line_number
    from
      (
        select
          piece_id,
          rrn,
          amount_minor,
          count(*) filter (
            where
              piece_id is null
          ) over of_amount as exact,
          max(medium_id::text) filter (
            where
              piece_id is null
          ) over of_amount as exact_medium_id,
          max(srid::text) filter (
            where
              piece_id is null
          ) over of_amount as exact_srid,
          max(operator_code::text) filter (
            where
              piece_id is null
          ) over of_amount as exact_operator_code,
          count(*) filter (
            where
              is_largest
          ) over from_largest as enough,
          max(medium_id::text) filter (
            where
              is_largest
          ) over from_largest as enough_medium_id,
          max(srid::text) filter (
            where
              is_largest
          ) over from_largest as enough_srid,
          max(operator_code::text) filter (
            where
              is_largest
          ) over from_largest as enough_operator_code
        from
          (
            select
              null::uuid as piece_id,
              retrieval_reference as rrn,
              amount_minor,
              medium_id,
              srid,
              operator_code,
              row_number() over (
                partition by
                  retrieval_reference,
                  medium_id,
                  srid
                order by
                  amount_minor desc
              ) = 1 as is_largest
            from
              stage_possible_charges
            union all
            select
              piece_id,
              content ->> 'rrn',
              abs((content ->> 'amountMinor')::bigint),
              null,
              null,
              null,
              false
            from
              feed_pieces
            where
              is_open
              and kind = 'chargeback'
          ) as line
        window
          of_amount as (
            partition by
              rrn,
              amount_minor
          ),
          from_largest as (
            partition by
              rrn
            order by
              amount_minor desc
          )
      ) as place
      join feed_pieces as piece on piece.piece_id = place.piece_id
    where
      place.exact = 1
      or place.exact = 0
      and place.enough = 1
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.closeFound
--   row: count integer
with
  changed as (
    update feed_pieces as piece
    set
      is_open = false
    from
      stage_chargebacks as stage
    where
      piece.piece_id = stage.chargeback_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- ===== feeds/writer/debts.queries.ts =====

-- feeds.taken.emptyFew
with
  stage_taken_rows as (
    delete from stage_taken
  )
select;

-- feeds.debts.stageChanged
--   row: count integer
with
  changed as (
    insert into
      stage_debts (
        medium_id,
        payment_id,
        operator_code,
        srid,
        opened_at,
        due_minor,
        paid_minor,
        paid_before_minor,
        written_off_minor,
        currency,
        is_unpaid,
        state,
        state_at,
        was_version,
        is_owed_again,
        event
      )
    select
      told.medium_id,
      told.payment_id,
      told.operator_code,
      told.srid,
      told.opened_at,
      told.due_minor,
      told.paid_minor,
      told.paid_before_minor,
      told.written_off_minor,
      told.currency,
      told.is_unpaid,
      told.next_state as state,
      case
        when told.next_state = told.state then told.state_at
        else now()
      end as state_at,
      told.version as was_version,
      told.state <> 'owed'
      and told.next_state = 'owed' as is_owed_again,
      case
        when told.next_state = 'ready'
        and told.state <> 'ready' then case
          when told.written_off_minor > 0
          and not told.is_undecided then 'written_off'
          else 'delivered_paid'
        end
        when told.next_state <> told.state
        or told.is_other_sum then 'delivered_unpaid'
      end as event
    from
      (
        select
          *,
          case
            when not counts then state
            when not now_unpaid
            and state in ('owed', 'requested', 'approved', 'unblocking', 'declined') then 'ready'
            when now_unpaid
            and state in ('approved', 'unblocking', 'ready') then 'owed'
            else state
          end as next_state,
          case
            when counts
            and now_unpaid then asked_minor
            else known_due_minor
          end as due_minor,
          told_currency as currency,
          case
            when counts
            and told_currency = now_currency then now_paid_minor
            else known_paid_minor
          end as paid_minor,
          case
            when counts
            and now_unpaid then now_paid_minor
            else known_paid_before_minor
          end as paid_before_minor,
          case
            when counts then case
              when now_unpaid then 0
              else greatest(0, least(unpaid_minor, unpaid_minor - (now_paid_minor - known_paid_minor)))
            end
            else known_written_off_minor
          end as written_off_minor,
          case
            when counts then now_unpaid
            else known_unpaid
          end as is_unpaid,
          counts
          and now_unpaid
          and (asked_minor, now_currency) <> (known_due_minor, known_currency) as is_other_sum
        from
          (
            select
              *,
              case
                when not now_unpaid then true
                when has_two_currencies then false
                when state in ('approved', 'unblocking', 'ready') then asked_minor > 0
                and (
                  tells_ours
                  or not (
                    known_unpaid
                    or lacks_ours
                  )
                  or told_paid_minor >= known_paid_minor + known_due_minor
                  or lacks_ours
                  and now_due_minor > known_paid_before_minor + known_due_minor
                )
                else state not in ('approved', 'unblocking', 'ready')
              end as counts,
              case
                when not known_unpaid then known_written_off_minor
                when state in ('approved', 'unblocking', 'ready') then 0
                else known_due_minor
              end as unpaid_minor,
              case
                when has_two_currencies then known_currency
                else now_currency
              end as told_currency
            from
              (
                select
                  payment.medium_id,
                  payment.payment_id,
                  payment.operator_code,
                  payment.srid,
                  payment.opened_at,
                  payment.status in ('payment_error', 'lost', 'card_dead')
                  and payment.due_minor > payment.paid_minor
                  and payment.reason not in ('refund', 'debt_recovery', 'recover')
                  and case
                    when known.state in ('approved', 'unblocking', 'ready') then greatest(payment.paid_minor, coalesce(taken.taken_minor, 0))
                    else greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0))
                  end < payment.due_minor as now_unpaid,
                  payment.status in ('open', 'pending', 'application_error', 'corrupted') as is_undecided,
                  payment.due_minor as now_due_minor,
                  payment.due_minor - greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0)) as asked_minor,
                  case
                    when known.state in ('approved', 'unblocking', 'ready') then greatest(payment.paid_minor, coalesce(taken.taken_minor, 0))
                    else greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0))
                  end as told_paid_minor,
                  greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0)) as now_paid_minor,
                  payment.currency as now_currency,
                  known.state,
                  known.state_at,
                  known.version,
                  known.is_unpaid as known_unpaid,
                  known.due_minor as known_due_minor,
                  known.paid_minor as known_paid_minor,
                  known.paid_before_minor as known_paid_before_minor,
                  known.written_off_minor as known_written_off_minor,
                  known.currency as known_currency,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and own.currency = known.currency
                      and own.amount_minor = known.due_minor
                      and own.amount_minor > greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)) - known.paid_before_minor
                  ) as lacks_ours,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and own.currency = known.currency
                      and own.amount_minor = known.due_minor
                      and exists (
                        select
                        from
                          settlements as
                        move
                        where
                          move.medium_id = own.medium_id
                          and move.srid = payment.srid
                          and move.direction = 'debit'
                          and move.approved
                          and move.retrieval_reference = own.bank_reference
                      )
                  ) as tells_ours,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and (
                        own.currency <> payment.currency
                        or own.taken_currency is not null
                      )
                  ) as has_two_currencies,
                  (known.operator_code, known.srid, known.opened_at) is distinct from (payment.operator_code, payment.srid, payment.opened_at) as lies_elsewhere
                from
                  stage_payments as stage
                  join debts as known on known.medium_id = stage.medium_id
                  and known.payment_id = stage.payment_id
                  join payments as payment on payment.medium_id = stage.medium_id
                  and payment.opened_at = stage.opened_at
                  and payment.payment_id = stage.payment_id
                  left join stage_taken as taken on taken.payment_id = payment.payment_id
                offset
                  0
              ) as delivered
          ) as judged
      ) as told
    where
      told.next_state <> told.state
      or told.is_other_sum
      or told.lies_elsewhere
      or (told.paid_minor, told.is_unpaid, told.currency) <> (told.known_paid_minor, told.known_unpaid, told.known_currency)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.debts.insertNew
--   row: medium_id uuid, payment_id uuid, is_recent boolean
insert into
  debts (
    medium_id,
    payment_id,
    operator_code,
    srid,
    opened_at,
    due_minor,
    paid_minor,
    paid_before_minor,
    currency,
    is_unpaid,
    state,
    state_at,
    version
  )
select
  payment.medium_id,
  payment.payment_id,
  payment.operator_code,
  payment.srid,
  payment.opened_at,
  payment.due_minor - greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  payment.currency,
  true,
  'owed',
  now(),
  1
from
  (
    select
      *
    from
      stage_payments as stage
    where
      stage.status in ('payment_error', 'lost', 'card_dead')
      and stage.due_minor > stage.paid_minor
      and stage.reason not in ('refund', 'debt_recovery', 'recover')
  ) as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  left join stage_taken as taken on taken.payment_id = payment.payment_id
where
  (
    payment.status in ('payment_error', 'lost', 'card_dead')
    and payment.due_minor > payment.paid_minor
    and payment.reason not in ('refund', 'debt_recovery', 'recover')
    and greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)) < payment.due_minor
  )
on conflict do nothing
returning
  medium_id,
  payment_id,
  opened_at >= now() - interval '14 days' as is_recent;

-- feeds.debts.noteNew
insert into
  debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
select
  debt.medium_id,
  debt.payment_id,
  debt.version,
  'delivered_unpaid',
  debt.state,
  debt.due_minor,
  debt.currency,
  'feed',
  debt.state_at
from
  stage_payments as stage
  join debts as debt on debt.medium_id = stage.medium_id
  and debt.payment_id = stage.payment_id
where
  debt.version = 1
on conflict do nothing;

-- feeds.debts.stageWindows
--   row: count integer
with
  changed as (
    insert into
      stage_debts (
        medium_id,
        payment_id,
        operator_code,
        srid,
        opened_at,
        due_minor,
        paid_minor,
        paid_before_minor,
        written_off_minor,
        currency,
        is_unpaid,
        state,
        state_at,
        was_version,
        is_owed_again,
        event
      )
    select
      told.medium_id,
      told.payment_id,
      told.operator_code,
      told.srid,
      told.opened_at,
      told.due_minor,
      told.paid_minor,
      told.paid_before_minor,
      told.written_off_minor,
      told.currency,
      told.is_unpaid,
      told.next_state as state,
      case
        when told.next_state = told.state then told.state_at
        else now()
      end as state_at,
      told.version as was_version,
      told.state <> 'owed'
      and told.next_state = 'owed' as is_owed_again,
      case
        when told.next_state = 'ready'
        and told.state <> 'ready' then case
          when told.written_off_minor > 0
          and not told.is_undecided then 'written_off'
          else 'delivered_paid'
        end
        when told.next_state <> told.state
        or told.is_other_sum then 'delivered_unpaid'
      end as event
    from
      (
        select
          *,
          case
            when not counts then state
            when not now_unpaid
            and state in ('owed', 'requested', 'approved', 'unblocking', 'declined') then 'ready'
            when now_unpaid
            and state in ('approved', 'unblocking', 'ready') then 'owed'
            else state
          end as next_state,
          case
            when counts
            and now_unpaid then asked_minor
            else known_due_minor
          end as due_minor,
          told_currency as currency,
          case
            when counts
            and told_currency = now_currency then now_paid_minor
            else known_paid_minor
          end as paid_minor,
          case
            when counts
            and now_unpaid then now_paid_minor
            else known_paid_before_minor
          end as paid_before_minor,
          case
            when counts then case
              when now_unpaid then 0
              else greatest(0, least(unpaid_minor, unpaid_minor - (now_paid_minor - known_paid_minor)))
            end
            else known_written_off_minor
          end as written_off_minor,
          case
            when counts then now_unpaid
            else known_unpaid
          end as is_unpaid,
          counts
          and now_unpaid
          and (asked_minor, now_currency) <> (known_due_minor, known_currency) as is_other_sum
        from
          (
            select
              *,
              case
                when not now_unpaid then true
                when has_two_currencies then false
                when state in ('approved', 'unblocking', 'ready') then asked_minor > 0
                and (
                  tells_ours
                  or not (
                    known_unpaid
                    or lacks_ours
                  )
                  or told_paid_minor >= known_paid_minor + known_due_minor
                  or lacks_ours
                  and now_due_minor > known_paid_before_minor + known_due_minor
                )
                else state not in ('approved', 'unblocking', 'ready')
              end as counts,
              case
                when not known_unpaid then known_written_off_minor
                when state in ('approved', 'unblocking', 'ready') then 0
                else known_due_minor
              end as unpaid_minor,
              case
                when has_two_currencies then known_currency
                else now_currency
              end as told_currency
            from
              (
                select
                  payment.medium_id,
                  payment.payment_id,
                  payment.operator_code,
                  payment.srid,
                  payment.opened_at,
                  payment.status in ('payment_error', 'lost', 'card_dead')
                  and payment.due_minor > payment.paid_minor
                  and payment.reason not in ('refund', 'debt_recovery', 'recover')
                  and case
                    when known.state in ('approved', 'unblocking', 'ready') then greatest(payment.paid_minor, coalesce(taken.taken_minor, 0))
                    else greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0))
                  end < payment.due_minor as now_unpaid,
                  payment.status in ('open', 'pending', 'application_error', 'corrupted') as is_undecided,
                  payment.due_minor as now_due_minor,
                  payment.due_minor - greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0)) as asked_minor,
                  case
                    when known.state in ('approved', 'unblocking', 'ready') then greatest(payment.paid_minor, coalesce(taken.taken_minor, 0))
                    else greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0))
                  end as told_paid_minor,
                  greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0)) as now_paid_minor,
                  payment.currency as now_currency,
                  known.state,
                  known.state_at,
                  known.version,
                  known.is_unpaid as known_unpaid,
                  known.due_minor as known_due_minor,
                  known.paid_minor as known_paid_minor,
                  known.paid_before_minor as known_paid_before_minor,
                  known.written_off_minor as known_written_off_minor,
                  known.currency as known_currency,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and own.currency = known.currency
                      and own.amount_minor = known.due_minor
                      and own.amount_minor > greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)) - known.paid_before_minor
                  ) as lacks_ours,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and own.currency = known.currency
                      and own.amount_minor = known.due_minor
                      and exists (
                        select
                        from
                          settlements as
                        move
                        where
                          move.medium_id = own.medium_id
                          and move.srid = payment.srid
                          and move.direction = 'debit'
                          and move.approved
                          and move.retrieval_reference = own.bank_reference
                      )
                  ) as tells_ours,
                  exists (
                    select
                    from
                      collections own
                    where
                      own.medium_id = known.medium_id
                      and own.payment_id = known.payment_id
                      and own.outcome = 'approved'
                      and (
                        own.currency <> payment.currency
                        or own.taken_currency is not null
                      )
                  ) as has_two_currencies,
                  (known.operator_code, known.srid, known.opened_at) is distinct from (payment.operator_code, payment.srid, payment.opened_at) as lies_elsewhere
                from
                  stage_payment_windows as stage
                  join debts as known on known.medium_id = stage.medium_id
                  and known.payment_id = stage.payment_id
                  join payments as payment on payment.medium_id = stage.medium_id
                  and payment.opened_at = stage.opened_at
                  and payment.payment_id = stage.payment_id
                  left join stage_taken as taken on taken.payment_id = payment.payment_id
                offset
                  0
              ) as delivered
          ) as judged
      ) as told
    where
      told.next_state <> told.state
      or told.is_other_sum
      or told.lies_elsewhere
      or (told.paid_minor, told.is_unpaid, told.currency) <> (told.known_paid_minor, told.known_unpaid, told.known_currency)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.debts.insertNewOfWindows
--   row: medium_id uuid, payment_id uuid, is_recent boolean
insert into
  debts (
    medium_id,
    payment_id,
    operator_code,
    srid,
    opened_at,
    due_minor,
    paid_minor,
    paid_before_minor,
    currency,
    is_unpaid,
    state,
    state_at,
    version
  )
select
  payment.medium_id,
  payment.payment_id,
  payment.operator_code,
  payment.srid,
  payment.opened_at,
  payment.due_minor - greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)),
  payment.currency,
  true,
  'owed',
  now(),
  1
from
  (
    select distinct
      medium_id,
      opened_at,
      payment_id
    from
      stage_payment_windows
  ) as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  left join stage_taken as taken on taken.payment_id = payment.payment_id
where
  (
    payment.status in ('payment_error', 'lost', 'card_dead')
    and payment.due_minor > payment.paid_minor
    and payment.reason not in ('refund', 'debt_recovery', 'recover')
    and greatest(payment.paid_minor, coalesce(taken.taken_minor, 0)) < payment.due_minor
  )
on conflict do nothing
returning
  medium_id,
  payment_id,
  opened_at >= now() - interval '14 days' as is_recent;

-- feeds.debts.noteNewOfWindows
insert into
  debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
select
  debt.medium_id,
  debt.payment_id,
  debt.version,
  'delivered_unpaid',
  debt.state,
  debt.due_minor,
  debt.currency,
  'feed',
  debt.state_at
from
  stage_payment_windows as stage
  join debts as debt on debt.medium_id = stage.medium_id
  and debt.payment_id = stage.payment_id
where
  debt.version = 1
on conflict do nothing;

-- feeds.debts.change
update debts as known
set
  operator_code = stage.operator_code,
  srid = stage.srid,
  opened_at = stage.opened_at,
  due_minor = stage.due_minor,
  paid_minor = stage.paid_minor,
  paid_before_minor = stage.paid_before_minor,
  written_off_minor = stage.written_off_minor,
  currency = stage.currency,
  is_unpaid = stage.is_unpaid,
  state = stage.state,
  state_at = stage.state_at,
  version = stage.was_version + 1
from
  stage_debts as stage
where
  known.medium_id = stage.medium_id
  and known.payment_id = stage.payment_id
  and known.version = stage.was_version;

-- feeds.debts.moveRecoveries
update payments as target
set
  srid = stage.srid
from
  stage_debts as stage
  join collections as own on own.medium_id = stage.medium_id
  and own.payment_id = stage.payment_id
where
  own.outcome = 'approved'
  and target.medium_id = stage.medium_id
  and target.opened_at = own.closed_at
  and target.payment_id = own.collection_id
  and target.srid <> stage.srid;

-- feeds.debts.noteChanged
insert into
  debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
select
  medium_id,
  payment_id,
  was_version + 1,
  event,
  state,
  case event
    when 'written_off' then written_off_minor
    else due_minor
  end,
  currency,
  'feed',
  now()
from
  stage_debts
where
  event is not null
on conflict do nothing;

-- feeds.debts.listOwedAgain
--   row: medium_id uuid, payment_id uuid, is_recent boolean
select
  medium_id,
  payment_id,
  true as is_recent
from
  stage_debts
where
  is_owed_again;

-- feeds.debts.listSettled
--   row: medium_id uuid
select distinct
  medium_id
from
  stage_debts
where
  event in ('delivered_paid', 'written_off');

-- feeds.debts.emptyFew
with
  stage_debts_rows as (
    delete from stage_debts
  )
select;

-- feeds.debts.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_debts}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/exits.queries.ts =====

-- feeds.exits.stage
--   row: count integer
with
  changed as (
    insert into
      stage_exits (medium_id, started_at, trip_id, stop_id, stop_name)
    select
      trip_exit.medium_id,
      trip_exit.started_at,
      trip_exit.trip_id,
      trip_exit.stop_id,
      trip_exit.stop_name
    from
      (
        select distinct
          on (trip.medium_id, trip.started_at, trip.trip_id) trip.medium_id,
          trip.started_at,
          trip.trip_id,
          exit_tap.stop_id,
          coalesce(exit_tap.stop_name, nullif(trip.to_name, stage.was_stop_name)) as stop_name,
          trip.to_stop_id,
          trip.to_name
        from
          stage_taps as stage
          join trips as trip on trip.medium_id = stage.medium_id
          and trip.started_at >= stage.tapped_at - interval '1 day'
          and trip.started_at <= stage.tapped_at
          and trip.checked_out_at = stage.tapped_at
          join taps as exit_tap on exit_tap.medium_id = trip.medium_id
          and exit_tap.tapped_at = trip.checked_out_at
          and exit_tap.direction = 'off'
        where
          stage.direction = 'off'
        order by
          trip.medium_id,
          trip.started_at,
          trip.trip_id,
          exit_tap.tap_id,
          stage.tap_id
      ) as trip_exit
    where
      (trip_exit.to_stop_id, trip_exit.to_name) is distinct from (trip_exit.stop_id, trip_exit.stop_name)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.exits.carryToTrips
update trips as trip
set
  to_stop_id = stage.stop_id,
  to_name = stage.stop_name
from
  stage_exits as stage
where
  trip.medium_id = stage.medium_id
  and trip.started_at = stage.started_at
  and trip.trip_id = stage.trip_id;

-- feeds.exits.listFaresOfLost
--   row: file_id bigint, line_number integer
select distinct
  trip.file_id,
  trip.line_number
from
  (
    select
      medium_id,
      min(at) as first_at,
      max(at) as last_at
    from
      (
        select
          coalesce(was_medium_id, medium_id) as medium_id,
          coalesce(was_tapped_at, tapped_at) as at
        from
          stage_taps
        where
          was_direction = 'off'
          and (
            was_medium_id is not null
            or direction <> 'off'
            or (
              stop_name is null
              and was_stop_name is not null
            )
          )
      ) as lost
    group by
      medium_id
  ) as card
  join trips as trip on trip.medium_id = card.medium_id
  and trip.started_at >= card.first_at - interval '1 day'
  and trip.started_at <= card.last_at
  join (
    select
      coalesce(was_medium_id, medium_id) as medium_id,
      coalesce(was_tapped_at, tapped_at) as at
    from
      stage_taps
    where
      was_direction = 'off'
      and (
        was_medium_id is not null
        or direction <> 'off'
        or (
          stop_name is null
          and was_stop_name is not null
        )
      )
  ) as lost on lost.medium_id = trip.medium_id
  and lost.at = trip.checked_out_at
  and trip.started_at between lost.at - interval '1 day' and lost.at;

-- ===== feeds/writer/found.queries.ts =====

-- feeds.found.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_found}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/known-payments.queries.ts =====

-- feeds.knownPayments.list
--   values: $mediumIds uuid[], $paymentIds uuid[]
--   row: payment_id uuid, opened_at timestamp with time zone, service_day date
--     closed_at timestamp with time zone or null, srid text or null, reason text, status text, due_minor bigint
--     exported_at timestamp with time zone, file_id bigint, line_number integer, trip_ids uuid[]
--     fares_minor bigint, movements jsonb, authorisation_ids uuid[], answered_at timestamp with time zone or null
--     agreed_at timestamp with time zone or null
select
  known.payment_id,
  known.opened_at,
  known.service_day,
  known.closed_at,
  known.srid,
  known.reason,
  known.status,
  known.due_minor,
  known.exported_at,
  known.file_id,
  known.line_number,
  trip.ids as trip_ids,
  trip.fares_minor,
  move.movements,
  asked.ids as authorisation_ids,
  greatest(move.refused_at, asked.answered_at) as answered_at,
  asked.agreed_at
from
  unnest($mediumIds::uuid[], $paymentIds::uuid[]) as told (medium_id, payment_id)
  join payments as known on known.medium_id = told.medium_id
  and known.payment_id = told.payment_id
  and known.opened_at < now() - interval '7 days'
  and known.reason <> 'refund'
  cross join lateral (
    select
      coalesce(array_agg(trip_id), '{}') as ids,
      coalesce(sum(fare_minor), 0)::bigint as fares_minor
    from
      trips
    where
      medium_id = known.medium_id
      and srid = known.srid
      and started_at >= known.opened_at - interval '40 days'
      and started_at < known.opened_at + interval '40 days'
  ) as trip
  cross join lateral (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'settlementId',
            settlement_id,
            'direction',
            direction,
            'amountMinor',
            amount_minor,
            'approved',
            approved,
            'retrievalReference',
            retrieval_reference
          )
        ),
        '[]'
      ) as movements,
      max(requested_at) filter (
        where
          direction = 'debit'
          and not approved
      ) as refused_at
    from
      settlements
    where
      medium_id = known.medium_id
      and srid = known.srid
  ) as
move
cross join lateral (
  select
    coalesce(array_agg(authorisation_id), '{}') as ids,
    max(requested_at) filter (
      where
        kind <> 'card_check'
    ) as answered_at,
    max(requested_at) filter (
      where
        kind <> 'card_check'
        and approved
    ) as agreed_at
  from
    authorisations
  where
    medium_id = known.medium_id
    and srid = known.srid
) as asked;

-- ===== feeds/writer/media.queries.ts =====

-- feeds.media.upsert
insert into
  media (
    medium_id,
    operator_code,
    scheme,
    scheme_said_at,
    medium_type,
    medium_type_said_at,
    last_four,
    last_four_said_at,
    status,
    status_at,
    status_said_at,
    first_seen_at,
    last_seen_at
  )
select
  medium_id,
  operator_code,
  scheme,
  scheme_said_at,
  coalesce(medium_type, 'unidentified'),
  medium_type_said_at,
  last_four,
  last_four_said_at,
  coalesce(status, 'active'),
  status_at,
  status_said_at,
  first_seen_at,
  last_seen_at
from
  stage_media
on conflict (medium_id) do update
set
  scheme = case
    when excluded.scheme_said_at >= coalesce(media.scheme_said_at, '-infinity') then excluded.scheme
    else media.scheme
  end,
  scheme_said_at = case
    when excluded.scheme_said_at >= coalesce(media.scheme_said_at, '-infinity') then excluded.scheme_said_at
    else media.scheme_said_at
  end,
  medium_type = case
    when excluded.medium_type_said_at >= coalesce(media.medium_type_said_at, '-infinity') then excluded.medium_type
    else media.medium_type
  end,
  medium_type_said_at = case
    when excluded.medium_type_said_at >= coalesce(media.medium_type_said_at, '-infinity') then excluded.medium_type_said_at
    else media.medium_type_said_at
  end,
  last_four = case
    when excluded.last_four_said_at >= coalesce(media.last_four_said_at, '-infinity') then excluded.last_four
    else media.last_four
  end,
  last_four_said_at = case
    when excluded.last_four_said_at >= coalesce(media.last_four_said_at, '-infinity') then excluded.last_four_said_at
    else media.last_four_said_at
  end,
  status = case
    when excluded.status_at is not null
    and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity')) then excluded.status
    else media.status
  end,
  status_at = case
    when excluded.status_at is not null
    and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity')) then excluded.status_at
    else media.status_at
  end,
  status_said_at = case
    when excluded.status_at is not null
    and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity')) then excluded.status_said_at
    else media.status_said_at
  end,
  is_death_disproved = media.is_death_disproved
  and (
    excluded.status_at is not null
    and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity'))
  ) is not true,
  is_loss_disproved = media.is_loss_disproved
  and (
    excluded.status_at is not null
    and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity'))
  ) is not true,
  first_seen_at = least(media.first_seen_at, excluded.first_seen_at),
  last_seen_at = greatest(media.last_seen_at, excluded.last_seen_at)
where
  excluded.first_seen_at < media.first_seen_at
  or excluded.last_seen_at > media.last_seen_at
  or case
    when excluded.scheme_said_at >= coalesce(media.scheme_said_at, '-infinity') then excluded.scheme_said_at
    else media.scheme_said_at
  end is distinct from media.scheme_said_at
  or case
    when excluded.medium_type_said_at >= coalesce(media.medium_type_said_at, '-infinity') then excluded.medium_type_said_at
    else media.medium_type_said_at
  end is distinct from media.medium_type_said_at
  or case
    when excluded.last_four_said_at >= coalesce(media.last_four_said_at, '-infinity') then excluded.last_four_said_at
    else media.last_four_said_at
  end is distinct from media.last_four_said_at
  or case
    when excluded.scheme_said_at >= coalesce(media.scheme_said_at, '-infinity') then excluded.scheme
    else media.scheme
  end is distinct from media.scheme
  or case
    when excluded.medium_type_said_at >= coalesce(media.medium_type_said_at, '-infinity') then excluded.medium_type
    else media.medium_type
  end is distinct from media.medium_type
  or case
    when excluded.last_four_said_at >= coalesce(media.last_four_said_at, '-infinity') then excluded.last_four
    else media.last_four
  end is distinct from media.last_four
  or excluded.status_at is not null
  and (excluded.status_at, excluded.status_said_at) >= (coalesce(media.status_at, '-infinity'), coalesce(media.status_said_at, '-infinity'));

-- feeds.media.revive
update media as refused
set
  status = 'active',
  is_death_disproved = refused.status = 'card_dead',
  is_loss_disproved = refused.status = 'lost'
from
  stage_media as stage
  join settlements as
move on move.medium_id = stage.medium_id
where
  refused.medium_id = stage.medium_id
  and refused.status in ('card_dead', 'lost')
  and move.medium_id = refused.medium_id
  and move.direction = 'debit'
  and move.approved
  and (
    move.requested_at = refused.status_at
    or refused.status = 'card_dead'
    and move.requested_at > refused.status_at
  );

-- feeds.media.refuseAgain
update media as refused
set
  status = case
    when refused.is_death_disproved then 'card_dead'
    else 'lost'
  end,
  is_death_disproved = false,
  is_loss_disproved = false
from
  stage_settlements as stage
where
  refused.medium_id = stage.medium_id
  and (
    refused.is_death_disproved
    or refused.is_loss_disproved
  )
  and not exists (
    select
    from
      settlements as
    move
    where
      move.medium_id = refused.medium_id
      and move.direction = 'debit'
      and move.approved
      and (
        move.requested_at = refused.status_at
        or refused.is_death_disproved
        and move.requested_at > refused.status_at
      )
  );

-- feeds.media.refuseAgainByWithdrawn
update media as refused
set
  status = case
    when refused.is_death_disproved then 'card_dead'
    else 'lost'
  end,
  is_death_disproved = false,
  is_loss_disproved = false
from
  stage_withdrawn_settlements as stage
where
  refused.medium_id = stage.medium_id
  and (
    refused.is_death_disproved
    or refused.is_loss_disproved
  )
  and not exists (
    select
    from
      settlements as
    move
    where
      move.medium_id = refused.medium_id
      and move.direction = 'debit'
      and move.approved
      and (
        move.requested_at = refused.status_at
        or refused.is_death_disproved
        and move.requested_at > refused.status_at
      )
  );

-- feeds.media.refuseAgainByFound
update media as refused
set
  status = case
    when refused.is_death_disproved then 'card_dead'
    else 'lost'
  end,
  is_death_disproved = false,
  is_loss_disproved = false
from
  (
    select distinct
      known_medium_id as medium_id
    from
      stage_found
  ) as stage
where
  refused.medium_id = stage.medium_id
  and (
    refused.is_death_disproved
    or refused.is_loss_disproved
  )
  and not exists (
    select
    from
      settlements as
    move
    where
      move.medium_id = refused.medium_id
      and move.direction = 'debit'
      and move.approved
      and (
        move.requested_at = refused.status_at
        or refused.is_death_disproved
        and move.requested_at > refused.status_at
      )
  );

-- feeds.media.reviveByFound
update media as refused
set
  status = 'active',
  is_death_disproved = refused.status = 'card_dead',
  is_loss_disproved = refused.status = 'lost'
from
  (
    select distinct
      known_medium_id as medium_id
    from
      stage_found
  ) as stage
  join settlements as
move on move.medium_id = stage.medium_id
where
  refused.medium_id = stage.medium_id
  and refused.status in ('card_dead', 'lost')
  and move.medium_id = refused.medium_id
  and move.direction = 'debit'
  and move.approved
  and (
    move.requested_at = refused.status_at
    or refused.status = 'card_dead'
    and move.requested_at > refused.status_at
  );

-- feeds.media.correctOperators
update media
set
  operator_code = stage.operator_code
from
  stage_media as stage
where
  media.medium_id = stage.medium_id
  and media.operator_code <> stage.operator_code;

-- feeds.media.emptyFew
with
  stage_media_rows as (
    delete from stage_media
  )
select;

-- feeds.media.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_media}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/moves.queries.ts =====

-- feeds.trips.insertLookups
--   row: count integer
with
  changed as (
    insert into
      trip_lookups (trip_id, medium_id, started_at, file_id, line_number)
    select
      trip_id,
      medium_id,
      started_at,
      file_id,
      line_number
    from
      stage_trips
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.findMoved
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_medium_id, known_at)
    select
      stage.trip_id as id,
      stage.medium_id,
      known.medium_id as known_medium_id,
      known.started_at as known_at
    from
      stage_trips as stage
      join trip_lookups as known on known.trip_id = stage.trip_id
    where
      (known.medium_id, known.started_at) <> (stage.medium_id, stage.started_at)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.markMoved
--   row: count integer
with
  changed as (
    update stage_trips as stage
    set
      was_medium_id = found.known_medium_id,
      was_started_at = found.known_at
    from
      stage_found as found
    where
      found.id = stage.trip_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.removeMoved
--   row: count integer
with
  changed as (
    delete from trips as target using stage_trips as stage
    where
      target.medium_id = stage.was_medium_id
      and target.started_at = stage.was_started_at
      and target.trip_id = stage.trip_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.moveLookups
update trip_lookups as known
set
  medium_id = stage.medium_id,
  started_at = stage.started_at
from
  stage_trips as stage
where
  stage.was_medium_id is not null
  and known.trip_id = stage.trip_id;

-- feeds.moves.findOutdatedTrips
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      stage.trip_id as id,
      stage.medium_id
    from
      stage_trips as stage
      join trips as known on known.medium_id = stage.was_medium_id
      and known.started_at = stage.was_started_at
      and known.trip_id = stage.trip_id
    where
      (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.moves.dropOutdatedTrips
--   row: count integer
with
  changed as (
    delete from stage_trips as stage using stage_found as found
    where
      found.id = stage.trip_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.moves.stageLeftPayments
insert into
  stage_left_payments (medium_id, srid)
select
  known.medium_id,
  known.srid
from
  stage_trips as stage
  join trips as known on known.medium_id = stage.was_medium_id
  and known.started_at = stage.was_started_at
  and known.trip_id = stage.trip_id
where
  known.srid is not null
  and (known.medium_id, known.srid) is distinct from (stage.medium_id, stage.srid)
group by
  1,
  2;

-- feeds.moves.removeMovedTickets
delete from products as target using stage_trips as stage
join trips as known on known.medium_id = stage.was_medium_id
and known.started_at = stage.was_started_at
and known.trip_id = stage.trip_id
where
  target.medium_id = known.medium_id
  and target.file_id = known.file_id
  and target.line_number = known.line_number;

-- feeds.moves.removeLookups
delete from trip_lookups as known using stage_trips as stage
where
  known.trip_id = stage.trip_id;

-- feeds.moves.stageTripsOfMovedTaps
--   row: count integer
with
  changed as (
    insert into
      stage_trips (
        medium_id,
        started_at,
        trip_id,
        operator_code,
        tap_id,
        srid,
        line_id,
        line_name,
        transport_type,
        status,
        fare_minor,
        full_fare_minor,
        currency,
        fare_reason,
        from_stop_id,
        from_name,
        to_stop_id,
        to_name,
        checked_in_at,
        checked_out_at,
        service_day,
        updated_at,
        refund_reason,
        refund_minor,
        exported_at,
        file_id,
        line_number,
        was_medium_id,
        was_started_at
      )
    select
      stage.medium_id,
      stage.tapped_at as started_at,
      trip.trip_id,
      trip.operator_code,
      trip.tap_id,
      trip.srid,
      trip.line_id,
      trip.line_name,
      trip.transport_type,
      trip.status,
      trip.fare_minor,
      trip.full_fare_minor,
      trip.currency,
      trip.fare_reason,
      trip.from_stop_id,
      trip.from_name,
      trip.to_stop_id,
      trip.to_name,
      stage.tapped_at as checked_in_at,
      trip.checked_out_at,
      (
        ((stage.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + case
          when (
            (((stage.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
          ) <= stage.tapped_at
          and (
            (((stage.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
          ) at time zone operator.time_zone = ((stage.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + 1 + operator.day_cut then 1
          else 0
        end
      ) as service_day,
      trip.updated_at,
      trip.refund_reason,
      case
        when trip.refund_reason is null
        and trip.medium_id <> stage.medium_id then null
        else trip.refund_minor
      end as refund_minor,
      trip.exported_at,
      trip.file_id,
      trip.line_number,
      trip.medium_id as was_medium_id,
      trip.started_at as was_started_at
    from
      stage_taps as stage
      join trips as trip on trip.medium_id = stage.was_medium_id
      and trip.started_at = stage.was_tapped_at
      and trip.tap_id = stage.tap_id
      join operators as operator on operator.operator_code = trip.operator_code
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.moves.stageExitsOfMovedTrips
--   row: count integer
with
  changed as (
    insert into
      stage_exits (medium_id, started_at, trip_id, stop_id, stop_name)
    select distinct
      on (stage.trip_id) stage.medium_id,
      stage.started_at,
      stage.trip_id,
      coalesce(exit_tap.stop_id, stage.to_stop_id) as stop_id,
      coalesce(exit_tap.stop_name, stage.to_name) as stop_name
    from
      stage_trips as stage
      join taps as exit_tap on exit_tap.medium_id = stage.medium_id
      and exit_tap.tapped_at = stage.checked_out_at
      and exit_tap.direction = 'off'
    order by
      stage.trip_id,
      exit_tap.tap_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.moves.stageTicketsOfMovedTaps
insert into
  stage_products (
    medium_id,
    valid_from,
    product_id,
    operator_code,
    name,
    description,
    valid_to,
    amount_minor,
    currency,
    status,
    fare_class,
    round_trip_type,
    user_profile,
    fq_code,
    booking_id,
    from_tariff_location,
    to_tariff_location,
    stored_value_minor,
    srid,
    updated_at,
    exported_at,
    file_id,
    line_number
  )
select
  stage.medium_id,
  product.valid_from,
  product.product_id,
  product.operator_code,
  product.name,
  product.description,
  product.valid_to,
  product.amount_minor,
  product.currency,
  product.status,
  product.fare_class,
  product.round_trip_type,
  product.user_profile,
  product.fq_code,
  product.booking_id,
  product.from_tariff_location,
  product.to_tariff_location,
  product.stored_value_minor,
  product.srid,
  product.updated_at,
  product.exported_at,
  product.file_id,
  product.line_number
from
  stage_trips as stage
  join products as product on product.medium_id = stage.was_medium_id
  and product.file_id = stage.file_id
  and product.line_number = stage.line_number;

-- feeds.moves.emptyFew
with
  stage_trips_rows as (
    delete from stage_trips
  ),
  stage_products_rows as (
    delete from stage_products
  ),
  stage_exits_rows as (
    delete from stage_exits
  )
select;

-- feeds.moves.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_trips, stage_products, stage_exits}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/other-currencies.queries.ts =====

-- feeds.otherCurrencies.listMoved
--   row: medium_id uuid, payment_id uuid
select
  payment.medium_id,
  payment.payment_id
from
  stage_payment_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  join collections as own on own.medium_id = payment.medium_id
  and own.payment_id = payment.payment_id
  and own.currency <> payment.currency
where
  own.outcome = 'approved'
union
select
  payment.medium_id,
  payment.payment_id
from
  stage_payment_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  join refunds as own on own.medium_id = payment.medium_id
  and own.payment_id = payment.payment_id
  and own.currency <> payment.currency
where
  own.state = 'refunded';

-- feeds.otherCurrencies.listCorrected
--   values: $mediumIds uuid[], $paymentIds uuid[]
--   row: is_refund boolean, subject uuid, amount_minor bigint, currency character, payment_currency character
with
  named as (
    select
      *
    from
      unnest($mediumIds::uuid[], $paymentIds::uuid[]) as named (medium_id, payment_id)
  )
select
  false as is_refund,
  own.collection_id as subject,
  coalesce(own.taken_minor, own.amount_minor) as amount_minor,
  coalesce(own.taken_currency, own.currency) as currency,
  payment.currency as payment_currency
from
  named
  join collections as own on own.medium_id = named.medium_id
  and own.payment_id = named.payment_id
  and own.outcome = 'approved'
  join debts as debt on debt.medium_id = own.medium_id
  and debt.payment_id = own.payment_id
  join payments as payment on payment.medium_id = debt.medium_id
  and payment.opened_at = debt.opened_at
  and payment.payment_id = debt.payment_id
where
  payment.currency <> debt.currency
  and payment.currency <> coalesce(own.taken_currency, own.currency)
union all
select
  true,
  own.refund_id,
  coalesce(own.given_minor, own.amount_minor),
  coalesce(own.given_currency, own.currency),
  payment.currency
from
  named
  join refunds as own on own.medium_id = named.medium_id
  and own.payment_id = named.payment_id
  and own.state = 'refunded'
  join payments as payment on payment.medium_id = own.medium_id
  and payment.opened_at = own.opened_at
  and payment.payment_id = own.payment_id
where
  payment.currency <> own.currency
  and payment.currency <> coalesce(own.given_currency, own.currency)
order by
  is_refund,
  subject;

-- ===== feeds/writer/owed-debts.queries.ts =====

-- feeds.debts.listOwed
--   values: $mediumIds uuid[], $paymentIds uuid[]
--   row: medium_id uuid, payment_id uuid, operator_code text, srid text, due_minor bigint, currency character
select
  debt.medium_id,
  debt.payment_id,
  debt.operator_code,
  debt.srid,
  debt.due_minor,
  debt.currency
from
  unnest($mediumIds::uuid[], $paymentIds::uuid[]) with ordinality as named (medium_id, payment_id, place)
  join debts as debt on debt.medium_id = named.medium_id
  and debt.payment_id = named.payment_id
where
  debt.state = 'owed'
  and debt.srid is not null
order by
  named.place;

-- ===== feeds/writer/payment-parts.queries.ts =====

-- feeds.paymentParts.stageFares
insert into
  stage_part_fares (payment_id, fares_minor)
select
  part.payment_id,
  sum(trip.fare_minor)::bigint as fares_minor
from
  (
    select
      medium_id,
      min(opened_at) as first_at,
      max(opened_at) as last_at
    from
      stage_payment_parts
    group by
      medium_id
  ) as card
  join trips as trip on trip.medium_id = card.medium_id
  and trip.started_at >= card.first_at - interval '40 days'
  and trip.started_at < card.last_at + interval '40 days'
  join (
    select
      payment_id,
      medium_id,
      srid
    from
      stage_payment_parts
    union all
    select
      payment_id,
      medium_id,
      former_srid
    from
      stage_payment_parts
    where
      former_srid is not null
  ) as part on part.medium_id = trip.medium_id
  and part.srid = trip.srid
group by
  part.payment_id;

-- feeds.paymentParts.stageCharges
insert into
  stage_part_charges (payment_id, charged_minor, recovered_minor)
select
  part.payment_id,
  coalesce(
    sum(move.amount_minor) filter (
      where
        move.kind = 'charge'
        and move.direction = 'debit'
        and move.approved
    ),
    0
  )::bigint as charged_minor,
  coalesce(
    sum(move.amount_minor) filter (
      where
        move.kind = 'debt_recovery'
        and move.direction = 'debit'
        and move.approved
    ),
    0
  )::bigint as recovered_minor
from
  (
    select
      payment_id,
      medium_id,
      srid
    from
      stage_payment_parts
    union all
    select
      payment_id,
      medium_id,
      former_srid
    from
      stage_payment_parts
    where
      former_srid is not null
  ) as part
  join settlements as
move on move.medium_id = part.medium_id
and move.srid = part.srid
group by
  part.payment_id;

-- feeds.paymentParts.stagePayments
--   row: count integer
with
  changed as (
    insert into
      stage_payments (
        medium_id,
        opened_at,
        payment_id,
        operator_code,
        srid,
        closed_at,
        currency,
        service_day,
        exported_at,
        file_id,
        line_number,
        reason,
        method,
        status,
        due_minor,
        paid_minor,
        debt_paid_minor,
        updated_at
      )
    select
      part.medium_id,
      part.opened_at,
      part.payment_id,
      part.operator_code,
      part.srid,
      part.closed_at,
      part.currency,
      part.service_day,
      part.exported_at,
      part.file_id,
      part.line_number,
      case
        when part.is_product then 'product'
        else 'trip'
      end as reason,
      'emv' as method,
      case
        when coalesce(charge.charged_minor + charge.recovered_minor, 0) > 0
        and coalesce(charge.charged_minor + charge.recovered_minor, 0) >= case
          when fare.fares_minor is null
          and part.unwritten_minor = 0 then greatest(part.asked_minor, coalesce(charge.charged_minor + charge.recovered_minor, 0))
          else coalesce(fare.fares_minor, 0) + part.unwritten_minor
        end then 'accepted'
        when case
          when fare.fares_minor is null
          and part.unwritten_minor = 0 then greatest(part.asked_minor, coalesce(charge.charged_minor + charge.recovered_minor, 0))
          else coalesce(fare.fares_minor, 0) + part.unwritten_minor
        end <= 0 then 'none'
        else part.unpaid_status
      end as status,
      case
        when fare.fares_minor is null
        and part.unwritten_minor = 0 then greatest(part.asked_minor, coalesce(charge.charged_minor + charge.recovered_minor, 0))
        else coalesce(fare.fares_minor, 0) + part.unwritten_minor
      end as due_minor,
      coalesce(charge.charged_minor + charge.recovered_minor, 0) as paid_minor,
      coalesce(charge.recovered_minor, 0) as debt_paid_minor,
      part.exported_at as updated_at
    from
      stage_payment_parts as part
      left join stage_part_fares as fare on fare.payment_id = part.payment_id
      left join stage_part_charges as charge on charge.payment_id = part.payment_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- ===== feeds/writer/payments.queries.ts =====

-- feeds.payments.findMoved
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_at)
    select
      stage.payment_id as id,
      stage.medium_id,
      known.opened_at as known_at
    from
      stage_payments as stage
      join service_references as known on known.payment_id = stage.payment_id
      and known.medium_id = stage.medium_id
    where
      known.opened_at <> stage.opened_at
      and stage.reason <> 'refund'
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.findMovedRefunds
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_at)
    select distinct
      on (stage.payment_id, stage.medium_id) stage.payment_id as id,
      stage.medium_id,
      known.opened_at as known_at
    from
      stage_payments as stage
      join payments as known on known.medium_id = stage.medium_id
      and known.payment_id = stage.payment_id
    where
      stage.reason = 'refund'
      and known.opened_at <> stage.opened_at
    order by
      stage.payment_id,
      stage.medium_id,
      known.opened_at
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.anyWithoutReference
--   row: found integer
select
  1 as found
from
  payments
where
  srid is null
limit
  1;

-- feeds.payments.findMovedWithoutReference
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_at)
    select distinct
      on (stage.payment_id, stage.medium_id) stage.payment_id as id,
      stage.medium_id,
      known.opened_at as known_at
    from
      stage_payments as stage
      join payments as known on known.medium_id = stage.medium_id
      and known.payment_id = stage.payment_id
    where
      known.srid is null
      and stage.reason <> 'refund'
      and known.opened_at <> stage.opened_at
    order by
      stage.payment_id,
      stage.medium_id,
      known.opened_at
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.markMoved
--   row: count integer
with
  changed as (
    update stage_payments as stage
    set
      was_opened_at = found.known_at
    from
      stage_found as found
    where
      found.id = stage.payment_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.findOutdated
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      stage.payment_id as id,
      stage.medium_id
    from
      stage_payments as stage
      join payments as known on known.medium_id = stage.medium_id
      and known.opened_at = stage.was_opened_at
      and known.payment_id = stage.payment_id
    where
      (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.findWithdrawnRefunds
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      stage.payment_id as id,
      stage.medium_id
    from
      stage_payments as stage
      join settlements as known on known.medium_id = stage.medium_id
      and known.settlement_id = stage.payment_id
    where
      stage.reason = 'refund'
      and not (
        known.kind = 'refund'
        and known.approved
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.dropFound
--   row: count integer
with
  changed as (
    delete from stage_payments as stage using stage_found as found
    where
      found.id = stage.payment_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.removeMoved
--   row: count integer
with
  changed as (
    delete from payments as target using stage_payments as stage
    where
      target.medium_id = stage.medium_id
      and target.opened_at = stage.was_opened_at
      and target.payment_id = stage.payment_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.deriveFromDelivery
--   row: count integer
with
  changed as (
    update payments as target
    set
      currency = stage.currency,
      service_day = stage.service_day
    from
      stage_payments as stage
    where
      target.medium_id = stage.medium_id
      and target.opened_at = stage.opened_at
      and target.payment_id = stage.payment_id
      and target.file_id = stage.file_id
      and target.line_number = stage.line_number
      and (target.currency, target.service_day) is distinct from (stage.currency, stage.service_day)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.stageWindows
insert into
  stage_payment_windows (medium_id, opened_at, payment_id, srid)
select
  payment.medium_id,
  payment.opened_at,
  payment.payment_id,
  payment.srid
from
  stage_payments as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
where
  stage.reason <> 'refund'
  and payment.srid is not null;

-- feeds.payments.stageWindowsOfTaps
--   row: count integer
with
  changed as (
    insert into
      stage_payment_windows (medium_id, opened_at, payment_id, srid)
    select
      known.medium_id,
      known.opened_at,
      known.payment_id,
      known.srid
    from
      (
        select
          medium_id,
          srid
        from
          stage_taps
        where
          srid is not null
        union
        select
          medium_id,
          srid
        from
          stage_left_payments
      ) as stage
      join service_references as known on known.srid = stage.srid
      and known.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.stageWindowsOfSettlements
--   row: count integer
with
  changed as (
    insert into
      stage_payment_windows (medium_id, opened_at, payment_id, srid)
    select
      known.medium_id,
      known.opened_at,
      known.payment_id,
      known.srid
    from
      (
        select
          medium_id,
          srid
        from
          stage_settlements
        where
          srid is not null
        union
        select
          medium_id,
          srid
        from
          stage_left_payments
      ) as stage
      join service_references as known on known.srid = stage.srid
      and known.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.stageFirstTaps
--   row: count integer
with
  changed as (
    insert into
      stage_first_taps (medium_id, opened_at, payment_id, currency, service_day)
    select distinct
      on (stage.medium_id, stage.opened_at, stage.payment_id) stage.medium_id,
      stage.opened_at,
      stage.payment_id,
      coalesce(tap.currency, operator.currency) as currency,
      (
        ((tap.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + case
          when (
            (((tap.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
          ) <= tap.tapped_at
          and (
            (((tap.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
          ) at time zone operator.time_zone = ((tap.tapped_at at time zone operator.time_zone) - operator.day_cut)::date + 1 + operator.day_cut then 1
          else 0
        end
      ) as service_day
    from
      (
        select
          medium_id,
          min(opened_at) as first_at,
          max(opened_at) as last_at
        from
          stage_payment_windows
        group by
          medium_id
      ) as card
      join taps as tap on tap.medium_id = card.medium_id
      and tap.tapped_at >= card.first_at - interval '2 days'
      and tap.tapped_at < card.last_at + interval '40 days'
      join stage_payment_windows as stage on stage.medium_id = tap.medium_id
      and stage.srid = tap.srid
      and stage.opened_at <= tap.tapped_at + interval '2 days'
      and stage.opened_at > tap.tapped_at - interval '40 days'
      join operators as operator on operator.operator_code = tap.operator_code
    order by
      stage.medium_id,
      stage.opened_at,
      stage.payment_id,
      tap.tapped_at
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.deriveFromTaps
--   row: count integer
with
  changed as (
    update payments as payment
    set
      currency = first_tap.currency,
      service_day = first_tap.service_day
    from
      stage_first_taps as first_tap
    where
      payment.medium_id = first_tap.medium_id
      and payment.opened_at = first_tap.opened_at
      and payment.payment_id = first_tap.payment_id
      and (payment.currency, payment.service_day) is distinct from (first_tap.currency, first_tap.service_day)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.listWithoutTap
--   row: file_id bigint, line_number integer
select
  payment.file_id,
  payment.line_number
from
  (
    select
      stage.medium_id,
      stage.opened_at,
      stage.payment_id
    from
      stage_payment_windows as stage
    where
      not exists (
        select
        from
          stage_first_taps as first_tap
        where
          first_tap.medium_id = stage.medium_id
          and first_tap.opened_at = stage.opened_at
          and first_tap.payment_id = stage.payment_id
      )
  ) as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id;

-- feeds.payments.stageReferences
insert into
  stage_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid, charged_minor)
select
  payment.srid,
  payment.medium_id,
  payment.payment_id,
  payment.opened_at,
  payment.operator_code,
  case
    when payment.paid_minor > 0 then payment.paid_minor
    else payment.due_minor
  end as amount_minor,
  payment.currency,
  payment.paid_minor > 0
  or count(charge.amount_minor) > 0 as paid,
  case
    when count(charge.amount_minor) > 0 then nullif(
      array_agg(
        distinct charge.amount_minor
        order by
          charge.amount_minor
      ),
      array[
        case
          when payment.paid_minor > 0 then payment.paid_minor
          else payment.due_minor
        end
      ]
    )
  end as charged_minor
from
  stage_payment_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  left join settlements as charge on charge.medium_id = payment.medium_id
  and charge.srid = payment.srid
  and charge.direction = 'debit'
  and charge.approved
where
  payment.srid is not null
group by
  payment.srid,
  payment.medium_id,
  payment.payment_id,
  payment.opened_at,
  payment.operator_code,
  payment.currency,
  payment.paid_minor,
  payment.due_minor;

-- feeds.payments.refreshReferences
update service_references as known
set
  amount_minor = stage.amount_minor,
  currency = stage.currency,
  paid = stage.paid,
  charged_minor = stage.charged_minor,
  operator_code = stage.operator_code
from
  stage_references as stage
where
  known.srid = stage.srid
  and known.medium_id = stage.medium_id
  and known.payment_id = stage.payment_id
  and (known.amount_minor, known.currency, known.paid, known.charged_minor, known.operator_code) is distinct from (stage.amount_minor, stage.currency, stage.paid, stage.charged_minor, stage.operator_code);

-- feeds.payments.followCurrency
update payments as refund
set
  currency = stage.currency
from
  stage_references as stage
  join settlements as credit on credit.medium_id = stage.medium_id
  and credit.srid = stage.srid
  and credit.kind = 'refund'
  and credit.approved
where
  refund.medium_id = credit.medium_id
  and refund.payment_id = credit.settlement_id
  and refund.reason = 'refund'
  and refund.currency <> stage.currency
  and not exists (
    select
    from
      refunds own
    where
      own.medium_id = refund.medium_id
      and own.refund_id = refund.payment_id
  );

-- feeds.payments.emptyReferences
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_references}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/pieces.queries.ts =====

-- feeds.pieces.noteChanged
insert into
  stage_changed_keys (key)
select distinct
  keys.key
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
  cross join lateral (
    values
      (stage.about),
      (stage.beside),
      (known.about),
      (known.beside)
  ) as keys (key)
where
  keys.key is not null
  and (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
  and (known.kind, known.about, known.beside, known.seeks, known.content) is distinct from (stage.kind, stage.about, stage.beside, stage.seeks, stage.content)
on conflict do nothing;

-- feeds.pieces.noteNewer
insert into
  stage_changed_keys (key)
select distinct
  keys.key
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
  cross join lateral (
    values
      (stage.about),
      (stage.beside),
      (known.about),
      (known.beside)
  ) as keys (key)
where
  keys.key is not null
  and (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
on conflict do nothing;

-- feeds.pieces.noteAll
insert into
  stage_changed_keys (key)
select distinct
  keys.key
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
  cross join lateral (
    values
      (stage.about),
      (stage.beside),
      (known.about),
      (known.beside)
  ) as keys (key)
where
  keys.key is not null
on conflict do nothing;

-- feeds.pieces.noteKeysOfRows
--   values: $fileId bigint, $lines integer[]
insert into
  stage_changed_keys (key)
select distinct
  keys.key
from
  feed_pieces as piece
  cross join lateral (
    values
      (piece.about),
      (piece.beside)
  ) as keys (key)
where
  keys.key is not null
  and piece.file_id = $fileId
  and piece.line_number = any ($lines)
on conflict do nothing;

-- feeds.pieces.keepLeft
insert into
  feed_pieces (piece_id, kind, about, beside, seeks, content, rank, exported_at, file_id, line_number)
select
  md5(
    known.piece_id::text || known.about::text || case
      when known.about = stage.about then known.content ->> 'mediumId'
      else ''
    end
  )::uuid,
  case stage.kind
    when 'micropayment' then 'left_fare'
    when 'settlement' then 'left_settlement'
    when 'refund' then 'left_refund'
  end,
  known.about,
  known.beside,
  null,
  known.content,
  stage.rank,
  stage.exported_at,
  stage.file_id,
  stage.line_number
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
where
  stage.kind in ('micropayment', 'settlement', 'refund')
  and (
    known.about <> stage.about
    or stage.kind = 'settlement'
    and known.content ->> 'mediumId' <> stage.content ->> 'mediumId'
  )
  and (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
on conflict (piece_id) do update
set
  rank = excluded.rank,
  exported_at = excluded.exported_at,
  file_id = excluded.file_id,
  line_number = excluded.line_number;

-- feeds.pieces.keepLate
insert into
  feed_pieces (piece_id, kind, about, beside, seeks, content, rank, exported_at, file_id, line_number)
select
  md5(
    known.piece_id::text || stage.about::text || case
      when known.about = stage.about then stage.content ->> 'mediumId'
      else ''
    end
  )::uuid,
  case stage.kind
    when 'micropayment' then 'left_fare'
    when 'settlement' then 'left_settlement'
    when 'refund' then 'left_refund'
  end,
  stage.about,
  stage.beside,
  null,
  stage.content,
  known.rank,
  known.exported_at,
  known.file_id,
  known.line_number
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
where
  stage.kind in ('micropayment', 'settlement', 'refund')
  and (
    known.about <> stage.about
    or stage.kind = 'settlement'
    and known.content ->> 'mediumId' <> stage.content ->> 'mediumId'
  )
  and not (
    (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
  )
on conflict (piece_id) do update
set
  rank = excluded.rank,
  exported_at = excluded.exported_at,
  file_id = excluded.file_id,
  line_number = excluded.line_number;

-- feeds.pieces.noteLateKeys
insert into
  stage_changed_keys (key)
select distinct
  keys.key
from
  stage_feed_pieces as stage
  join feed_pieces as known on known.piece_id = stage.piece_id
  cross join lateral (
    values
      (stage.about),
      (stage.beside)
  ) as keys (key)
where
  keys.key is not null
  and stage.kind in ('micropayment', 'settlement', 'refund')
  and (
    known.about <> stage.about
    or stage.kind = 'settlement'
    and known.content ->> 'mediumId' <> stage.content ->> 'mediumId'
  )
  and not (
    (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
  )
on conflict do nothing;

-- feeds.pieces.insertNew
--   row: count integer
with
  changed as (
    insert into
      feed_pieces as known (piece_id, kind, about, beside, seeks, content, rank, exported_at, file_id, line_number)
    select
      piece_id,
      kind,
      about,
      beside,
      seeks,
      content,
      rank,
      exported_at,
      file_id,
      line_number
    from
      stage_feed_pieces
    on conflict do nothing
    returning
      about,
      beside
  ),
  noted as (
    insert into
      stage_changed_keys (key)
    select distinct
      keys.key
    from
      changed
      cross join lateral (
        values
          (changed.about),
          (changed.beside)
      ) as keys (key)
    where
      keys.key is not null
    on conflict do nothing
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.feed_pieces.updateChanged
--   row: count integer
with
  changed as (
    update feed_pieces as known
    set
      kind = stage.kind,
      about = stage.about,
      beside = stage.beside,
      seeks = stage.seeks,
      content = stage.content,
      rank = stage.rank,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_feed_pieces as stage
    where
      known.piece_id = stage.piece_id
      and (known.rank, known.exported_at, known.file_id, known.line_number) <= (stage.rank, stage.exported_at, stage.file_id, stage.line_number)
      and (known.kind, known.about, known.beside, known.seeks, known.content) is distinct from (stage.kind, stage.about, stage.beside, stage.seeks, stage.content)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.feed_pieces.advanceUnchanged
update feed_pieces as known
set
  rank = stage.rank,
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_feed_pieces as stage
where
  known.piece_id = stage.piece_id
  and (known.rank, known.exported_at, known.file_id, known.line_number) < (stage.rank, stage.exported_at, stage.file_id, stage.line_number);

-- feeds.pieces.noteWaitingKeys
insert into
  stage_changed_keys (key)
select distinct
  piece.about
from
  stage_changed_keys as changed
  cross join lateral (
    select
      *
    from
      feed_pieces
    where
      is_open
      and seeks = changed.key
    offset
      0
  ) as piece
on conflict do nothing;

-- feeds.pieces.preferHigherRank
update stage_feed_pieces as stage
set
  exported_at = known.exported_at,
  file_id = known.file_id,
  line_number = known.line_number
from
  feed_pieces as known
where
  known.piece_id = stage.piece_id
  and known.rank < stage.rank
  and (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.pieces.takeChanged
--   row: count integer
with
  changed as (
    insert into
      stage_read_keys (key, round)
    select
      key,
      0
    from
      stage_changed_keys
    limit
      2000
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.pieces.readKeysBeside
--   values: $round integer
--   row: count integer
with
  found as (
    insert into
      stage_read_keys (key, round)
    select
      piece.beside,
      $round + 1
    from
      stage_read_keys as known
      cross join lateral (
        select
          *
        from
          feed_pieces
        where
          about = known.key
        offset
          0
      ) as piece
    where
      known.round = $round
      and piece.beside is not null
    union
    select
      piece.about,
      $round + 1
    from
      stage_read_keys as known
      cross join lateral (
        select
          *
        from
          feed_pieces
        where
          beside = known.key
        offset
          0
      ) as piece
    where
      known.round = $round
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  found;

-- feeds.pieces.list
--   row: piece_id uuid, kind text, about uuid, beside uuid or null, seeks uuid or null, content jsonb
--     is_open boolean, exported_at timestamp with time zone, file_id bigint, line_number integer
select
  piece.piece_id,
  piece.kind,
  piece.about,
  piece.beside,
  piece.seeks,
  piece.content,
  piece.is_open,
  piece.exported_at,
  piece.file_id,
  piece.line_number
from
  stage_read_keys as known
  cross join lateral (
    select
      *
    from
      feed_pieces
    where
      about = known.key
    offset
      0
  ) as piece;

-- feeds.pieces.listSought
--   row: piece_id uuid, kind text, about uuid, beside uuid or null, seeks uuid or null, content jsonb
--     is_open boolean, exported_at timestamp with time zone, file_id bigint, line_number integer
select
  piece.piece_id,
  piece.kind,
  piece.about,
  piece.beside,
  piece.seeks,
  piece.content,
  piece.is_open,
  piece.exported_at,
  piece.file_id,
  piece.line_number
from
  (
    select distinct
      piece.seeks
    from
      stage_read_keys as known
      cross join lateral (
        select
          *
        from
          feed_pieces
        where
          about = known.key
        offset
          0
      ) as piece
    where
      piece.seeks is not null
  ) as seeker
  cross join lateral (
    select
      *
    from
      feed_pieces
    where
      about = seeker.seeks
    offset
      0
  ) as piece;

-- feeds.pieces.forgetRead
delete from stage_changed_keys as changed using stage_read_keys as known
where
  changed.key = known.key;

-- feeds.pieces.emptyReadFew
with
  stage_read_keys_rows as (
    delete from stage_read_keys
  )
select;

-- feeds.pieces.emptyRead
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_read_keys}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.pieces.emptyChangedFew
with
  stage_changed_keys_rows as (
    delete from stage_changed_keys
  )
select;

-- feeds.pieces.emptyChanged
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_changed_keys}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.pieces.markOpen
--   values: $pieces uuid[], $isOpen boolean
update feed_pieces
set
  is_open = $isOpen
where
  piece_id = any ($pieces);

-- ===== feeds/writer/references.queries.ts =====

-- feeds.references.moveReferences
update service_references as known
set
  opened_at = stage.opened_at
from
  stage_payments as stage
where
  stage.was_opened_at is not null
  and stage.reason <> 'refund'
  and known.srid = stage.srid
  and known.payment_id = stage.payment_id
  and known.medium_id = stage.medium_id;

-- feeds.references.insertReferences
insert into
  service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
select
  srid,
  medium_id,
  payment_id,
  opened_at,
  operator_code,
  case
    when payment.paid_minor > 0 then payment.paid_minor
    else payment.due_minor
  end,
  currency,
  paid_minor > 0
from
  stage_payments as payment
where
  srid is not null
  and reason <> 'refund'
order by
  line_number
on conflict do nothing;

-- feeds.references.findFormerReferences
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_srid)
    select
      stage.payment_id as id,
      stage.medium_id,
      case
        when (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number) then stage.srid
        else known.srid
      end as known_srid
    from
      stage_payments as stage
      join payments as known on known.medium_id = stage.medium_id
      and known.opened_at = coalesce(stage.was_opened_at, stage.opened_at)
      and known.payment_id = stage.payment_id
    where
      stage.reason <> 'refund'
      and known.srid is distinct from stage.srid
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.references.removeFormerReferences
--   row: count integer
with
  changed as (
    delete from service_references as known using stage_found as found
    where
      known.srid = found.known_srid
      and known.medium_id = found.medium_id
      and known.payment_id = found.id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.references.findReferences
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_medium_id, known_payment_id, known_currency)
    select
      stage.payment_id as id,
      stage.medium_id,
      known.medium_id as known_medium_id,
      known.payment_id as known_payment_id,
      known.currency as known_currency
    from
      stage_payments as stage
      join service_references as known on known.srid = stage.srid
    where
      stage.reason = 'refund'
      or (known.medium_id, known.payment_id) <> (stage.medium_id, stage.payment_id)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.references.removeForeign
--   row: file_id bigint, line_number integer, exported_at timestamp with time zone, is_of_card boolean, srid text
--     medium_id uuid, payment_id uuid, is_another boolean
delete from stage_payments as stage using stage_found as found
where
  found.id = stage.payment_id
  and found.medium_id = stage.medium_id
  and (
    found.known_medium_id <> stage.medium_id
    or (
      stage.reason not in ('refund', 'debt_recovery', 'recover')
      and found.known_payment_id <> stage.payment_id
    )
  )
returning
  stage.file_id,
  stage.line_number,
  stage.exported_at,
  found.known_medium_id = stage.medium_id as is_of_card,
  stage.srid,
  stage.medium_id,
  stage.payment_id,
  stage.reason not in ('refund', 'debt_recovery', 'recover')
  and found.known_payment_id <> stage.payment_id as is_another;

-- feeds.references.listOutdated
--   values: $paymentIds uuid[], $exportedAts timestamp with time zone[], $mediumIds uuid[], $files bigint[]
--     $lines integer[]
--   row: payment_id uuid
select
  known.payment_id
from
  unnest($mediumIds::uuid[], $paymentIds::uuid[], $exportedAts::timestamptz[], $files::bigint[], $lines::integer[]) as stage (medium_id, payment_id, exported_at, file_id, line_number)
  join payments as known on known.medium_id = stage.medium_id
  and known.payment_id = stage.payment_id
where
  (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.references.listNewerContests
--   values: $paymentIds uuid[], $exportedAts timestamp with time zone[]
--   row: payment_id uuid
select
  known.payment_id
from
  unnest($paymentIds::uuid[], $exportedAts::timestamptz[]) as stage (payment_id, exported_at)
  join contested_references as known on known.payment_id = stage.payment_id
where
  known.exported_at > stage.exported_at;

-- feeds.references.contest
--   values: $paymentIds uuid[], $exportedAts timestamp with time zone[], $srids text[]
insert into
  contested_references as known (srid, payment_id, exported_at)
select
  srid,
  payment_id,
  max(exported_at)
from
  unnest($srids::text[], $paymentIds::uuid[], $exportedAts::timestamptz[]) as told (srid, payment_id, exported_at)
group by
  srid,
  payment_id
on conflict (srid, payment_id) do update
set
  exported_at = excluded.exported_at;

-- feeds.references.settle
delete from contested_references as known using stage_payments as stage
where
  known.payment_id = stage.payment_id
  and known.srid is distinct from stage.srid
  and known.exported_at <= stage.exported_at;

-- feeds.references.takeCurrencyOfReference
--   row: count integer
with
  changed as (
    update stage_payments as stage
    set
      currency = found.known_currency
    from
      stage_found as found
    where
      found.id = stage.payment_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- ===== feeds/writer/refunds.queries.ts =====

-- feeds.refunds.any
--   row: found integer
select
  1 as found
from
  refunds
limit
  1;

-- feeds.refunds.listOwnReferences
--   row: medium_id uuid, srid text
select distinct
  own.medium_id,
  own.srid
from
  (
    select
      medium_id,
      srid
    from
      stage_settlements
    where
      srid is not null
    union
    select
      medium_id,
      srid
    from
      stage_left_payments
  ) as stage
  join refunds as own on own.medium_id = stage.medium_id
  and own.srid = stage.srid
order by
  own.medium_id,
  own.srid;

-- feeds.refunds.listMovedPayments
--   row: medium_id uuid, payment_id uuid, former_srid text, srid text, opened_at timestamp with time zone
select distinct
  own.medium_id,
  own.payment_id,
  own.srid as former_srid,
  payment.srid,
  payment.opened_at
from
  stage_payment_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
  and payment.opened_at = stage.opened_at
  and payment.payment_id = stage.payment_id
  join refunds as own on own.medium_id = payment.medium_id
  and own.payment_id = payment.payment_id
where
  payment.srid is not null
  and (own.srid, own.opened_at) <> (payment.srid, payment.opened_at)
order by
  own.medium_id,
  own.srid;

-- feeds.refunds.stageOfMoney
--   row: count integer
with
  changed as (
    insert into
      stage_refunded_payments (medium_id, srid, opened_at, charged_minor, charged_currency, refunded_minor)
    select
      known.medium_id,
      known.srid,
      known.opened_at,
      known.amount_minor as charged_minor,
      known.currency as charged_currency,
      given.refunded_minor
    from
      (
        with
          credited as materialized (
            select
              credit.medium_id,
              credit.srid,
              coalesce(
                sum(credit.amount_minor) filter (
                  where
                    credit.approved
                ),
                0
              ) as refunded_minor
            from
              (
                select
                  medium_id,
                  srid
                from
                  stage_settlements
                where
                  kind = 'refund'
                  and srid is not null
                union
                select
                  medium_id,
                  srid
                from
                  stage_left_payments
                union
                select
                  medium_id,
                  srid
                from
                  stage_payments
                where
                  reason <> 'refund'
                  and srid is not null
              ) as stage
              join settlements as credit on credit.medium_id = stage.medium_id
              and credit.srid = stage.srid
              and case
                when credit.kind = 'refund' then true
                else false
              end
            where
              not exists (
                select
                from
                  refunds as own
                where
                  own.medium_id = credit.medium_id
                  and own.srid = credit.srid
                  and (
                    own.closed_at is null
                    or own.state = 'refunded'
                    and own.given_currency is not null
                    or credit.settlement_id in (own.refund_id, own.delivered_id)
                  )
              )
            group by
              credit.medium_id,
              credit.srid
          )
        select
          *
        from
          credited
      ) as given
      join service_references as known on known.srid = given.srid
      and known.medium_id = given.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.refunds.stageOfTrips
--   row: count integer
with
  changed as (
    insert into
      stage_refunded_payments (medium_id, srid, opened_at, charged_minor, charged_currency, refunded_minor)
    select
      known.medium_id,
      known.srid,
      known.opened_at,
      known.amount_minor as charged_minor,
      known.currency as charged_currency,
      given.refunded_minor
    from
      (
        with
          credited as materialized (
            select
              credit.medium_id,
              credit.srid,
              coalesce(
                sum(credit.amount_minor) filter (
                  where
                    credit.approved
                ),
                0
              ) as refunded_minor
            from
              (
                select
                  medium_id,
                  srid
                from
                  stage_trips
                where
                  srid is not null
                union
                select
                  medium_id,
                  srid
                from
                  stage_left_payments
              ) as stage
              join settlements as credit on credit.medium_id = stage.medium_id
              and credit.srid = stage.srid
              and case
                when credit.kind = 'refund' then true
                else false
              end
            where
              not exists (
                select
                from
                  refunds as own
                where
                  own.medium_id = credit.medium_id
                  and own.srid = credit.srid
                  and (
                    own.closed_at is null
                    or own.state = 'refunded'
                    and own.given_currency is not null
                    or credit.settlement_id in (own.refund_id, own.delivered_id)
                  )
              )
            group by
              credit.medium_id,
              credit.srid
          )
        select
          *
        from
          credited
      ) as given
      join service_references as known on known.srid = given.srid
      and known.medium_id = given.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.refunds.clearLeftTrips
update trips as target
set
  refund_minor = null
from
  stage_left_payments as stage
where
  target.medium_id = stage.medium_id
  and target.srid = stage.srid
  and target.refund_reason is null
  and target.refund_minor is not null;

-- feeds.refunds.stageOfTaps
--   row: count integer
with
  changed as (
    insert into
      stage_refunded_payments (medium_id, srid, opened_at, charged_minor, charged_currency, refunded_minor)
    select
      known.medium_id,
      known.srid,
      known.opened_at,
      known.amount_minor as charged_minor,
      known.currency as charged_currency,
      given.refunded_minor
    from
      (
        with
          credited as materialized (
            select
              credit.medium_id,
              credit.srid,
              coalesce(
                sum(credit.amount_minor) filter (
                  where
                    credit.approved
                ),
                0
              ) as refunded_minor
            from
              (
                select
                  medium_id,
                  srid
                from
                  stage_taps
                where
                  srid is not null
                union
                select
                  medium_id,
                  srid
                from
                  stage_left_payments
              ) as stage
              join settlements as credit on credit.medium_id = stage.medium_id
              and credit.srid = stage.srid
              and case
                when credit.kind = 'refund' then true
                else false
              end
            where
              not exists (
                select
                from
                  refunds as own
                where
                  own.medium_id = credit.medium_id
                  and own.srid = credit.srid
                  and (
                    own.closed_at is null
                    or own.state = 'refunded'
                    and own.given_currency is not null
                    or credit.settlement_id in (own.refund_id, own.delivered_id)
                  )
              )
            group by
              credit.medium_id,
              credit.srid
          )
        select
          *
        from
          credited
      ) as given
      join service_references as known on known.srid = given.srid
      and known.medium_id = given.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.refunds.stageTrips
--   row: count integer
with
  changed as (
    insert into
      stage_refunded_trips (medium_id, started_at, trip_id, refund_minor, refund_reason)
    select
      fare.medium_id,
      fare.started_at,
      fare.trip_id,
      nullif(
        case
          when fare.least_minor < 0
          or fare.is_mixed
          or fare.refunded_minor = 0 then fare.own_minor
          when fare.currency <> fare.charged_currency then case
            when fare.refunded_minor = fare.charged_minor then fare.fare_minor
            else fare.own_minor
          end
          when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
          when fare.trips = 1
          and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
          else fare.own_minor
        end,
        0
      ) as refund_minor,
      case
        when fare.own_minor > 0
        and fare.own_minor = case
          when fare.least_minor < 0
          or fare.is_mixed
          or fare.refunded_minor = 0 then fare.own_minor
          when fare.currency <> fare.charged_currency then case
            when fare.refunded_minor = fare.charged_minor then fare.fare_minor
            else fare.own_minor
          end
          when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
          when fare.trips = 1
          and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
          else fare.own_minor
        end then fare.own_reason
      end as refund_reason
    from
      (
        select
          trip.medium_id,
          trip.started_at,
          trip.trip_id,
          trip.fare_minor,
          trip.currency,
          trip.refund_reason,
          stage.charged_minor,
          stage.charged_currency,
          stage.refunded_minor,
          own.reason as own_reason,
          case
            when own.refund_id is null then 0
            else given.amount_minor
          end as own_minor,
          sum(
            case
              when own.refund_id is null then 0
              else given.amount_minor
            end
          ) over payment as all_own_minor,
          count(*) filter (
            where
              trip.fare_minor <> 0
          ) over payment as trips,
          sum(trip.fare_minor) over payment as fares_minor,
          min(trip.fare_minor) over payment as least_minor,
          min(trip.currency) over payment <> max(trip.currency) over payment as is_mixed
        from
          (
            select
              medium_id,
              min(opened_at) as first_at,
              max(opened_at) as last_at
            from
              stage_refunded_payments
            group by
              medium_id
          ) as card
          join trips as trip on trip.medium_id = card.medium_id
          and trip.started_at >= card.first_at - interval '2 days'
          and trip.started_at < card.last_at + interval '42 days'
          join stage_refunded_payments as stage on stage.medium_id = trip.medium_id
          and stage.srid = trip.srid
          and trip.started_at >= stage.opened_at - interval '2 days'
          and trip.started_at < stage.opened_at + interval '42 days'
          left join refund_trips as given on given.medium_id = trip.medium_id
          and given.trip_id = trip.trip_id
          and not given.is_void
          left join refunds as own on own.medium_id = given.medium_id
          and own.refund_id = given.refund_id
          and own.state = 'refunded'
          and own.given_currency is null
          and own.currency = trip.currency
        window
          payment as (
            partition by
              stage.medium_id,
              stage.srid
          )
      ) as fare
    where
      fare.refund_reason is null
      or fare.own_minor > 0
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.refunds.markTrips
update trips as target
set
  refund_minor = stage.refund_minor,
  refund_reason = stage.refund_reason
from
  stage_refunded_trips as stage
where
  target.medium_id = stage.medium_id
  and target.started_at = stage.started_at
  and target.trip_id = stage.trip_id
  and (target.refund_minor, target.refund_reason) is distinct from (stage.refund_minor, stage.refund_reason);

-- feeds.refunds.listOwnReferencesOfTrips
--   row: medium_id uuid, srid text
select distinct
  own.medium_id,
  own.srid
from
  stage_trips as stage
  join refund_trips as given on given.medium_id = coalesce(stage.was_medium_id, stage.medium_id)
  and given.trip_id = stage.trip_id
  join refunds as own on own.medium_id = given.medium_id
  and own.refund_id = given.refund_id
order by
  own.medium_id,
  own.srid;

-- feeds.refunds.carryOwn
update trips as target
set
  refund_minor = case
    when own.currency = target.currency then given.amount_minor
  end,
  refund_reason = case
    when own.currency = target.currency then own.reason
  end
from
  stage_trips as stage
  cross join refund_trips as given
  join refunds as own on own.medium_id = given.medium_id
  and own.refund_id = given.refund_id
where
  own.state = 'refunded'
  and own.given_currency is null
  and not given.is_void
  and given.medium_id = stage.medium_id
  and given.trip_id = target.trip_id
  and target.medium_id = stage.medium_id
  and target.started_at = stage.started_at
  and target.trip_id = stage.trip_id
  and (target.refund_minor, target.refund_reason) is distinct from (
    case
      when own.currency = target.currency then given.amount_minor
    end,
    case
      when own.currency = target.currency then own.reason
    end
  );

-- feeds.refunds.carryOwnOfLeft
update trips as target
set
  refund_minor = case
    when own.currency = target.currency then given.amount_minor
  end,
  refund_reason = case
    when own.currency = target.currency then own.reason
  end
from
  stage_left_payments as stage
  cross join refund_trips as given
  join refunds as own on own.medium_id = given.medium_id
  and own.refund_id = given.refund_id
where
  own.state = 'refunded'
  and own.given_currency is null
  and not given.is_void
  and given.medium_id = stage.medium_id
  and given.trip_id = target.trip_id
  and target.medium_id = stage.medium_id
  and target.srid = stage.srid
  and (target.refund_minor, target.refund_reason) is distinct from (
    case
      when own.currency = target.currency then given.amount_minor
    end,
    case
      when own.currency = target.currency then own.reason
    end
  );

-- feeds.refunds.carryOwnOfTaps
update trips as target
set
  refund_minor = case
    when own.currency = target.currency then given.amount_minor
  end,
  refund_reason = case
    when own.currency = target.currency then own.reason
  end
from
  stage_taps as stage
  cross join refund_trips as given
  join refunds as own on own.medium_id = given.medium_id
  and own.refund_id = given.refund_id
where
  own.state = 'refunded'
  and own.given_currency is null
  and not given.is_void
  and given.medium_id = stage.medium_id
  and given.trip_id = target.trip_id
  and target.medium_id = stage.medium_id
  and target.started_at = stage.tapped_at
  and target.tap_id = stage.tap_id
  and (target.refund_minor, target.refund_reason) is distinct from (
    case
      when own.currency = target.currency then given.amount_minor
    end,
    case
      when own.currency = target.currency then own.reason
    end
  );

-- feeds.refunds.emptyFew
with
  stage_refunded_payments_rows as (
    delete from stage_refunded_payments
  ),
  stage_refunded_trips_rows as (
    delete from stage_refunded_trips
  )
select;

-- feeds.refunds.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_refunded_payments, stage_refunded_trips}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.refunds.listRecent
--   row: medium_id uuid
select distinct
  medium_id
from
  stage_payments
where
  reason = 'refund'
  and opened_at >= now() - interval '14 days';

-- ===== feeds/writer/replacements.queries.ts =====

-- feeds.replacements.insertAccounts
--   row: count integer
with
  changed as (
    insert into
      account_media (account_id, medium_id)
    select
      account_id,
      medium_id
    from
      stage_media
    where
      account_id is not null
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.replacements.stageMediaOfAccounts
insert into
  stage_media_of_accounts (account_id, medium_id)
select
  known.account_id,
  known.medium_id
from
  (
    select distinct
      account_id
    from
      stage_media
    where
      account_id is not null
  ) as told
  join account_media as known on known.account_id = told.account_id;

-- feeds.replacements.describeMediaOfAccounts
insert into
  stage_described_media_of_accounts (account_id, medium_id, medium_type, first_seen_at)
select
  of_account.account_id,
  of_account.medium_id,
  medium.medium_type,
  medium.first_seen_at
from
  stage_media_of_accounts as of_account
  join media as medium on medium.medium_id = of_account.medium_id;

-- feeds.replacements.insertMediaOfAccounts
insert into
  replacements as known (medium_id, successor_id, source, exported_at)
select
  medium_id,
  successor_id,
  'account',
  '-infinity'
from
  (
    select
      medium_id,
      first_seen_at,
      count(*) over (
        partition by
          account_id
      ) as media,
      lead(medium_id) over next_of_kind as successor_id,
      lead(first_seen_at) over next_of_kind as successor_seen_at
    from
      stage_described_media_of_accounts
    window
      next_of_kind as (
        partition by
          account_id,
          medium_type
        order by
          first_seen_at,
          medium_id
      )
  ) as follows
where
  successor_seen_at > first_seen_at
  and media <= 20
on conflict (medium_id) do update
set
  successor_id = excluded.successor_id,
  source = excluded.source
where
  (
    known.source = 'account'
    or known.successor_id is null
  )
  and known.successor_id is distinct from excluded.successor_id;

-- feeds.replacements.insertDelivered
insert into
  replacements as known (medium_id, successor_id, source, exported_at)
select
  medium_id,
  successor_id,
  'operator',
  exported_at
from
  stage_media
where
  tells_successor
on conflict (medium_id) do update
set
  successor_id = case
    when excluded.successor_id is null
    and known.source = 'account' then known.successor_id
    else excluded.successor_id
  end,
  source = case
    when excluded.successor_id is null
    and known.source = 'account' then known.source
    else excluded.source
  end,
  exported_at = excluded.exported_at
where
  known.exported_at <= excluded.exported_at;

-- feeds.replacements.emptyMediaOfAccountsFew
with
  stage_media_of_accounts_rows as (
    delete from stage_media_of_accounts
  ),
  stage_described_media_of_accounts_rows as (
    delete from stage_described_media_of_accounts
  )
select;

-- feeds.replacements.emptyMediaOfAccounts
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_media_of_accounts, stage_described_media_of_accounts}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/staging.queries.ts =====

-- feeds.taps.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_taps
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  tap_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_taps
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.fares.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_fares
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  trip_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_fares
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payments.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_payments
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  payment_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_payments
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.settlements.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_settlements
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  settlement_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_settlements
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.authorisations.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_authorisations
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  authorisation_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_authorisations
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.products.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_products
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  product_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_products
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.sales_packages.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_sales_packages
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  sale_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_sales_packages
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.stops.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_stops
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  operator_code,
                  stop_id
                order by
                  updated_at desc,
                  line_number desc
              ) as version
            from
              stage_stops
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.lines.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_lines
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  operator_code,
                  line_id
                order by
                  updated_at desc,
                  line_number desc
              ) as version
            from
              stage_lines
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.feed_pieces.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_feed_pieces
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  piece_id
                order by
                  rank desc,
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_feed_pieces
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payment_parts.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_payment_parts
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  payment_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_payment_parts
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.payment_owners.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_payment_owners
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  payment_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_payment_owners
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.chargebacks.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_chargebacks
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  chargeback_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_chargebacks
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.withdrawn_trips.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_withdrawn_trips
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  trip_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_withdrawn_trips
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.withdrawn_settlements.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_withdrawn_settlements
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  settlement_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_withdrawn_settlements
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.withdrawn_authorisations.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_withdrawn_authorisations
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  authorisation_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_withdrawn_authorisations
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.withdrawn_products.keepLatest
--   row: count integer
with
  changed as (
    delete from stage_withdrawn_products
    where
      ctid in (
        select
          ctid
        from
          (
            select
              ctid,
              row_number() over (
                partition by
                  medium_id,
                  product_id
                order by
                  exported_at desc,
                  file_id desc,
                  line_number desc
              ) as version
            from
              stage_withdrawn_products
          ) as versions
        where
          version > 1
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.stages.emptyFew
with
  stage_taps_rows as (
    delete from stage_taps
  ),
  stage_fares_rows as (
    delete from stage_fares
  ),
  stage_payments_rows as (
    delete from stage_payments
  ),
  stage_settlements_rows as (
    delete from stage_settlements
  ),
  stage_authorisations_rows as (
    delete from stage_authorisations
  ),
  stage_products_rows as (
    delete from stage_products
  ),
  stage_sales_packages_rows as (
    delete from stage_sales_packages
  ),
  stage_stops_rows as (
    delete from stage_stops
  ),
  stage_lines_rows as (
    delete from stage_lines
  ),
  stage_feed_pieces_rows as (
    delete from stage_feed_pieces
  ),
  stage_payment_parts_rows as (
    delete from stage_payment_parts
  ),
  stage_payment_owners_rows as (
    delete from stage_payment_owners
  ),
  stage_chargebacks_rows as (
    delete from stage_chargebacks
  ),
  stage_withdrawn_trips_rows as (
    delete from stage_withdrawn_trips
  ),
  stage_withdrawn_settlements_rows as (
    delete from stage_withdrawn_settlements
  ),
  stage_withdrawn_authorisations_rows as (
    delete from stage_withdrawn_authorisations
  ),
  stage_withdrawn_products_rows as (
    delete from stage_withdrawn_products
  ),
  stage_left_payments_rows as (
    delete from stage_left_payments
  ),
  stage_exits_rows as (
    delete from stage_exits
  ),
  stage_boarded_fares_rows as (
    delete from stage_boarded_fares
  ),
  stage_fare_exits_rows as (
    delete from stage_fare_exits
  ),
  stage_trips_rows as (
    delete from stage_trips
  ),
  stage_payment_windows_rows as (
    delete from stage_payment_windows
  ),
  stage_first_taps_rows as (
    delete from stage_first_taps
  ),
  stage_references_rows as (
    delete from stage_references
  ),
  stage_debts_rows as (
    delete from stage_debts
  ),
  stage_taken_rows as (
    delete from stage_taken
  ),
  stage_media_rows as (
    delete from stage_media
  ),
  stage_media_of_accounts_rows as (
    delete from stage_media_of_accounts
  ),
  stage_described_media_of_accounts_rows as (
    delete from stage_described_media_of_accounts
  ),
  stage_refunded_payments_rows as (
    delete from stage_refunded_payments
  ),
  stage_refunded_trips_rows as (
    delete from stage_refunded_trips
  ),
  stage_found_rows as (
    delete from stage_found
  ),
  stage_part_fares_rows as (
    delete from stage_part_fares
  ),
  stage_part_charges_rows as (
    delete from stage_part_charges
  ),
  stage_possible_charges_rows as (
    delete from stage_possible_charges
  ),
  stage_left_chargebacks_rows as (
    delete from stage_left_chargebacks
  )
select;

-- feeds.stages.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_taps, stage_fares, stage_payments, stage_settlements, stage_authorisations, stage_products, stage_sales_packages, stage_stops, stage_lines, stage_feed_pieces, stage_payment_parts, stage_payment_owners, stage_chargebacks, stage_withdrawn_trips, stage_withdrawn_settlements, stage_withdrawn_authorisations, stage_withdrawn_products, stage_left_payments, stage_exits, stage_boarded_fares, stage_fare_exits, stage_trips, stage_payment_windows, stage_first_taps, stage_references, stage_debts, stage_taken, stage_media, stage_media_of_accounts, stage_described_media_of_accounts, stage_refunded_payments, stage_refunded_trips, stage_found, stage_part_fares, stage_part_charges, stage_possible_charges, stage_left_chargebacks}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.stages.deleteAll
with
  stage_taps_rows as (
    delete from stage_taps
  ),
  stage_fares_rows as (
    delete from stage_fares
  ),
  stage_payments_rows as (
    delete from stage_payments
  ),
  stage_settlements_rows as (
    delete from stage_settlements
  ),
  stage_authorisations_rows as (
    delete from stage_authorisations
  ),
  stage_products_rows as (
    delete from stage_products
  ),
  stage_sales_packages_rows as (
    delete from stage_sales_packages
  ),
  stage_stops_rows as (
    delete from stage_stops
  ),
  stage_lines_rows as (
    delete from stage_lines
  ),
  stage_feed_pieces_rows as (
    delete from stage_feed_pieces
  ),
  stage_payment_parts_rows as (
    delete from stage_payment_parts
  ),
  stage_payment_owners_rows as (
    delete from stage_payment_owners
  ),
  stage_chargebacks_rows as (
    delete from stage_chargebacks
  ),
  stage_withdrawn_trips_rows as (
    delete from stage_withdrawn_trips
  ),
  stage_withdrawn_settlements_rows as (
    delete from stage_withdrawn_settlements
  ),
  stage_withdrawn_authorisations_rows as (
    delete from stage_withdrawn_authorisations
  ),
  stage_withdrawn_products_rows as (
    delete from stage_withdrawn_products
  ),
  stage_left_payments_rows as (
    delete from stage_left_payments
  ),
  stage_exits_rows as (
    delete from stage_exits
  ),
  stage_boarded_fares_rows as (
    delete from stage_boarded_fares
  ),
  stage_fare_exits_rows as (
    delete from stage_fare_exits
  ),
  stage_trips_rows as (
    delete from stage_trips
  ),
  stage_payment_windows_rows as (
    delete from stage_payment_windows
  ),
  stage_first_taps_rows as (
    delete from stage_first_taps
  ),
  stage_references_rows as (
    delete from stage_references
  ),
  stage_debts_rows as (
    delete from stage_debts
  ),
  stage_taken_rows as (
    delete from stage_taken
  ),
  stage_media_rows as (
    delete from stage_media
  ),
  stage_media_of_accounts_rows as (
    delete from stage_media_of_accounts
  ),
  stage_described_media_of_accounts_rows as (
    delete from stage_described_media_of_accounts
  ),
  stage_refunded_payments_rows as (
    delete from stage_refunded_payments
  ),
  stage_refunded_trips_rows as (
    delete from stage_refunded_trips
  ),
  stage_found_rows as (
    delete from stage_found
  ),
  stage_part_fares_rows as (
    delete from stage_part_fares
  ),
  stage_part_charges_rows as (
    delete from stage_part_charges
  ),
  stage_possible_charges_rows as (
    delete from stage_possible_charges
  ),
  stage_left_chargebacks_rows as (
    delete from stage_left_chargebacks
  ),
  stage_changed_keys_rows as (
    delete from stage_changed_keys
  ),
  stage_read_keys_rows as (
    delete from stage_read_keys
  ),
  stage_doubtful_chargebacks_rows as (
    delete from stage_doubtful_chargebacks
  )
select;

-- feeds.stages.truncateAll
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_taps, stage_fares, stage_payments, stage_settlements, stage_authorisations, stage_products, stage_sales_packages, stage_stops, stage_lines, stage_feed_pieces, stage_payment_parts, stage_payment_owners, stage_chargebacks, stage_withdrawn_trips, stage_withdrawn_settlements, stage_withdrawn_authorisations, stage_withdrawn_products, stage_left_payments, stage_exits, stage_boarded_fares, stage_fare_exits, stage_trips, stage_payment_windows, stage_first_taps, stage_references, stage_debts, stage_taken, stage_media, stage_media_of_accounts, stage_described_media_of_accounts, stage_refunded_payments, stage_refunded_trips, stage_found, stage_part_fares, stage_part_charges, stage_possible_charges, stage_left_chargebacks, stage_changed_keys, stage_read_keys, stage_doubtful_chargebacks}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- feeds.stages.largestSize
--   row: bytes bigint or null
select
  max(pg_relation_size(stage)) as bytes
from
  unnest(
    '{stage_taps, stage_fares, stage_payments, stage_settlements, stage_authorisations, stage_products, stage_sales_packages, stage_stops, stage_lines, stage_feed_pieces, stage_payment_parts, stage_payment_owners, stage_chargebacks, stage_withdrawn_trips, stage_withdrawn_settlements, stage_withdrawn_authorisations, stage_withdrawn_products, stage_left_payments, stage_exits, stage_boarded_fares, stage_fare_exits, stage_trips, stage_payment_windows, stage_first_taps, stage_references, stage_debts, stage_taken, stage_media, stage_media_of_accounts, stage_described_media_of_accounts, stage_refunded_payments, stage_refunded_trips, stage_found, stage_part_fares, stage_part_charges, stage_possible_charges, stage_left_chargebacks, stage_changed_keys, stage_read_keys, stage_doubtful_chargebacks}'::regclass[]
  ) as stage;

-- feeds.statistics.analyzeTakenForEmpty
select
from
  analyze_taken_for_empty ();

-- ===== feeds/writer/taken.queries.ts =====

-- feeds.taken.stage
insert into
  stage_taken (payment_id, taken_minor, own_minor)
select
  money.payment_id,
  sum(money.taken_minor)::bigint as taken_minor,
  sum(money.own_minor)::bigint as own_minor
from
  (
    with
      named as materialized (
        select distinct
          payment.medium_id,
          payment.payment_id,
          payment.srid,
          payment.currency
        from
          stage_payment_windows as stage
          join payments as payment on payment.medium_id = stage.medium_id
          and payment.opened_at = stage.opened_at
          and payment.payment_id = stage.payment_id
        where
          case
            when payment.status in ('payment_error', 'lost', 'card_dead')
            and payment.due_minor > payment.paid_minor
            and payment.reason not in ('refund', 'debt_recovery', 'recover')
            or (
              payment.status in ('pending', 'accepted', 'none')
              and exists (
                select
                from
                  debts known
                where
                  known.medium_id = payment.medium_id
                  and known.payment_id = payment.payment_id
              )
            ) then true
            else false
          end
      )
    select
      named.payment_id,
      move.amount_minor as taken_minor,
      0 as own_minor
    from
      named
      join settlements as
    move on move.medium_id = named.medium_id
    and move.srid = named.srid
    and move.direction = 'debit'
    and move.approved
    union all
    select
      payment_id,
      0,
      own_minor
    from
      (
        select
          payment_id,
          amount_minor * greatest(0, max(place - told)) as own_minor
        from
          (
            select
              own.medium_id,
              named.payment_id,
              own.amount_minor,
              row_number() over (
                partition by
                  own.medium_id,
                  own.payment_id,
                  own.amount_minor
                order by
                  own.requested_at desc
              ) as place,
              (
                select
                  count(*)
                from
                  settlements as
                move
                where
                  move.medium_id = own.medium_id
                  and move.srid = named.srid
                  and move.direction = 'debit'
                  and move.approved
                  and (
                    move.kind = 'debt_recovery'
                    and move.retrieval_reference = own.bank_reference
                    or (
                      move.kind = 'debt_recovery'
                      or move.retrieval_reference = own.bank_reference
                    )
                    and move.amount_minor = own.amount_minor
                    and (
                      move.requested_at is null
                      or move.requested_at >= own.requested_at - interval '1 day'
                    )
                  )
              ) as told
            from
              named
              join collections as own on own.medium_id = named.medium_id
              and own.payment_id = named.payment_id
              and own.currency = named.currency
              and own.outcome = 'approved'
          ) as ours
        group by
          medium_id,
          payment_id,
          amount_minor
      ) as untold
  ) as money
group by
  money.payment_id;

-- feeds.taken.empty
do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{stage_taken}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$;

-- ===== feeds/writer/taps.queries.ts =====

-- feeds.taps.markReused
update tap_lookups as known
set
  reused_at = case
    when known.reused_at > known.tapped_at
    and stage.tapped_at > known.tapped_at then least(known.reused_at, stage.tapped_at)
    else greatest(known.reused_at, stage.tapped_at)
  end
from
  stage_taps as stage
where
  known.tap_id = stage.tap_id
  and stage.was_medium_id <> stage.medium_id
  and stage.tapped_at - stage.was_tapped_at not between interval '-1 day' and interval '1 day';

-- feeds.taps.stageTripsOfReused
--   row: file_id bigint, line_number integer
with
  changed as (
    insert into
      stage_trips (trip_id, file_id, line_number, was_medium_id, was_started_at)
    select
      trip.trip_id,
      trip.file_id,
      trip.line_number,
      trip.medium_id as was_medium_id,
      trip.started_at as was_started_at
    from
      stage_taps as stage
      join trips as trip on trip.medium_id = stage.was_medium_id
      and trip.started_at = stage.was_tapped_at
      and trip.tap_id = stage.tap_id
    where
      stage.was_medium_id <> stage.medium_id
      and stage.tapped_at - stage.was_tapped_at not between interval '-1 day' and interval '1 day'
      and (trip.exported_at >= greatest(stage.was_tapped_at, stage.tapped_at)) = (stage.tapped_at > stage.was_tapped_at)
    returning
      file_id,
      line_number
  )
select
  file_id,
  line_number
from
  changed;

-- feeds.taps.removeReused
--   row: file_id bigint, line_number integer
delete from stage_taps as stage
where
  stage.was_medium_id <> stage.medium_id
  and stage.tapped_at - stage.was_tapped_at not between interval '-1 day' and interval '1 day'
returning
  file_id,
  line_number;

-- feeds.taps.findFormer
--   row: count integer
with
  changed as (
    insert into
      stage_found (
        id,
        medium_id,
        known_srid,
        known_currency,
        known_line_id,
        known_stop_name,
        known_direction,
        is_newer
      )
    select
      stage.tap_id as id,
      stage.medium_id,
      known.srid as known_srid,
      known.currency as known_currency,
      known.line_id as known_line_id,
      known.stop_name as known_stop_name,
      known.direction as known_direction,
      stage.was_medium_id is not null
      and (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number) as is_newer
    from
      stage_taps as stage
      join taps as known on known.medium_id = coalesce(stage.was_medium_id, stage.medium_id)
      and known.tapped_at = coalesce(stage.was_tapped_at, stage.tapped_at)
      and known.tap_id = stage.tap_id
    where
      stage.was_medium_id is not null
      or (known.srid, known.currency, known.line_id, known.stop_name, known.direction) is distinct from (stage.srid, stage.currency, stage.line_id, stage.stop_name, stage.direction)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.dropOutdated
--   row: count integer
with
  changed as (
    delete from stage_taps as stage using stage_found as found
    where
      found.id = stage.tap_id
      and found.medium_id = stage.medium_id
      and found.is_newer
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.markFormer
--   row: count integer
with
  changed as (
    update stage_taps as stage
    set
      was_srid = found.known_srid,
      was_currency = found.known_currency,
      was_line_id = found.known_line_id,
      was_stop_name = found.known_stop_name,
      was_direction = found.known_direction
    from
      stage_found as found
    where
      found.id = stage.tap_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.taps.stageLeftPayments
insert into
  stage_left_payments (medium_id, srid)
select
  coalesce(stage.was_medium_id, stage.medium_id) as medium_id,
  stage.was_srid as srid
from
  stage_taps as stage
where
  stage.was_srid is not null
  and (
    stage.was_medium_id is not null
    or stage.srid is distinct from stage.was_srid
  )
group by
  1,
  2;

-- feeds.taps.carryToTrips
update trips as trip
set
  srid = coalesce(tap.srid, nullif(trip.srid, stage.was_srid)),
  currency = coalesce(coalesce(tap.currency, nullif(trip.currency, stage.was_currency)), operator.currency),
  line_id = coalesce(tap.line_id, nullif(trip.line_id, stage.was_line_id)),
  line_name = tap.line_name,
  transport_type = case lower(split_part(tap.line_name, ' ', 1))
    when 'bus' then 'bus'
    when 'autobus' then 'bus'
    when 'tram' then 'tram'
    when 'streetcar' then 'tram'
    when 'tramway' then 'tram'
    when 'train' then 'rail'
    when 'rail' then 'rail'
    when 'metro' then 'metro'
    when 'métro' then 'metro'
    when 'subway' then 'metro'
    when 'underground' then 'metro'
    when 'trolleybus' then 'trolleybus'
    when 'ferry' then 'other'
  end,
  from_stop_id = tap.stop_id,
  from_name = coalesce(tap.stop_name, nullif(trip.from_name, stage.was_stop_name)),
  refund_minor = case
    when trip.refund_reason is null
    and coalesce(tap.srid, nullif(trip.srid, stage.was_srid)) is distinct from trip.srid then null
    else trip.refund_minor
  end
from
  stage_taps as stage
  join taps as tap on tap.medium_id = stage.medium_id
  and tap.tapped_at = stage.tapped_at
  and tap.tap_id = stage.tap_id
  cross join operators as operator
where
  trip.medium_id = tap.medium_id
  and trip.started_at = tap.tapped_at
  and trip.tap_id = tap.tap_id
  and operator.operator_code = trip.operator_code
  and (
    trip.srid,
    trip.currency,
    trip.line_id,
    trip.line_name,
    trip.transport_type,
    trip.from_stop_id,
    trip.from_name,
    trip.refund_minor
  ) is distinct from (
    coalesce(tap.srid, nullif(trip.srid, stage.was_srid)),
    coalesce(coalesce(tap.currency, nullif(trip.currency, stage.was_currency)), operator.currency),
    coalesce(tap.line_id, nullif(trip.line_id, stage.was_line_id)),
    tap.line_name,
    case lower(split_part(tap.line_name, ' ', 1))
      when 'bus' then 'bus'
      when 'autobus' then 'bus'
      when 'tram' then 'tram'
      when 'streetcar' then 'tram'
      when 'tramway' then 'tram'
      when 'train' then 'rail'
      when 'rail' then 'rail'
      when 'metro' then 'metro'
      when 'métro' then 'metro'
      when 'subway' then 'metro'
      when 'underground' then 'metro'
      when 'trolleybus' then 'trolleybus'
      when 'ferry' then 'other'
    end,
    tap.stop_id,
    coalesce(tap.stop_name, nullif(trip.from_name, stage.was_stop_name)),
    case
      when trip.refund_reason is null
      and coalesce(tap.srid, nullif(trip.srid, stage.was_srid)) is distinct from trip.srid then null
      else trip.refund_minor
    end
  );

-- feeds.taps.listSilencedFares
--   row: file_id bigint, line_number integer
select
  trip.file_id,
  trip.line_number
from
  (
    select
      *
    from
      stage_taps
    where
      srid is null
      and was_srid is not null
      or currency is null
      and was_currency is not null
      or line_id is null
      and was_line_id is not null
      or stop_name is null
      and was_stop_name is not null
    offset
      0
  ) as stage
  join trips as trip on trip.medium_id = stage.medium_id
  and trip.started_at = stage.tapped_at
  and trip.tap_id = stage.tap_id
where
  stage.srid is null
  and trip.srid = stage.was_srid
  or stage.currency is null
  and trip.currency = stage.was_currency
  or stage.line_id is null
  and trip.line_id = stage.was_line_id
  or stage.stop_name is null
  and trip.from_name = stage.was_stop_name;

-- feeds.taps.carryToProducts
update products as product
set
  srid = trip.srid,
  currency = trip.currency
from
  stage_taps as stage
  join trips as trip on trip.medium_id = stage.medium_id
  and trip.started_at = stage.tapped_at
  and trip.tap_id = stage.tap_id
where
  product.medium_id = trip.medium_id
  and product.file_id = trip.file_id
  and product.line_number = trip.line_number
  and (product.srid, product.currency) is distinct from (trip.srid, trip.currency);

-- feeds.taps.takeUpWaitingFares
--   row: taken integer, staged integer
with
  taken as (
    delete from feed_waiting as waiting using stage_taps as stage
    where
      waiting.tap_id = stage.tap_id
    returning
      waiting.record
  ),
  staged as (
    insert into
      stage_fares (
        trip_id,
        tap_id,
        medium_id,
        started_at,
        operator_code,
        srid,
        line_id,
        status,
        fare_minor,
        full_fare_minor,
        currency,
        fare_reason,
        from_name,
        to_name,
        checked_out_at,
        updated_at,
        product_id,
        product_name,
        product_description,
        product_fq_code,
        product_booking_id,
        valid_from,
        valid_to,
        refund_minor,
        refund_reason,
        exported_at,
        file_id,
        line_number
      )
    select distinct
      on (fare.trip_id) fare.trip_id,
      fare.tap_id,
      fare.medium_id,
      fare.started_at,
      fare.operator_code,
      fare.srid,
      fare.line_id,
      fare.status,
      fare.fare_minor,
      fare.full_fare_minor,
      fare.currency,
      fare.fare_reason,
      fare.from_name,
      fare.to_name,
      fare.checked_out_at,
      fare.updated_at,
      fare.product_id,
      fare.product_name,
      fare.product_description,
      fare.product_fq_code,
      fare.product_booking_id,
      fare.valid_from,
      fare.valid_to,
      fare.refund_minor,
      fare.refund_reason,
      fare.exported_at,
      fare.file_id,
      fare.line_number
    from
      taken
      cross join jsonb_populate_record(null::stage_fares, taken.record) as fare
    order by
      fare.trip_id,
      fare.exported_at desc,
      fare.file_id desc,
      fare.line_number desc
    returning
      1
  )
select
  (
    select
      count(*)::integer
    from
      taken
  ) as taken,
  (
    select
      count(*)::integer
    from
      staged
  ) as staged;

-- ===== feeds/writer/timed.queries.ts =====

-- feeds.products.removeMoved
delete from products as target using stage_products as stage
where
  target.medium_id = stage.medium_id
  and target.product_id = stage.product_id
  and target.valid_from <> stage.valid_from
  and (target.exported_at, target.file_id, target.line_number) <= (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.products.findOutdated
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      stage.product_id as id,
      stage.medium_id
    from
      stage_products as stage
      join products as known on known.medium_id = stage.medium_id
      and known.product_id = stage.product_id
    where
      known.valid_from <> stage.valid_from
    group by
      1,
      2
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.products.dropOutdated
--   row: count integer
with
  changed as (
    delete from stage_products as stage using stage_found as found
    where
      found.id = stage.product_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.products.insertNew
--   row: count integer
with
  changed as (
    insert into
      products as known (
        medium_id,
        valid_from,
        product_id,
        operator_code,
        name,
        description,
        valid_to,
        amount_minor,
        currency,
        status,
        fare_class,
        round_trip_type,
        user_profile,
        fq_code,
        booking_id,
        from_tariff_location,
        to_tariff_location,
        stored_value_minor,
        srid,
        updated_at,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      valid_from,
      product_id,
      operator_code,
      name,
      description,
      valid_to,
      amount_minor,
      currency,
      status,
      fare_class,
      round_trip_type,
      user_profile,
      fq_code,
      booking_id,
      from_tariff_location,
      to_tariff_location,
      stored_value_minor,
      srid,
      updated_at,
      exported_at,
      file_id,
      line_number
    from
      stage_products
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.products.updateChanged
--   row: count integer
with
  changed as (
    update products as known
    set
      operator_code = stage.operator_code,
      name = stage.name,
      description = stage.description,
      valid_to = stage.valid_to,
      amount_minor = stage.amount_minor,
      currency = stage.currency,
      status = stage.status,
      fare_class = stage.fare_class,
      round_trip_type = stage.round_trip_type,
      user_profile = stage.user_profile,
      fq_code = stage.fq_code,
      booking_id = stage.booking_id,
      from_tariff_location = stage.from_tariff_location,
      to_tariff_location = stage.to_tariff_location,
      stored_value_minor = stage.stored_value_minor,
      srid = stage.srid,
      updated_at = stage.updated_at,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_products as stage
    where
      known.medium_id = stage.medium_id
      and known.valid_from = stage.valid_from
      and known.product_id = stage.product_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.name,
        known.description,
        known.valid_to,
        known.amount_minor,
        known.currency,
        known.status,
        known.fare_class,
        known.round_trip_type,
        known.user_profile,
        known.fq_code,
        known.booking_id,
        known.from_tariff_location,
        known.to_tariff_location,
        known.stored_value_minor,
        known.srid
      ) is distinct from (
        stage.operator_code,
        stage.name,
        stage.description,
        stage.valid_to,
        stage.amount_minor,
        stage.currency,
        stage.status,
        stage.fare_class,
        stage.round_trip_type,
        stage.user_profile,
        stage.fq_code,
        stage.booking_id,
        stage.from_tariff_location,
        stage.to_tariff_location,
        stage.stored_value_minor,
        stage.srid
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.products.advanceUnchanged
update products as known
set
  updated_at = stage.updated_at,
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_products as stage
where
  known.medium_id = stage.medium_id
  and known.valid_from = stage.valid_from
  and known.product_id = stage.product_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.sales_packages.removeMoved
delete from sales_packages as target using stage_sales_packages as stage
where
  target.medium_id = stage.medium_id
  and target.sale_id = stage.sale_id
  and target.sold_at <> stage.sold_at
  and (target.exported_at, target.file_id, target.line_number) <= (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.sales_packages.findOutdated
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      stage.sale_id as id,
      stage.medium_id
    from
      stage_sales_packages as stage
      join sales_packages as known on known.medium_id = stage.medium_id
      and known.sale_id = stage.sale_id
    where
      known.sold_at <> stage.sold_at
    group by
      1,
      2
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.sales_packages.dropOutdated
--   row: count integer
with
  changed as (
    delete from stage_sales_packages as stage using stage_found as found
    where
      found.id = stage.sale_id
      and found.medium_id = stage.medium_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.sales_packages.insertNew
--   row: count integer
with
  changed as (
    insert into
      sales_packages as known (
        medium_id,
        sold_at,
        sale_id,
        operator_code,
        package_code,
        name,
        description,
        amount_minor,
        currency,
        channel_type,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      sold_at,
      sale_id,
      operator_code,
      package_code,
      name,
      description,
      amount_minor,
      currency,
      channel_type,
      exported_at,
      file_id,
      line_number
    from
      stage_sales_packages
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.sales_packages.updateChanged
--   row: count integer
with
  changed as (
    update sales_packages as known
    set
      operator_code = stage.operator_code,
      package_code = stage.package_code,
      name = stage.name,
      description = stage.description,
      amount_minor = stage.amount_minor,
      currency = stage.currency,
      channel_type = stage.channel_type,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_sales_packages as stage
    where
      known.medium_id = stage.medium_id
      and known.sold_at = stage.sold_at
      and known.sale_id = stage.sale_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.package_code,
        known.name,
        known.description,
        known.amount_minor,
        known.currency,
        known.channel_type
      ) is distinct from (
        stage.operator_code,
        stage.package_code,
        stage.name,
        stage.description,
        stage.amount_minor,
        stage.currency,
        stage.channel_type
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.sales_packages.advanceUnchanged
update sales_packages as known
set
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_sales_packages as stage
where
  known.medium_id = stage.medium_id
  and known.sold_at = stage.sold_at
  and known.sale_id = stage.sale_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.products.removeWithdrawn
--   row: count integer
with
  changed as (
    delete from products as target using stage_withdrawn_products as stage
    where
      target.medium_id = stage.medium_id
      and target.product_id = stage.product_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- ===== feeds/writer/timetable.queries.ts =====

-- feeds.stops.insertNew
--   row: count integer
with
  changed as (
    insert into
      stops as known (operator_code, stop_id, stop_code, name, names, parent_stop_id, latitude, longitude, updated_at)
    select
      operator_code,
      stop_id,
      stop_code,
      name,
      names,
      parent_stop_id,
      latitude,
      longitude,
      updated_at
    from
      stage_stops
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.stops.updateChanged
--   row: count integer
with
  changed as (
    insert into
      stops as known (operator_code, stop_id, stop_code, name, names, parent_stop_id, latitude, longitude, updated_at)
    select
      operator_code,
      stop_id,
      stop_code,
      name,
      names,
      parent_stop_id,
      latitude,
      longitude,
      updated_at
    from
      stage_stops
    on conflict (operator_code, stop_id) do update
    set
      stop_code = excluded.stop_code,
      name = excluded.name,
      names = excluded.names,
      parent_stop_id = excluded.parent_stop_id,
      latitude = excluded.latitude,
      longitude = excluded.longitude,
      updated_at = excluded.updated_at
    where
      (known.updated_at) <= (excluded.updated_at)
      and (known.stop_code, known.name, known.names, known.parent_stop_id, known.latitude, known.longitude) is distinct from (
        excluded.stop_code,
        excluded.name,
        excluded.names,
        excluded.parent_stop_id,
        excluded.latitude,
        excluded.longitude
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.stops.advanceUnchanged
insert into
  stops as known (operator_code, stop_id, stop_code, name, names, parent_stop_id, latitude, longitude, updated_at)
select
  operator_code,
  stop_id,
  stop_code,
  name,
  names,
  parent_stop_id,
  latitude,
  longitude,
  updated_at
from
  stage_stops
on conflict (operator_code, stop_id) do update
set
  updated_at = excluded.updated_at
where
  (known.updated_at) < (excluded.updated_at);

-- feeds.lines.insertNew
--   row: count integer
with
  changed as (
    insert into
      lines as known (
        operator_code,
        line_id,
        name,
        long_name,
        names,
        transport_type,
        color,
        text_color,
        sort_order,
        updated_at
      )
    select
      operator_code,
      line_id,
      name,
      long_name,
      names,
      transport_type,
      color,
      text_color,
      sort_order,
      updated_at
    from
      stage_lines
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.lines.updateChanged
--   row: count integer
with
  changed as (
    insert into
      lines as known (
        operator_code,
        line_id,
        name,
        long_name,
        names,
        transport_type,
        color,
        text_color,
        sort_order,
        updated_at
      )
    select
      operator_code,
      line_id,
      name,
      long_name,
      names,
      transport_type,
      color,
      text_color,
      sort_order,
      updated_at
    from
      stage_lines
    on conflict (operator_code, line_id) do update
    set
      name = excluded.name,
      long_name = excluded.long_name,
      names = excluded.names,
      transport_type = excluded.transport_type,
      color = excluded.color,
      text_color = excluded.text_color,
      sort_order = excluded.sort_order,
      updated_at = excluded.updated_at
    where
      (known.updated_at) <= (excluded.updated_at)
      and (
        known.name,
        known.long_name,
        known.names,
        known.transport_type,
        known.color,
        known.text_color,
        known.sort_order
      ) is distinct from (
        excluded.name,
        excluded.long_name,
        excluded.names,
        excluded.transport_type,
        excluded.color,
        excluded.text_color,
        excluded.sort_order
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.lines.advanceUnchanged
insert into
  lines as known (
    operator_code,
    line_id,
    name,
    long_name,
    names,
    transport_type,
    color,
    text_color,
    sort_order,
    updated_at
  )
select
  operator_code,
  line_id,
  name,
  long_name,
  names,
  transport_type,
  color,
  text_color,
  sort_order,
  updated_at
from
  stage_lines
on conflict (operator_code, line_id) do update
set
  updated_at = excluded.updated_at
where
  (known.updated_at) < (excluded.updated_at);

-- ===== feeds/writer/trips.queries.ts =====

-- feeds.trips.insertNew
--   row: count integer
with
  changed as (
    insert into
      trips as known (
        medium_id,
        started_at,
        trip_id,
        operator_code,
        tap_id,
        srid,
        line_id,
        line_name,
        transport_type,
        status,
        fare_minor,
        full_fare_minor,
        currency,
        fare_reason,
        from_stop_id,
        from_name,
        to_stop_id,
        to_name,
        checked_in_at,
        checked_out_at,
        service_day,
        updated_at,
        refund_reason,
        refund_minor,
        exported_at,
        file_id,
        line_number
      )
    select
      medium_id,
      started_at,
      trip_id,
      operator_code,
      tap_id,
      srid,
      line_id,
      line_name,
      transport_type,
      status,
      fare_minor,
      full_fare_minor,
      currency,
      fare_reason,
      from_stop_id,
      from_name,
      to_stop_id,
      to_name,
      checked_in_at,
      checked_out_at,
      service_day,
      updated_at,
      refund_reason,
      refund_minor,
      exported_at,
      file_id,
      line_number
    from
      stage_trips
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.updateChanged
--   row: count integer
with
  changed as (
    update trips as known
    set
      operator_code = stage.operator_code,
      tap_id = stage.tap_id,
      srid = stage.srid,
      line_id = stage.line_id,
      line_name = stage.line_name,
      transport_type = stage.transport_type,
      status = stage.status,
      fare_minor = stage.fare_minor,
      full_fare_minor = stage.full_fare_minor,
      currency = stage.currency,
      fare_reason = stage.fare_reason,
      from_stop_id = stage.from_stop_id,
      from_name = stage.from_name,
      to_stop_id = stage.to_stop_id,
      to_name = stage.to_name,
      checked_in_at = stage.checked_in_at,
      checked_out_at = stage.checked_out_at,
      service_day = stage.service_day,
      updated_at = stage.updated_at,
      exported_at = stage.exported_at,
      file_id = stage.file_id,
      line_number = stage.line_number
    from
      stage_trips as stage
    where
      known.medium_id = stage.medium_id
      and known.started_at = stage.started_at
      and known.trip_id = stage.trip_id
      and (known.exported_at, known.file_id, known.line_number) <= (stage.exported_at, stage.file_id, stage.line_number)
      and (
        known.operator_code,
        known.tap_id,
        known.srid,
        known.line_id,
        known.line_name,
        known.transport_type,
        known.status,
        known.fare_minor,
        known.full_fare_minor,
        known.currency,
        known.fare_reason,
        known.from_stop_id,
        known.from_name,
        known.to_stop_id,
        known.to_name,
        known.checked_in_at,
        known.checked_out_at,
        known.service_day
      ) is distinct from (
        stage.operator_code,
        stage.tap_id,
        stage.srid,
        stage.line_id,
        stage.line_name,
        stage.transport_type,
        stage.status,
        stage.fare_minor,
        stage.full_fare_minor,
        stage.currency,
        stage.fare_reason,
        stage.from_stop_id,
        stage.from_name,
        stage.to_stop_id,
        stage.to_name,
        stage.checked_in_at,
        stage.checked_out_at,
        stage.service_day
      )
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.advanceUnchanged
update trips as known
set
  updated_at = stage.updated_at,
  exported_at = stage.exported_at,
  file_id = stage.file_id,
  line_number = stage.line_number
from
  stage_trips as stage
where
  known.medium_id = stage.medium_id
  and known.started_at = stage.started_at
  and known.trip_id = stage.trip_id
  and (known.exported_at, known.file_id, known.line_number) < (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.trips.findBoardings
--   row: count integer
with
  changed as (
    insert into
      stage_boarded_fares (
        trip_id,
        tap_id,
        medium_id,
        started_at,
        operator_code,
        srid,
        line_id,
        status,
        fare_minor,
        full_fare_minor,
        currency,
        fare_reason,
        from_name,
        to_name,
        checked_out_at,
        updated_at,
        product_id,
        product_name,
        product_description,
        product_fq_code,
        product_booking_id,
        valid_from,
        valid_to,
        refund_minor,
        refund_reason,
        exported_at,
        file_id,
        line_number
      )
    select
      fare.trip_id,
      fare.tap_id,
      known.medium_id,
      known.tapped_at as started_at,
      fare.operator_code,
      fare.srid,
      fare.line_id,
      fare.status,
      fare.fare_minor,
      fare.full_fare_minor,
      fare.currency,
      fare.fare_reason,
      fare.from_name,
      fare.to_name,
      fare.checked_out_at,
      fare.updated_at,
      fare.product_id,
      fare.product_name,
      fare.product_description,
      fare.product_fq_code,
      fare.product_booking_id,
      fare.valid_from,
      fare.valid_to,
      fare.refund_minor,
      fare.refund_reason,
      fare.exported_at,
      fare.file_id,
      fare.line_number
    from
      stage_fares as fare
      join tap_lookups as known on known.tap_id = fare.tap_id
    where
      (
        (fare.exported_at >= greatest(known.tapped_at, known.reused_at)) = (known.reused_at > known.tapped_at)
      ) is not true
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.findFaresOfReused
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id)
    select
      fare.trip_id as id,
      known.medium_id
    from
      stage_fares as fare
      join tap_lookups as known on known.tap_id = fare.tap_id
    where
      (fare.exported_at >= greatest(known.tapped_at, known.reused_at)) = (known.reused_at > known.tapped_at)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.removeFaresOfReused
--   row: file_id bigint, line_number integer
delete from stage_fares as stage using stage_found as found
where
  stage.trip_id = found.id
returning
  stage.file_id,
  stage.line_number;

-- feeds.trips.takeOwnBoardings
--   row: count integer
with
  changed as (
    insert into
      stage_boarded_fares (
        trip_id,
        tap_id,
        medium_id,
        started_at,
        operator_code,
        srid,
        line_id,
        status,
        fare_minor,
        full_fare_minor,
        currency,
        fare_reason,
        from_name,
        to_name,
        checked_out_at,
        updated_at,
        product_id,
        product_name,
        product_description,
        product_fq_code,
        product_booking_id,
        valid_from,
        valid_to,
        refund_minor,
        refund_reason,
        exported_at,
        file_id,
        line_number
      )
    select
      fare.trip_id,
      fare.tap_id,
      fare.medium_id,
      fare.started_at,
      fare.operator_code,
      fare.srid,
      fare.line_id,
      fare.status,
      fare.fare_minor,
      fare.full_fare_minor,
      fare.currency,
      fare.fare_reason,
      fare.from_name,
      fare.to_name,
      fare.checked_out_at,
      fare.updated_at,
      fare.product_id,
      fare.product_name,
      fare.product_description,
      fare.product_fq_code,
      fare.product_booking_id,
      fare.valid_from,
      fare.valid_to,
      fare.refund_minor,
      fare.refund_reason,
      fare.exported_at,
      fare.file_id,
      fare.line_number
    from
      stage_fares as fare
    where
      fare.tap_id is null
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.stageFareExits
insert into
  stage_fare_exits (trip_id, stop_id, stop_name)
select distinct
  on (fare.trip_id) fare.trip_id,
  exit_tap.stop_id,
  exit_tap.stop_name
from
  stage_boarded_fares as fare
  join taps as exit_tap on exit_tap.medium_id = fare.medium_id
  and exit_tap.tapped_at = fare.checked_out_at
  and exit_tap.direction = 'off'
where
  fare.tap_id is not null
order by
  fare.trip_id,
  exit_tap.tap_id;

-- feeds.trips.stageTrips
insert into
  stage_trips (
    medium_id,
    started_at,
    trip_id,
    operator_code,
    tap_id,
    srid,
    line_id,
    status,
    fare_minor,
    full_fare_minor,
    currency,
    fare_reason,
    from_name,
    to_name,
    checked_out_at,
    updated_at,
    refund_reason,
    refund_minor,
    product_id,
    product_name,
    product_description,
    product_fq_code,
    product_booking_id,
    valid_from,
    valid_to,
    exported_at,
    file_id,
    line_number,
    checked_in_at,
    service_day,
    line_name,
    transport_type,
    from_stop_id,
    to_stop_id
  )
select
  fare.medium_id,
  fare.started_at,
  fare.trip_id,
  fare.operator_code,
  fare.tap_id,
  coalesce(tap.srid, fare.srid) as srid,
  coalesce(tap.line_id, fare.line_id) as line_id,
  fare.status,
  fare.fare_minor,
  fare.full_fare_minor,
  coalesce(tap.currency, fare.currency, operator.currency) as currency,
  fare.fare_reason,
  coalesce(tap.stop_name, fare.from_name) as from_name,
  coalesce(fare_exit.stop_name, fare.to_name) as to_name,
  fare.checked_out_at,
  fare.updated_at,
  fare.refund_reason,
  nullif(fare.refund_minor, 0) as refund_minor,
  fare.product_id,
  fare.product_name,
  fare.product_description,
  fare.product_fq_code,
  fare.product_booking_id,
  fare.valid_from,
  fare.valid_to,
  fare.exported_at,
  fare.file_id,
  fare.line_number,
  fare.started_at as checked_in_at,
  (
    ((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + case
      when (
        (((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
      ) <= fare.started_at
      and (
        (((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
      ) at time zone operator.time_zone = ((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + 1 + operator.day_cut then 1
      else 0
    end
  ) as service_day,
  tap.line_name,
  case lower(split_part(tap.line_name, ' ', 1))
    when 'bus' then 'bus'
    when 'autobus' then 'bus'
    when 'tram' then 'tram'
    when 'streetcar' then 'tram'
    when 'tramway' then 'tram'
    when 'train' then 'rail'
    when 'rail' then 'rail'
    when 'metro' then 'metro'
    when 'métro' then 'metro'
    when 'subway' then 'metro'
    when 'underground' then 'metro'
    when 'trolleybus' then 'trolleybus'
    when 'ferry' then 'other'
  end as transport_type,
  tap.stop_id as from_stop_id,
  fare_exit.stop_id as to_stop_id
from
  stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
  join taps as tap on tap.medium_id = fare.medium_id
  and tap.tapped_at = fare.started_at
  and tap.tap_id = fare.tap_id
  left join stage_fare_exits as fare_exit on fare_exit.trip_id = fare.trip_id;

-- feeds.trips.stageOwnTrips
insert into
  stage_trips (
    medium_id,
    started_at,
    trip_id,
    operator_code,
    tap_id,
    srid,
    line_id,
    status,
    fare_minor,
    full_fare_minor,
    currency,
    fare_reason,
    from_name,
    to_name,
    checked_out_at,
    updated_at,
    refund_reason,
    refund_minor,
    product_id,
    product_name,
    product_description,
    product_fq_code,
    product_booking_id,
    valid_from,
    valid_to,
    exported_at,
    file_id,
    line_number,
    checked_in_at,
    service_day
  )
select
  fare.medium_id,
  fare.started_at,
  fare.trip_id,
  fare.operator_code,
  fare.tap_id,
  fare.srid,
  fare.line_id,
  fare.status,
  fare.fare_minor,
  fare.full_fare_minor,
  coalesce(fare.currency, operator.currency) as currency,
  fare.fare_reason,
  fare.from_name,
  fare.to_name,
  fare.checked_out_at,
  fare.updated_at,
  fare.refund_reason,
  nullif(fare.refund_minor, 0) as refund_minor,
  fare.product_id,
  fare.product_name,
  fare.product_description,
  fare.product_fq_code,
  fare.product_booking_id,
  fare.valid_from,
  fare.valid_to,
  fare.exported_at,
  fare.file_id,
  fare.line_number,
  fare.started_at as checked_in_at,
  (
    ((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + case
      when (
        (((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
      ) <= fare.started_at
      and (
        (((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
      ) at time zone operator.time_zone = ((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date + 1 + operator.day_cut then 1
      else 0
    end
  ) as service_day
from
  stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
where
  fare.tap_id is null;

-- feeds.products.removeEmptied
delete from products as target using stage_trips as stage
join trips as known on known.medium_id = stage.medium_id
and known.started_at = stage.started_at
and known.trip_id = stage.trip_id
where
  stage.product_id is null
  and not (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number)
  and target.medium_id = known.medium_id
  and target.file_id = known.file_id
  and target.line_number = known.line_number;

-- feeds.products.stageOfTrips
--   row: count integer
with
  changed as (
    insert into
      stage_products (
        medium_id,
        valid_from,
        product_id,
        operator_code,
        name,
        description,
        valid_to,
        amount_minor,
        currency,
        status,
        fq_code,
        booking_id,
        srid,
        updated_at,
        exported_at,
        file_id,
        line_number
      )
    select
      trip.medium_id,
      trip.valid_from,
      trip.product_id,
      trip.operator_code,
      trip.product_name as name,
      trip.product_description as description,
      trip.valid_to,
      trip.fare_minor as amount_minor,
      trip.currency,
      'active' as status,
      trip.product_fq_code as fq_code,
      trip.product_booking_id as booking_id,
      trip.srid,
      trip.updated_at,
      trip.exported_at,
      trip.file_id,
      trip.line_number
    from
      stage_trips as trip
      join trips as known on known.medium_id = trip.medium_id
      and known.started_at = trip.started_at
      and known.trip_id = trip.trip_id
      and (known.exported_at, known.file_id, known.line_number) = (trip.exported_at, trip.file_id, trip.line_number)
    where
      trip.product_id is not null
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.insertWaiting
--   row: count integer
with
  changed as (
    insert into
      feed_waiting (tap_id, trip_id, file_id, line_number, record)
    select
      fare.tap_id,
      fare.trip_id,
      fare.file_id,
      fare.line_number,
      to_jsonb(fare)
    from
      stage_fares as fare
    where
      fare.trip_id not in (
        select
          boarded.trip_id
        from
          stage_boarded_fares as boarded
      )
    on conflict do nothing
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.updateWaiting
update feed_waiting as waiting
set
  file_id = fare.file_id,
  line_number = fare.line_number,
  record = to_jsonb(fare)
from
  stage_fares as fare
where
  waiting.tap_id = fare.tap_id
  and waiting.trip_id = fare.trip_id
  and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number) < (fare.exported_at, fare.file_id, fare.line_number);

-- feeds.trips.forgetOutdatedWaiting
--   row: count integer
with
  changed as (
    delete from feed_waiting as waiting using stage_fares as fare
    where
      waiting.trip_id = fare.trip_id
      and waiting.tap_id is distinct from fare.tap_id
      and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number) < (fare.exported_at, fare.file_id, fare.line_number)
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.leaveRefunds
update trips as known
set
  refund_minor = null
from
  stage_trips as stage
where
  known.medium_id = stage.medium_id
  and known.started_at = stage.started_at
  and known.trip_id = stage.trip_id
  and known.srid is distinct from stage.srid
  and known.refund_minor is not null
  and known.refund_reason is null
  and not (known.exported_at, known.file_id, known.line_number) > (stage.exported_at, stage.file_id, stage.line_number);

-- feeds.trips.carryRefunds
update trips as trip
set
  refund_minor = nullif(fare.refund_minor, 0),
  refund_reason = fare.refund_reason
from
  stage_boarded_fares as fare
where
  fare.refund_minor is not null
  and trip.medium_id = fare.medium_id
  and trip.started_at = fare.started_at
  and trip.trip_id = fare.trip_id
  and (trip.refund_minor, trip.refund_reason) is distinct from (nullif(fare.refund_minor, 0), fare.refund_reason);

-- feeds.trips.findWithdrawn
--   row: count integer
with
  changed as (
    insert into
      stage_found (id, medium_id, known_at)
    select
      stage.trip_id as id,
      known.medium_id,
      known.started_at as known_at
    from
      stage_withdrawn_trips as stage
      join trip_lookups as known on known.trip_id = stage.trip_id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.removeWithdrawn
--   row: count integer
with
  changed as (
    delete from trips as target using stage_found as found
    where
      target.medium_id = found.medium_id
      and target.started_at = found.known_at
      and target.trip_id = found.id
    returning
      1
  )
select
  count(*)::integer as count
from
  changed;

-- feeds.trips.removeWithdrawnLookups
delete from trip_lookups as known using stage_withdrawn_trips as stage
where
  known.trip_id = stage.trip_id;

-- ===== gate/account.queries.ts =====

-- gate.findFreshProof
--   values: $tokenHash bytea
--   row: token_hash bytea
select
  token_hash
from
  sessions
where
  token_hash = $tokenHash
  and proven_at > now() - interval '5 minutes';

-- gate.lockOpenAccount
--   values: $passengerId uuid
--   row: passenger_id uuid
select
  passenger_id
from
  passengers
where
  passenger_id = $passengerId
  and status = 'active'
for no key update;

-- gate.lockAccounts
--   values: $passengerIds uuid[]
--   row: passenger_id uuid, status text
select
  passenger_id,
  status
from
  passengers
where
  passenger_id = any ($passengerIds)
order by
  passenger_id
for no key update;

-- gate.findSession
--   values: $tokenHash bytea
--   row: token_hash bytea
select
  token_hash
from
  sessions
where
  token_hash = $tokenHash;

-- ===== gate/api-keys.queries.ts =====

-- gate.passKey
--   values: $keyHash bytea
--   row: key_id uuid, name text, operator_code text or null, scopes text[], is_unnoted boolean
select
  key_id,
  name,
  operator_code,
  scopes,
  coalesce(last_used_at < now() - interval '1 hour', true) as is_unnoted
from
  api_keys
where
  key_hash = $keyHash
  and revoked_at is null
  and expires_at > now();

-- gate.noteKeyUsed
--   values: $keyId uuid
update api_keys
set
  last_used_at = date_trunc('hour', now(), 'UTC')
where
  key_id = $keyId
  and coalesce(last_used_at < date_trunc('hour', now(), 'UTC'), true);

-- ===== gate/gate.queries.ts =====

-- gate.pass
--   values: $tokenHashes bytea[], $cardIds integer[]
--   row: place integer, passenger_id uuid, display_language text, is_sso_shadow_user boolean, state text
--     idle_seconds integer, is_unnoted boolean, medium_id uuid or null, shown_from timestamp with time zone
select
  asked.place::integer as place,
  s.passenger_id,
  p.display_language,
  p.is_sso_shadow_user,
  case
    when s.expires_at <= now() then 'expired'
    when least(
      s.expires_at,
      case
        when s.idle_seconds > 0 then s.last_seen_at + make_interval(secs => s.idle_seconds)
      end
    ) <= now() then 'idle'
    else 'live'
  end as state,
  s.idle_seconds,
  s.last_seen_at < now() - make_interval(secs => least(10, coalesce(nullif(s.idle_seconds, 0), 40) / 4.0)) as is_unnoted,
  c.medium_id,
  coalesce(
    (
      select
        bound.shown_from
      from
        history_bounds bound
      where
        bound.medium_id = c.medium_id
    ),
    '-infinity'
  ) as shown_from
from
  unnest($tokenHashes::bytea[], $cardIds::integer[]) with ordinality asked (token_hash, card_id, place)
  join sessions s on s.token_hash = asked.token_hash
  join passengers p on p.passenger_id = s.passenger_id
  left join cards c on c.passenger_id = s.passenger_id
  and coalesce(c.successor_card_id, c.card_id) = asked.card_id
where
  p.status = 'active'
order by
  asked.place,
  c.successor_card_id nulls first,
  c.card_id desc;

-- gate.noteSeen
--   values: $tokenHashes bytea[]
update sessions seen
set
  last_seen_at = now()
where
  seen.token_hash = any ($tokenHashes)
  and seen.token_hash = any (
    array(
      select
        s.token_hash
      from
        sessions s
      where
        s.token_hash = any ($tokenHashes)
        and least(
          s.expires_at,
          case
            when s.idle_seconds > 0 then s.last_seen_at + make_interval(secs => s.idle_seconds)
          end
        ) > now()
        and s.last_seen_at < now() - make_interval(secs => least(10, coalesce(nullif(s.idle_seconds, 0), 40) / 4.0))
      for no key update
        skip locked
    )
  );

-- ===== modules/alarms/alarms.queries.ts =====

-- alarms.upsert
--   values: $alarmId uuid, $kind text, $subject text, $detail jsonb, $restDays integer
insert into
  operator_alarms (alarm_id, kind, subject, detail, raised_at, seen_at)
select
  $alarmId,
  $kind,
  $subject,
  $detail,
  now(),
  now()
where
  not exists (
    select
    from
      operator_alarms
    where
      kind = $kind
      and subject = $subject
      and ended_at > now() - make_interval(days => $restDays)
      and detail - 'day' in ('{}', $detail::jsonb - 'day')
  )
on conflict (kind, subject)
where
  ended_at is null do update
set
  seen_at = excluded.seen_at,
  detail = excluded.detail;

-- alarms.listOpen
--   row: alarm_id uuid, kind text, subject text, detail jsonb, raised_at timestamp with time zone
--     seen_at timestamp with time zone, open_count bigint
select
  alarm_id,
  kind,
  subject,
  detail,
  raised_at,
  seen_at,
  count(*) over () as open_count
from
  operator_alarms
where
  ended_at is null
order by
  raised_at desc,
  alarm_id
limit
  500;

-- alarms.takeUnlogged
--   row: alarm_id uuid, kind text, subject text, detail jsonb, raised_at timestamp with time zone
--     seen_at timestamp with time zone
update operator_alarms
set
  told_at = now()
where
  told_at is null
  and ended_at is null
returning
  alarm_id,
  kind,
  subject,
  detail,
  raised_at,
  seen_at;

-- alarms.endPassed
--   values: $kinds text[]
update operator_alarms
set
  ended_at = now()
where
  ended_at is null
  and kind = any ($kinds)
  and seen_at < now();

-- alarms.end
--   values: $alarmId uuid
--   row: kind text
update operator_alarms
set
  ended_at = now()
where
  alarm_id = $alarmId
  and ended_at is null
returning
  kind;

-- alarms.listSubjects
--   values: $kind text
--   row: subject text
select
  subject
from
  operator_alarms
where
  kind = $kind
  and ended_at is null
order by
  subject;

-- alarms.endAbout
--   values: $kind text, $subject text
update operator_alarms
set
  ended_at = now()
where
  kind = $kind
  and subject = $subject
  and ended_at is null;

-- alarms.deleteOld
--   values: $monthsToKeep integer
delete from operator_alarms
where
  ended_at < now() - make_interval(months => $monthsToKeep);

-- alarms.listMoneyFaults
--   row: rule text, subject text or null, facts jsonb
select
  rule,
  subject,
  facts
from
  list_money_faults ();

-- ===== modules/announcements/announcements.queries.ts =====

-- announcements.listShown
--   row: announcement_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone or null
--     level text, shown_on text[] or null, texts jsonb
select
  announcement_id,
  starts_at,
  ends_at,
  level,
  shown_on,
  texts
from
  announcements
where
  starts_at < now() + interval '1 hour'
  and (
    ends_at is null
    or ends_at > now()
  )
order by
  level desc,
  starts_at desc,
  announcement_id;

-- announcements.listAll
--   row: announcement_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone or null
--     level text, shown_on text[] or null, texts jsonb, state text
select
  announcement_id,
  starts_at,
  ends_at,
  level,
  shown_on,
  texts,
  case
    when ends_at <= now() then 'ended'
    when starts_at > now() then 'to come'
    else 'in force'
  end as state
from
  announcements
order by
  starts_at desc,
  announcement_id;

-- announcements.lockAdding
select
from
  pg_advisory_xact_lock(hashtextextended ('announcements', 0));

-- announcements.countOthers
--   values: $startsAt timestamp with time zone or null, $endsAt timestamp with time zone or null, $texts jsonb
--   row: others integer, twins integer
select
  count(*)::integer as others,
  (
    count(*) filter (
      where
        texts = $texts
        and starts_at < coalesce($endsAt::timestamptz, 'infinity')
        and coalesce(ends_at, 'infinity') > coalesce($startsAt::timestamptz, now())
    )
  )::integer as twins
from
  announcements
where
  ends_at is null
  or ends_at > now();

-- announcements.insert
--   values: $announcementId uuid, $startsAt timestamp with time zone or null
--     $endsAt timestamp with time zone or null, $level text, $shownOn text[] or null, $texts jsonb
--   row: starts_at timestamp with time zone
insert into
  announcements (announcement_id, starts_at, ends_at, level, shown_on, texts)
select
  $announcementId,
  coalesce($startsAt::timestamptz, now()),
  $endsAt,
  $level,
  $shownOn,
  $texts
where
  coalesce($endsAt::timestamptz, 'infinity') > now()
returning
  starts_at;

-- announcements.end
--   values: $announcementId uuid
--   row: announcement_id uuid
update announcements
set
  ends_at = now()
where
  announcement_id = $announcementId
  and starts_at <= now()
  and (
    ends_at is null
    or ends_at > now()
  )
returning
  announcement_id;

-- announcements.delete
--   values: $announcementId uuid
--   row: announcement_id uuid
delete from announcements
where
  announcement_id = $announcementId
returning
  announcement_id;

-- announcements.deleteLongEnded
--   values: $daysToKeep integer
delete from announcements
where
  ends_at < now() - make_interval(days => $daysToKeep);

-- ===== modules/api-keys/api-keys.queries.ts =====

-- api-keys.revokeExpiredKeys
update api_keys
set
  revoked_at = expires_at
where
  revoked_at is null
  and expires_at <= now();

-- api-keys.insertKey
--   values: $keyHash bytea, $name text, $operatorCode text or null, $scopes text[], $days integer, $place integer
--   row: key_id uuid, expires_at timestamp with time zone
insert into
  api_keys (key_hash, name, operator_code, scopes, place, expires_at)
select
  $keyHash,
  $name,
  $operatorCode,
  $scopes,
  $place,
  now() + make_interval(days => $days)
where
  not exists (
    select
    from
      api_keys
    where
      name = $name
      and revoked_at is null
      and operator_code is distinct from $operatorCode
  )
on conflict (name, place)
where
  revoked_at is null do nothing
returning
  key_id,
  expires_at;

-- api-keys.listKeys
--   row: key_id uuid, name text, operator_code text or null, scopes text[], created_at timestamp with time zone
--     last_used_at timestamp with time zone or null, expires_at timestamp with time zone
--     revoked_at timestamp with time zone or null, needs_new_key boolean
select
  key_id,
  name,
  operator_code,
  scopes,
  created_at,
  last_used_at,
  expires_at,
  revoked_at,
  coalesce(revoked_at, expires_at) = expires_at
  and abs(
    extract(
      epoch
      from
        expires_at - now()
    )
  ) < 30 * 86400
  and coalesce(last_used_at > least(now(), expires_at) - interval '30 days', false)
  and not exists (
    select
    from
      api_keys next
    where
      next.name = api_keys.name
      and next.revoked_at is null
      and next.expires_at > api_keys.expires_at
  ) as needs_new_key
from
  api_keys
order by
  name,
  created_at;

-- api-keys.revokeKey
--   values: $keyId uuid
--   row: name text
update api_keys
set
  revoked_at = now()
where
  key_id = $keyId
  and revoked_at is null
returning
  name;

-- api-keys.revokeAllKeys
--   row: key_id uuid, name text
update api_keys
set
  revoked_at = least(now(), expires_at)
where
  revoked_at is null
returning
  key_id,
  name;

-- ===== modules/back-office/messages.queries.ts =====

-- backOffice.takeNumbers
--   values: $mediumIds uuid[]
--   row: medium_id uuid, last_number bigint
insert into
  back_office_media as known (medium_id, last_number, next_at)
select
  medium_id,
  floor(
    extract(
      epoch
      from
        now() - timestamptz '1970-01-01 00:00:00+00'
    )
  )::bigint + count(*) - 1,
  now()
from
  unnest($mediumIds::uuid[]) as told (medium_id)
group by
  medium_id
order by
  medium_id
on conflict (medium_id) do update
set
  last_number = greatest(
    known.last_number + excluded.last_number - floor(
      extract(
        epoch
        from
          excluded.next_at - timestamptz '1970-01-01 00:00:00+00'
      )
    )::bigint + 1,
    excluded.last_number
  ),
  next_at = coalesce(known.next_at, excluded.next_at)
returning
  medium_id,
  last_number;

-- backOffice.insertMessages
--   values: $mediumIds uuid[], $numbers bigint[], $messageIds uuid[], $paymentIds uuid[], $operatorCodes text[]
--     $srids text[], $kinds text[], $amountsMinor bigint[], $currencies text[]
insert into
  back_office_messages (
    medium_id,
    message_number,
    message_id,
    payment_id,
    operator_code,
    srid,
    kind,
    amount_minor,
    currency,
    created_at
  )
select
  medium_id,
  message_number,
  message_id,
  payment_id,
  operator_code,
  srid,
  kind,
  amount_minor,
  currency,
  now()
from
  unnest(
    $mediumIds::uuid[],
    $numbers::bigint[],
    $messageIds::uuid[],
    $paymentIds::uuid[],
    $operatorCodes::text[],
    $srids::text[],
    $kinds::text[],
    $amountsMinor::bigint[],
    $currencies::text[]
  ) as told (
    medium_id,
    message_number,
    message_id,
    payment_id,
    operator_code,
    srid,
    kind,
    amount_minor,
    currency
  );

-- backOffice.wake
--   values: $mediumIds uuid[], $runAt timestamp with time zone or null
select
from
  wake_back_office_of ($mediumIds, $runAt);

-- ===== modules/back-office/sending.queries.ts =====

-- backOffice.takeLease
--   values: $mediumId uuid, $leaseSeconds double precision
--   row: lease_until timestamp with time zone, last_number bigint, attempts integer, refusals integer
update back_office_media
set
  lease_until = now() + make_interval(secs => $leaseSeconds),
  attempts = attempts + 1
where
  medium_id = $mediumId
  and next_at <= now()
  and (
    lease_until is null
    or lease_until <= now()
  )
returning
  lease_until,
  last_number,
  attempts,
  refusals;

-- backOffice.endFarWaits
update back_office_media
set
  lease_until = null,
  next_at = least(next_at, now())
where
  next_at is not null
  and greatest(lease_until, next_at) > now() + interval '2 hours';

-- backOffice.findNextAttempt
--   values: $mediumId uuid
--   row: at timestamp with time zone
select
  greatest(next_at, lease_until) as at
from
  back_office_media
where
  medium_id = $mediumId
  and next_at is not null;

-- backOffice.findOldest
--   values: $mediumId uuid
--   row: message_number bigint, message_id uuid, payment_id uuid, operator_code text, srid text, kind text
--     amount_minor bigint, currency character, created_at timestamp with time zone
select
  message_number,
  message_id,
  payment_id,
  operator_code,
  srid,
  kind,
  amount_minor,
  currency,
  created_at
from
  back_office_messages
where
  medium_id = $mediumId
  and outcome is null
order by
  message_number
limit
  1;

-- backOffice.endLease
--   values: $mediumId uuid, $leaseUntil timestamp with time zone
--   row: last_number bigint
update back_office_media
set
  lease_until = null,
  attempts = 0,
  refusals = 0,
  next_at = null
where
  medium_id = $mediumId
  and lease_until = $leaseUntil
returning
  last_number;

-- backOffice.makeDue
--   values: $mediumId uuid
update back_office_media
set
  next_at = now()
where
  medium_id = $mediumId;

-- backOffice.postpone
--   values: $mediumId uuid, $leaseUntil timestamp with time zone, $delaySeconds double precision
--     $refusals integer
--   row: next_at timestamp with time zone
update back_office_media
set
  lease_until = null,
  refusals = refusals + $refusals,
  next_at = now() + make_interval(secs => $delaySeconds)
where
  medium_id = $mediumId
  and lease_until = $leaseUntil
returning
  next_at;

-- backOffice.finishMessage
--   values: $mediumId uuid, $number bigint, $outcome text
update back_office_messages
set
  outcome = $outcome,
  settled_at = now()
where
  medium_id = $mediumId
  and message_number = $number
  and outcome is null;

-- backOffice.listForgotten
--   values: $most bigint
--   row: medium_id uuid
select
  medium_id
from
  back_office_media
where
  next_at < now() - interval '5 seconds'
  and (
    lease_until is null
    or lease_until < now()
  )
order by
  next_at
limit
  $most;

-- backOffice.findSent
select
from
  back_office_messages
where
  created_at > now() - interval '14 days'
  and outcome in ('acknowledged', 'parked')
limit
  1;

-- backOffice.markNothingToSend
--   values: $mediumId uuid
--   row: last_number bigint
update back_office_media
set
  next_at = null,
  lease_until = null,
  attempts = 0,
  refusals = 0
where
  medium_id = $mediumId
returning
  last_number;

-- backOffice.finishUnsent
--   values: $mediumId uuid, $lastNumber bigint
update back_office_messages
set
  outcome = 'not_sent',
  settled_at = now()
where
  medium_id = $mediumId
  and message_number <= $lastNumber
  and outcome is null;

-- ===== modules/bank-events/bank-events.queries.ts =====

-- bankEvents.insert
--   values: $mediumId uuid, $eventId text, $reference uuid, $answer jsonb
--   row: event_id text
insert into
  bank_events (medium_id, event_id, reference, answer, received_at)
values
  ($mediumId, $eventId, $reference, $answer, now())
on conflict (medium_id, event_id) do nothing
returning
  event_id;

-- bankEvents.find
--   values: $mediumId uuid, $eventId text
--   row: reference uuid, answer jsonb
select
  reference,
  answer
from
  bank_events
where
  medium_id = $mediumId
  and event_id = $eventId
  and obeyed_at is null;

-- bankEvents.markApplied
--   values: $mediumId uuid, $eventId text
update bank_events
set
  obeyed_at = now()
where
  medium_id = $mediumId
  and event_id = $eventId
  and obeyed_at is null;

-- bankEvents.listUnapplied
--   row: medium_id uuid, event_id text
select
  medium_id,
  event_id
from
  bank_events
where
  obeyed_at is null
  and received_at < now() - interval '30 seconds'
order by
  received_at
limit
  500;

-- bankEvents.deleteOld
delete from bank_events
where
  received_at < now() - interval '30 days'
  and obeyed_at is not null;

-- ===== modules/bank-tries/money-jobs.queries.ts =====

-- bankTries.enqueue
--   values: $task text, $mediumId uuid, $id text, $waitSeconds double precision
select
from
  enqueue_money_job ($task, $mediumId, $id, $waitSeconds);

-- bankTries.ensureThisMonth
select
from
  ensure_this_month ();

-- ===== modules/caps/caps.queries.ts =====

-- caps.groupTrips
--   values: $mediumId uuid, $from timestamp with time zone, $begins timestamp with time zone[]
--   row: windows integer, operator_code text, currency character, status text, line_id text or null
--     transport_type text or null, fare_reason text or null, from_place text or null, to_place text or null
--     fare_minor bigint, full_fare_minor bigint or null, trips integer, refunded_minor bigint
--     newest_at timestamp with time zone
select
  width_bucket(started_at, $begins::timestamptz[]) as windows,
  operator_code,
  currency,
  status,
  line_id,
  transport_type,
  fare_reason,
  coalesce(from_stop_id, from_name) as from_place,
  coalesce(to_stop_id, to_name) as to_place,
  fare_minor,
  full_fare_minor,
  count(*)::integer as trips,
  sum(least(coalesce(refund_minor, 0), fare_minor))::bigint as refunded_minor,
  max(started_at) as newest_at
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
group by
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11;

-- ===== modules/card-claims/card-claims.queries.ts =====

-- cardClaims.findLineDay
--   values: $mediumId uuid, $openedAt timestamp with time zone, $paymentId uuid
--   row: service_day date, is_fresh boolean
select
  service_day,
  opened_at > now() - interval '56 days' as is_fresh
from
  payments
where
  medium_id = $mediumId
  and opened_at = $openedAt
  and payment_id = $paymentId;

-- cardClaims.findOwnName
--   values: $passengerId uuid, $name text
select
from
  cards
where
  passenger_id = $passengerId
  and card_name_key (name) = card_name_key ($name)
  and successor_card_id is null;

-- cardClaims.lockHolder
--   values: $passengerId uuid, $mediumId uuid
--   row: own_card_id integer or null
select
  case
    when passenger_id = $passengerId then coalesce(successor_card_id, card_id)
  end as own_card_id
from
  cards
where
  medium_id = $mediumId
for key share;

-- cardClaims.findPause
--   values: $passengerId uuid, $mediumId uuid
--   row: state text
select
  state
from
  card_claims
where
  passenger_id = $passengerId
  and medium_id = $mediumId
  and (
    (
      state = 'objected'
      and ended_at > now() - interval '90 days'
    )
    or (
      state = 'withdrawn'
      and ended_at > now() - interval '7 days'
    )
  )
order by
  state
limit
  1;

-- cardClaims.findOwnOpen
--   values: $passengerId uuid, $mediumId uuid
--   row: claim_id uuid
select
  claim_id
from
  card_claims
where
  passenger_id = $passengerId
  and medium_id = $mediumId
  and state = 'open';

-- cardClaims.insert
--   values: $claimId uuid, $passengerId uuid, $mediumId uuid, $name text, $oldestLineAt timestamp with time zone
--   row: owner_id uuid or null, card_id integer
with
  owned as (
    select
      passenger_id,
      card_id,
      medium_id,
      name
    from
      cards
    where
      medium_id = $mediumId
      and passenger_id <> $passengerId
      and successor_card_id is null
      and linked_at < $oldestLineAt
  )
insert into
  card_claims (claim_id, passenger_id, medium_id, name, owner_id, owner_card_name, object_until)
select
  $claimId,
  $passengerId,
  medium_id,
  $name,
  passenger_id,
  name,
  now() + interval '7 days'
from
  owned
returning
  owner_id,
  (
    select
      card_id
    from
      owned
  ) as card_id;

-- cardClaims.list
--   values: $passengerId uuid
--   row: claim_id uuid, name text, state text, claimed_at timestamp with time zone
--     object_until timestamp with time zone, ended_at timestamp with time zone or null
select
  claim_id,
  name,
  state,
  claimed_at,
  object_until,
  ended_at
from
  card_claims claim
where
  passenger_id = $passengerId
  and (
    state = 'open'
    or (
      ended_at > now() - interval '30 days'
      and not exists (
        select
        from
          cards now
        where
          now.passenger_id = $passengerId
          and now.medium_id = claim.medium_id
      )
    )
  )
order by
  claimed_at desc,
  claim_id
limit
  20;

-- cardClaims.listAgainst
--   values: $ownerId uuid
--   row: claim_id uuid, card_name text, state text, claimed_at timestamp with time zone
--     object_until timestamp with time zone, ended_at timestamp with time zone or null, card_id integer or null
select
  claim_id,
  coalesce(card.name, owner_card_name) as card_name,
  state,
  claimed_at,
  object_until,
  ended_at,
  coalesce(card.successor_card_id, card.card_id) as card_id
from
  card_claims claim
  left join cards card on card.passenger_id = $ownerId
  and card.medium_id = claim.medium_id
where
  owner_id = $ownerId
  and state in ('open', 'granted')
  and (
    state = 'open'
    or (
      ended_at > now() - interval '30 days'
      and not exists (
        select
        from
          cards now
        where
          now.passenger_id = $ownerId
          and now.medium_id = claim.medium_id
      )
    )
  )
order by
  claimed_at desc,
  claim_id
limit
  20;

-- cardClaims.endAsClaimant
--   values: $claimId uuid, $personId uuid, $before text[], $next text
--   row: claim_id uuid
update card_claims
set
  state = $next,
  ended_at = now()
where
  claim_id = $claimId
  and passenger_id = $personId
  and state = any ($before)
returning
  claim_id;

-- cardClaims.endAsOwner
--   values: $claimId uuid, $personId uuid, $before text[], $next text
--   row: claim_id uuid
update card_claims
set
  state = $next,
  ended_at = now()
where
  claim_id = $claimId
  and owner_id = $personId
  and state = any ($before)
returning
  claim_id;

-- cardClaims.findInState
--   values: $claimId uuid, $personId uuid, $state text
select
from
  card_claims
where
  claim_id = $claimId
  and $personId in (passenger_id, owner_id)
  and state = $state;

-- cardClaims.enqueueClaimMail
--   values: $kind text, $claimId uuid
select
from
  enqueue_claim_mail ($kind, $claimId);

-- cardClaims.listOfPerson
--   values: $passengerId uuid
--   row: claim_id uuid
select
  claim_id
from
  card_claims
where
  passenger_id = $passengerId
union all
select
  claim_id
from
  card_claims
where
  owner_id = $passengerId;

-- cardClaims.lock
--   values: $claimIds uuid[]
select
from
  card_claims
where
  claim_id = any ($claimIds)
order by
  claim_id
for update;

-- cardClaims.dropOpen
--   values: $passengerId uuid
--   row: claim_id uuid, owner_id uuid or null, medium_id uuid
delete from card_claims
where
  passenger_id = $passengerId
  and state = 'open'
returning
  claim_id,
  owner_id,
  medium_id;

-- ===== modules/card-claims/decide-claims.queries.ts =====

-- cardClaims.listDue
--   row: claim_id uuid, passenger_id uuid, medium_id uuid, owner_id uuid or null, name text
select
  claim_id,
  passenger_id,
  medium_id,
  owner_id,
  name
from
  card_claims
where
  state = 'open'
  and object_until <= now()
order by
  object_until,
  claim_id
limit
  100;

-- cardClaims.findHolderNow
--   values: $mediumId uuid
--   row: passenger_id uuid, card_id integer, is_former boolean
select
  passenger_id,
  card_id,
  successor_card_id is not null as is_former
from
  cards
where
  medium_id = $mediumId;

-- cardClaims.takeFromOwner
--   values: $claimId uuid, $ownerId uuid, $cardId integer, $mediumId uuid
--   row: medium_id uuid
with
  taken as (
    delete from cards
    where
      passenger_id = $ownerId
      and (
        card_id = $cardId
        or successor_card_id = $cardId
      )
      and exists (
        select
        from
          cards now
        where
          now.passenger_id = $ownerId
          and now.card_id = $cardId
          and now.medium_id = $mediumId
      )
    returning
      medium_id,
      name
  ),
  named as (
    update card_claims
    set
      owner_card_name = taken.name
    from
      taken
    where
      claim_id = $claimId
      and taken.medium_id = $mediumId
  )
select
  medium_id
from
  taken;

-- cardClaims.giveToClaimant
--   values: $passengerId uuid, $mediumId uuid, $name text
--   row: card_id integer
with
  numbered as (
    update passengers p
    set
      last_card_id = greatest(
        p.last_card_id,
        (
          select
            coalesce(max(c.card_id), 0)
          from
            cards c
          where
            c.passenger_id = p.passenger_id
        )
      ) + 1
    where
      p.passenger_id = $passengerId
      and p.status = 'active'
    returning
      p.passenger_id,
      p.last_card_id
  )
insert into
  cards (passenger_id, card_id, medium_id, name)
select
  passenger_id,
  last_card_id,
  $mediumId,
  (
    select
      wish.name
    from
      generate_series(1, 1000) as n
      cross join lateral (
        select
          case n
            when 1 then $name
            else left($name, 36) || ' ' || n
          end as name
      ) as wish
    where
      not exists (
        select
        from
          cards own
        where
          own.passenger_id = $passengerId
          and own.successor_card_id is null
          and card_name_key (own.name) = card_name_key (wish.name)
      )
    order by
      n
    limit
      1
  )
from
  numbered
returning
  card_id;

-- cardClaims.bindHistories
--   values: $mediumIds uuid[]
insert into
  history_bounds (medium_id, shown_from)
select
  medium_id,
  clock_timestamp()
from
  unnest($mediumIds::uuid[]) as medium_id
on conflict (medium_id) do update
set
  shown_from = greatest(history_bounds.shown_from, excluded.shown_from);

-- cardClaims.endDue
--   values: $claimId uuid, $ownerId uuid or null, $before text[], $next text
--   row: claim_id uuid
update card_claims
set
  state = $next,
  ended_at = now()
where
  claim_id = $claimId
  and state = any ($before)
  and object_until <= now()
  and owner_id is not distinct from $ownerId
returning
  claim_id;

-- cardClaims.deleteOld
--   values: $days integer
with
  locked as (
    select
      claim_id
    from
      card_claims
    where
      ended_at < now() - make_interval(days => $days)
    order by
      claim_id
    for update
  )
delete from card_claims using locked
where
  card_claims.claim_id = locked.claim_id;

-- cardClaims.beginWeek
--   values: $claimId uuid
update card_claims
set
  object_until = now() + interval '7 days'
where
  claim_id = $claimId
  and state = 'open'
  and object_until > claimed_at;

-- cardClaims.findForMail
--   values: $claimId uuid, $state text
--   row: passenger_id uuid, owner_id uuid or null, name text, owner_card_name text or null
--     decided_at timestamp with time zone
select
  claim.passenger_id,
  owner_id,
  claim.name,
  coalesce(card.name, owner_card_name) as owner_card_name,
  coalesce(ended_at, object_until) as decided_at
from
  card_claims claim
  left join cards card on card.passenger_id = owner_id
  and card.medium_id = claim.medium_id
where
  claim_id = $claimId
  and state = $state;

-- cardClaims.findKeptCard
--   values: $passengerId uuid, $mediumId uuid
--   row: name text
select
  name
from
  cards
where
  passenger_id = $passengerId
  and medium_id = $mediumId;

-- ===== modules/card-news/card-news.queries.ts =====

-- cardNews.findCard
--   values: $passengerId uuid, $mediumId uuid
--   row: card_id integer, name text, medium_id uuid, unwanted_news text[], linked_at timestamp with time zone
--     shown_from timestamp with time zone
select
  card.card_id,
  card.name,
  card.medium_id,
  passenger.unwanted_news,
  card.linked_at,
  coalesce(
    (
      select
        bound.shown_from
      from
        history_bounds bound
      where
        bound.medium_id = own.medium_id
    ),
    '-infinity'
  ) as shown_from
from
  cards own
  join cards card on card.passenger_id = $passengerId
  and card.card_id = coalesce(own.successor_card_id, own.card_id)
  join passengers passenger on passenger.passenger_id = $passengerId
where
  own.passenger_id = $passengerId
  and own.medium_id = $mediumId;

-- cardNews.listMedia
--   values: $passengerId uuid, $cardId integer
--   row: medium_id uuid
select
  medium_id
from
  cards
where
  passenger_id = $passengerId
  and (
    card_id = $cardId
    or successor_card_id = $cardId
  )
order by
  medium_id;

-- cardNews.lockOpenFares
--   values: $mediumId uuid, $linkedAt timestamp with time zone, $shownFrom timestamp with time zone
--   row: payment_id uuid, opened_at timestamp with time zone, state text, is_news boolean
select
  payment_id,
  opened_at,
  state,
  opened_at >= greatest($linkedAt::timestamptz, $shownFrom::timestamptz)
  and opened_at >= now() - interval '14 days' as is_news
from
  debts
where
  medium_id = $mediumId
  and state <> 'ready'
order by
  opened_at,
  payment_id
for share;

-- cardNews.findOpenFare
--   values: $mediumId uuid
--   row: payment_id uuid
select
  payment_id
from
  debts
where
  medium_id = $mediumId
  and state <> 'ready'
limit
  1;

-- cardNews.findStatus
--   values: $mediumId uuid
--   row: status text
select
  status
from
  media
where
  medium_id = $mediumId;

-- cardNews.listFares
--   values: $mediumId uuid, $paymentIds uuid[]
--   row: due_minor bigint, currency character, service_day date
select
  debt.due_minor,
  debt.currency,
  coalesce(
    payment.service_day,
    (
      ((debt.opened_at at time zone operator.time_zone) - operator.day_cut)::date + case
        when (
          (((debt.opened_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
        ) <= debt.opened_at
        and (
          (((debt.opened_at at time zone operator.time_zone) - operator.day_cut)::date + operator.day_cut) at time zone operator.time_zone + interval '24 hours'
        ) at time zone operator.time_zone = ((debt.opened_at at time zone operator.time_zone) - operator.day_cut)::date + 1 + operator.day_cut then 1
        else 0
      end
    )
  ) as service_day
from
  debts debt
  join operators operator on operator.operator_code = debt.operator_code
  left join payments payment on payment.medium_id = debt.medium_id
  and payment.opened_at = debt.opened_at
  and payment.payment_id = debt.payment_id
where
  debt.medium_id = $mediumId
  and debt.payment_id = any ($paymentIds)
order by
  debt.opened_at,
  debt.payment_id;

-- cardNews.noteRefused
--   values: $passengerId uuid, $cardId integer, $paymentIds uuid[], $pauseHours integer
--   row: payment_id uuid, refused_at timestamp with time zone
insert into
  card_news as known (passenger_id, card_id, payment_id)
select
  $passengerId,
  $cardId,
  payment_id
from
  unnest($paymentIds::uuid[]) as fare (payment_id)
on conflict (passenger_id, card_id, payment_id) do update
set
  refused_at = now(),
  accepted_at = null
where
  known.accepted_at < now() - make_interval(hours => $pauseHours)
returning
  payment_id,
  refused_at;

-- cardNews.findPause
--   values: $passengerId uuid, $cardId integer, $paymentIds uuid[], $pauseHours integer
--   row: seconds integer
select
  1 + floor(
    extract(
      epoch
      from
        accepted_at + make_interval(hours => $pauseHours) - now()
    )
  )::integer as seconds
from
  card_news
where
  passenger_id = $passengerId
  and card_id = $cardId
  and payment_id = any ($paymentIds)
  and accepted_at is not null
order by
  accepted_at
limit
  1;

-- cardNews.noteAccepted
--   values: $passengerId uuid, $cardId integer
--   row: payment_id uuid, accepted_at timestamp with time zone
update card_news
set
  accepted_at = now()
where
  passenger_id = $passengerId
  and card_id = $cardId
  and accepted_at is null
returning
  payment_id,
  accepted_at;

-- cardNews.forgetRefused
--   values: $passengerId uuid, $cardId integer, $refusedAt timestamp with time zone
delete from card_news
where
  passenger_id = $passengerId
  and card_id = $cardId
  and refused_at = $refusedAt
  and accepted_at is null;

-- cardNews.forgetAccepted
--   values: $passengerId uuid, $cardId integer, $acceptedAt timestamp with time zone
update card_news
set
  accepted_at = null
where
  passenger_id = $passengerId
  and card_id = $cardId
  and accepted_at = $acceptedAt;

-- cardNews.deleteOld
--   values: $days integer
delete from card_news
where
  refused_at < now() - make_interval(days => $days);

-- ===== modules/card-news/choose-card-news.queries.ts =====

-- cardNews.updateUnwanted
--   values: $passengerId uuid, $unwanted text[], $kept text[]
--   row: passenger_id uuid
update passengers
set
  unwanted_news = $unwanted::text[] || array(
    select
      kind
    from
      unnest(unwanted_news) as kind
    where
      kind = any ($kept)
  )
where
  passenger_id = $passengerId
  and status = 'active'
  and not (
    unwanted_news @> $unwanted::text[]
    and unwanted_news <@ ($unwanted::text[] || $kept::text[])
  )
returning
  passenger_id;

-- cardNews.addUnwanted
--   values: $passengerId uuid, $kinds text[]
--   row: passenger_id uuid
update passengers
set
  unwanted_news = unwanted_news || $kinds::text[]
where
  passenger_id = $passengerId
  and status <> 'anonymised'
  and not unwanted_news @> $kinds::text[]
returning
  passenger_id;

-- ===== modules/card-news/month-news.queries.ts =====

-- monthNews.ask
--   values: $month date, $before integer, $most integer
select
from
  ask_for_months ($month, $before, $most);

-- monthNews.turnOn
--   values: $passengerId uuid
--   row: passenger_id uuid
insert into
  month_mails as known (passenger_id, is_wanted)
values
  ($passengerId, true)
on conflict (passenger_id) do update
set
  is_wanted = true
where
  not known.is_wanted
returning
  passenger_id;

-- monthNews.turnOff
--   values: $passengerId uuid
--   row: passenger_id uuid
update month_mails
set
  is_wanted = false
where
  passenger_id = $passengerId
  and is_wanted
returning
  passenger_id;

-- monthNews.findWanted
--   values: $passengerId uuid, $month date
--   row: passenger_id uuid
select
  passenger_id
from
  month_mails
where
  passenger_id = $passengerId
  and is_wanted
  and told_month < $month;

-- monthNews.noteTold
--   values: $passengerId uuid, $month date
--   row: passenger_id uuid
update month_mails
set
  told_month = $month
where
  passenger_id = $passengerId
  and is_wanted
  and told_month < $month
returning
  passenger_id;

-- monthNews.forgetTold
--   values: $passengerId uuid, $month date
update month_mails
set
  told_month = '-infinity'
where
  passenger_id = $passengerId
  and told_month = $month;

-- monthNews.sumUnpaid
--   values: $mediumId uuid, $shownFrom timestamp with time zone
--   row: currency character, due_minor bigint
select
  currency,
  sum(due_minor)::bigint as due_minor
from
  debts
where
  medium_id = $mediumId
  and opened_at >= $shownFrom
  and state not in ('approved', 'unblocking', 'ready')
group by
  currency
order by
  currency;

-- ===== modules/card-news/refund-news.queries.ts =====

-- refundNews.listOwn
--   values: $mediumId uuid, $ids uuid[]
--   row: refund_id uuid, delivered_id uuid or null, state text, reason text
select
  refund_id,
  delivered_id,
  state,
  reason
from
  refunds
where
  medium_id = $mediumId
  and (
    refund_id = any ($ids)
    or delivered_id = any ($ids)
  );

-- refundNews.listShown
--   values: $mediumId uuid, $ids uuid[], $since timestamp with time zone
--   row: payment_id uuid
select
  payment_id
from
  payments
where
  medium_id = $mediumId
  and opened_at >= $since
  and payment_id = any ($ids);

-- refundNews.listTold
--   values: $passengerId uuid, $cardId integer
--   row: refund_id uuid, amount_minor bigint, currency character, given_at timestamp with time zone
--     undone_at timestamp with time zone or null, is_sent boolean
select
  refund_id,
  amount_minor,
  currency,
  given_at,
  undone_at,
  is_sent
from
  refund_news
where
  passenger_id = $passengerId
  and card_id = $cardId
order by
  given_at,
  refund_id;

-- refundNews.noteGiven
--   values: $passengerId uuid, $cardId integer, $refundIds uuid[], $amounts bigint[], $currencies text[]
--     $times timestamp with time zone[], $isSent boolean
--   row: refund_id uuid, told_at timestamp with time zone
insert into
  refund_news as known (passenger_id, card_id, refund_id, amount_minor, currency, given_at, is_sent)
select
  $passengerId,
  $cardId,
  refund_id,
  amount_minor,
  currency,
  given_at,
  $isSent::boolean
from
  unnest($refundIds::uuid[], $amounts::bigint[], $currencies::text[], $times::timestamptz[]) as given (refund_id, amount_minor, currency, given_at)
on conflict (passenger_id, card_id, refund_id) do update
set
  told_at = now(),
  undone_at = null,
  is_sent = excluded.is_sent
where
  known.undone_at is not null
  and known.told_at < now() - interval '1 day'
returning
  refund_id,
  told_at;

-- refundNews.noteUndone
--   values: $passengerId uuid, $cardId integer, $refundIds uuid[]
--   row: refund_id uuid, undone_at timestamp with time zone or null
update refund_news
set
  undone_at = now()
where
  passenger_id = $passengerId
  and card_id = $cardId
  and refund_id = any ($refundIds)
  and undone_at is null
returning
  refund_id,
  undone_at;

-- refundNews.forgetGiven
--   values: $passengerId uuid, $cardId integer, $toldAt timestamp with time zone
delete from refund_news
where
  passenger_id = $passengerId
  and card_id = $cardId
  and told_at = $toldAt
  and undone_at is null;

-- refundNews.forgetUndone
--   values: $passengerId uuid, $cardId integer, $undoneAt timestamp with time zone
update refund_news
set
  undone_at = null
where
  passenger_id = $passengerId
  and card_id = $cardId
  and undone_at = $undoneAt;

-- refundNews.deleteOld
--   values: $days integer
delete from refund_news
where
  told_at < now() - make_interval(days => $days);

-- ===== modules/card-news/wake-card-news.queries.ts =====

-- cardNews.wake
--   values: $refused uuid[], $settled uuid[], $waitSeconds integer
select
from
  wake_card_news ($refused, $settled, $waitSeconds);

-- ===== modules/card-news/wake-refund-news.queries.ts =====

-- refundNews.wake
--   values: $media uuid[], $waitSeconds integer
select
from
  wake_refund_news ($media, $waitSeconds);

-- ===== modules/cards/card-states.queries.ts =====

-- cards.readDataUpTo
--   row: data_up_to timestamp with time zone
select
  least(exported_at, imported_at) as data_up_to
from
  feed_files
where
  format <> 'gtfs'
  and refusal is null
order by
  exported_at desc
limit
  1;

-- cards.findMediumState
--   values: $mediumId uuid
--   row: medium_id uuid, scheme text or null, medium_type text, last_four text or null, status text
--     first_seen_at timestamp with time zone, successor_id uuid or null, has_open_debt boolean
select
  medium.medium_id,
  medium.scheme,
  medium.medium_type,
  medium.last_four,
  medium.status,
  medium.first_seen_at,
  replacement.successor_id,
  open_debt.medium_id is not null as has_open_debt
from
  media medium
  left join (
    select distinct
      medium_id
    from
      debts
    where
      medium_id = $mediumId
      and state <> 'ready'
  ) as open_debt on open_debt.medium_id = medium.medium_id
  left join replacements replacement on replacement.medium_id = medium.medium_id
where
  medium.medium_id = $mediumId;

-- cards.findUse
--   values: $mediumId uuid, $from timestamp with time zone, $to timestamp with time zone
--   row: used integer
select
  1 as used
from
  (
    select
    from
      trips
    where
      medium_id = $mediumId
      and started_at >= $from
      and started_at < $to
    union all
    select
    from
      products
    where
      medium_id = $mediumId
      and valid_from >= $from
      and valid_from < $to
  ) as uses
limit
  1;

-- cards.listOpenDebts
--   values: $mediumId uuid
--   row: medium_id uuid, payment_id uuid, opened_at timestamp with time zone, operator_code text, due_minor bigint
--     currency character, state text, taken_minor bigint or null, taken_currency character or null
select
  medium_id,
  payment_id,
  opened_at,
  operator_code,
  due_minor,
  currency,
  state,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_minor, own.amount_minor)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_minor,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_currency, own.currency)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_currency
from
  debts
where
  medium_id = $mediumId
  and state <> 'ready'
order by
  opened_at,
  payment_id;

-- ===== modules/cards/cards.queries.ts =====

-- cards.listLinkedMedia
--   values: $passengerId uuid
--   row: card_id integer, name text, linked_at timestamp with time zone, is_former boolean, medium_id uuid
--     shown_from timestamp with time zone
select
  coalesce(cards.successor_card_id, cards.card_id) as card_id,
  name,
  linked_at,
  successor_card_id is not null as is_former,
  medium_id,
  coalesce(
    (
      select
        bound.shown_from
      from
        history_bounds bound
      where
        bound.medium_id = cards.medium_id
    ),
    '-infinity'
  ) as shown_from
from
  cards
where
  passenger_id = $passengerId
order by
  1,
  cards.successor_card_id nulls first,
  cards.card_id desc;

-- cards.findLinked
--   values: $passengerId uuid, $cardId integer
--   row: name text, linked_at timestamp with time zone
select
  name,
  linked_at
from
  cards
where
  passenger_id = $passengerId
  and card_id = $cardId
  and successor_card_id is null;

-- cards.listMedia
--   values: $passengerId uuid
--   row: medium_id uuid, shown_from timestamp with time zone
select
  medium_id,
  coalesce(
    (
      select
        bound.shown_from
      from
        history_bounds bound
      where
        bound.medium_id = cards.medium_id
    ),
    '-infinity'
  ) as shown_from
from
  cards
where
  passenger_id = $passengerId
order by
  card_id;

-- cards.findHolder
--   values: $mediumId uuid
select
from
  cards
where
  medium_id = $mediumId;

-- cards.replaceMedium
--   values: $passengerId uuid, $cardId integer, $mediumId uuid, $successorId uuid
--   row: name text
update cards
set
  medium_id = $successorId
where
  passenger_id = $passengerId
  and card_id = $cardId
  and medium_id = $mediumId
  and successor_card_id is null
returning
  name;

-- cards.passOnBound
--   values: $mediumId uuid, $successorId uuid
insert into
  history_bounds (medium_id, shown_from)
select
  $successorId,
  shown_from
from
  history_bounds
where
  medium_id = $mediumId
on conflict (medium_id) do update
set
  shown_from = greatest(history_bounds.shown_from, excluded.shown_from);

-- cards.findReplaced
--   values: $passengerId uuid, $cardId integer, $mediumId uuid
select
from
  cards
where
  passenger_id = $passengerId
  and card_id = $cardId
  and medium_id = $mediumId
  and exists (
    select
    from
      cards former
    where
      former.passenger_id = $passengerId
      and former.successor_card_id = $cardId
  );

-- cards.insertFormerMedium
--   values: $passengerId uuid, $cardId integer, $mediumId uuid, $name text, $successorCardId integer
insert into
  cards (passenger_id, card_id, medium_id, name, successor_card_id)
values
  ($passengerId, $cardId, $mediumId, $name, $successorCardId);

-- cards.takeId
--   values: $passengerId uuid
--   row: card_id integer
update passengers p
set
  last_card_id = greatest(
    p.last_card_id,
    (
      select
        coalesce(max(c.card_id), 0)
      from
        cards c
      where
        c.passenger_id = p.passenger_id
    )
  ) + 1
where
  p.passenger_id = $passengerId
  and p.status = 'active'
returning
  p.last_card_id as card_id;

-- cards.findOwnCardOf
--   values: $passengerId uuid, $mediumId uuid
--   row: card_id integer
select
  coalesce(successor_card_id, card_id) as card_id
from
  cards
where
  passenger_id = $passengerId
  and medium_id = $mediumId;

-- cards.insert
--   values: $passengerId uuid, $cardId integer, $mediumId uuid, $name text
insert into
  cards (passenger_id, card_id, medium_id, name)
values
  ($passengerId, $cardId, $mediumId, $name);

-- cards.updateName
--   values: $passengerId uuid, $cardId integer, $name text
--   row: is_renamed boolean
with
  former as (
    select
      card_id,
      name
    from
      cards
    where
      passenger_id = $passengerId
      and card_id = $cardId
      and successor_card_id is null
    for update
  ),
  renamed as (
    update cards
    set
      name = $name
    from
      former
    where
      cards.passenger_id = $passengerId
      and cards.card_id = former.card_id
      and former.name <> $name
  )
select
  name <> $name as is_renamed
from
  former;

-- cards.lockIds
--   values: $passengerId uuid
--   row: card_id integer
select
  card_id
from
  cards
where
  passenger_id = $passengerId
  and successor_card_id is null
order by
  card_id
for update;

-- cards.leaveClaimed
--   values: $passengerId uuid, $cardId integer
with
  given_up as (
    update card_claims
    set
      owner_id = null,
      owner_card_name = null,
      object_until = claimed_at
    where
      owner_id = $passengerId
      and state = 'open'
      and medium_id = (
        select
          medium_id
        from
          cards
        where
          passenger_id = $passengerId
          and card_id = $cardId
      )
    returning
      medium_id
  )
insert into
  history_bounds (medium_id, shown_from)
select
  medium_id,
  clock_timestamp()
from
  given_up
on conflict (medium_id) do update
set
  shown_from = greatest(history_bounds.shown_from, excluded.shown_from);

-- cards.hastenClaim
--   values: $passengerId uuid, $mediumId uuid
update card_claims
set
  object_until = claimed_at
where
  owner_id = $passengerId
  and medium_id = $mediumId
  and state = 'open';

-- cards.delete
--   values: $passengerId uuid, $cardId integer
delete from cards
where
  passenger_id = $passengerId
  and (
    card_id = $cardId
    or successor_card_id = $cardId
  );

-- ===== modules/consents/consents.queries.ts =====

-- consents.insertConsent
--   values: $passengerId uuid, $version text, $language text, $givenAt timestamp with time zone or null
--   row: version text
insert into
  consents (passenger_id, version, language, given_at)
values
  ($passengerId, $version, $language, coalesce($givenAt, now()))
on conflict (passenger_id, version) do nothing
returning
  version;

-- ===== modules/debts/collections.queries.ts =====

-- collections.insert
--   values: $mediumId uuid, $collectionId uuid, $paymentId uuid, $operatorCode text, $srid text
--     $amountMinor bigint, $currency character, $attemptKey uuid, $askedBy text
--   row: collection_id uuid
insert into
  collections (
    medium_id,
    collection_id,
    payment_id,
    operator_code,
    srid,
    amount_minor,
    currency,
    attempt_key,
    asked_by,
    requested_at,
    next_at
  )
values
  ($mediumId, $collectionId, $paymentId, $operatorCode, $srid, $amountMinor, $currency, $attemptKey, $askedBy, now(), now())
on conflict do nothing
returning
  collection_id;

-- collections.insertRecalled
--   values: $mediumId uuid, $collectionId uuid, $paymentId uuid, $operatorCode text, $srid text
--     $amountMinor bigint, $currency character, $attemptKey uuid, $requestedAt timestamp with time zone
insert into
  collections (
    medium_id,
    collection_id,
    payment_id,
    operator_code,
    srid,
    amount_minor,
    currency,
    attempt_key,
    asked_by,
    requested_at,
    next_at,
    outcome,
    closed_at
  )
values
  ($mediumId, $collectionId, $paymentId, $operatorCode, $srid, $amountMinor, $currency, $attemptKey, 'passenger', $requestedAt, now(), 'not_charged', now())
on conflict do nothing;

-- collections.listTries
--   values: $mediumId uuid, $paymentId uuid
--   row: requested_at timestamp with time zone, declined_at timestamp with time zone or null
--     decline_code text or null, looked_at timestamp with time zone
select
  requested_at,
  case
    when outcome = 'declined' then closed_at
  end as declined_at,
  decline_code,
  now() as looked_at
from
  collections
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and (
    outcome is null
    or outcome = 'declined'
  )
order by
  requested_at;

-- collections.listTryIds
--   values: $mediumId uuid, $paymentId uuid
--   row: collection_id uuid
select
  collection_id
from
  collections
where
  medium_id = $mediumId
  and payment_id = $paymentId;

-- collections.takeLease
--   values: $mediumId uuid, $id uuid, $leaseSeconds double precision, $doubtSeconds double precision
--   row: medium_id uuid, attempt_key uuid, attempts integer, doubts integer, collection_id uuid, payment_id uuid
--     operator_code text, srid text, amount_minor bigint, currency character, outcome text or null
--     bank_reference text or null, taken_minor bigint or null, taken_currency character or null, is_old boolean
update collections
set
  lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds),
  attempts = attempts + 1,
  first_submitted_at = least(first_submitted_at, now())
where
  medium_id = $mediumId
  and collection_id = $id
  and outcome is null
  and next_at <= now()
  and (
    lease_until is null
    or lease_until <= now()
  )
returning
  medium_id,
  attempt_key,
  attempts,
  doubts,
  collection_id,
  payment_id,
  operator_code,
  srid,
  amount_minor,
  currency,
  outcome,
  bank_reference,
  taken_minor,
  taken_currency,
  lease_until - least(first_submitted_at, requested_at) > make_interval(secs => $leaseSeconds) + make_interval(secs => $doubtSeconds) as is_old;

-- collections.renewLease
--   values: $mediumId uuid, $id uuid, $attempts integer, $leaseSeconds double precision
update collections
set
  lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds)
where
  medium_id = $mediumId
  and collection_id = $id
  and outcome is null
  and attempts = $attempts;

-- collections.endFarWaits
update collections
set
  lease_until = null,
  next_at = least(next_at, now())
where
  outcome is null
  and greatest(lease_until, next_at) > now() + interval '2 hours';

-- collections.postpone
--   values: $mediumId uuid, $id uuid, $attempts integer, $doubts integer, $waitSeconds double precision
--   row: medium_id uuid
update collections
set
  lease_until = null,
  doubts = $doubts,
  next_at = statement_timestamp() + make_interval(secs => $waitSeconds)
where
  medium_id = $mediumId
  and collection_id = $id
  and outcome is null
  and attempts = $attempts
returning
  medium_id;

-- collections.noteMissed
--   values: $mediumId uuid, $id uuid
--   row: is_certain boolean
update collections
set
  missed_at = least(missed_at, clock.at)
from
  (
    select
      now() as at
  ) as clock
where
  medium_id = $mediumId
  and collection_id = $id
  and outcome is null
returning
  clock.at - missed_at >= interval '10 minutes' as is_certain;

-- collections.forgetMissed
--   values: $mediumId uuid, $id uuid
update collections
set
  missed_at = null
where
  medium_id = $mediumId
  and collection_id = $id
  and outcome is null
  and missed_at is not null;

-- collections.findMediumOf
--   values: $id uuid
--   row: medium_id uuid
select
  medium_id
from
  collections
where
  collection_id = $id;

-- collections.listDue
--   row: medium_id uuid, id uuid
select
  medium_id,
  collection_id as id
from
  collections
where
  outcome is null
  and next_at <= now()
  and (
    lease_until is null
    or lease_until <= now()
  )
order by
  next_at
limit
  500;

-- collections.find
--   values: $mediumId uuid, $collectionId uuid
--   row: medium_id uuid, attempt_key uuid, attempts integer, doubts integer, collection_id uuid, payment_id uuid
--     operator_code text, srid text, amount_minor bigint, currency character, outcome text or null
--     bank_reference text or null, taken_minor bigint or null, taken_currency character or null
--     was_submitted boolean
select
  medium_id,
  attempt_key,
  attempts,
  doubts,
  collection_id,
  payment_id,
  operator_code,
  srid,
  amount_minor,
  currency,
  outcome,
  bank_reference,
  taken_minor,
  taken_currency,
  first_submitted_at is not null as was_submitted
from
  collections
where
  medium_id = $mediumId
  and collection_id = $collectionId;

-- collections.close
--   values: $mediumId uuid, $collectionId uuid, $outcome text, $declineCode text or null
--     $bankReference text or null, $takenMinor bigint or null, $takenCurrency character or null
--   row: medium_id uuid, attempt_key uuid, attempts integer, doubts integer, collection_id uuid, payment_id uuid
--     operator_code text, srid text, amount_minor bigint, currency character, outcome text or null
--     bank_reference text or null, taken_minor bigint or null, taken_currency character or null
--     closed_at timestamp with time zone
update collections
set
  outcome = $outcome,
  amount_minor = case
    when $takenCurrency = currency then $takenMinor
    else amount_minor
  end,
  taken_minor = case
    when $takenCurrency <> currency then $takenMinor
  end,
  taken_currency = case
    when $takenCurrency <> currency then $takenCurrency
  end,
  decline_code = $declineCode,
  bank_reference = coalesce($bankReference, bank_reference),
  closed_at = now(),
  lease_until = null
where
  medium_id = $mediumId
  and collection_id = $collectionId
  and (
    outcome is null
    or (
      outcome <> 'approved'
      and $outcome = 'approved'
    )
  )
returning
  medium_id,
  attempt_key,
  attempts,
  doubts,
  collection_id,
  payment_id,
  operator_code,
  srid,
  amount_minor,
  currency,
  outcome,
  bank_reference,
  taken_minor,
  taken_currency,
  closed_at;

-- collections.findUnsubmitted
--   values: $mediumId uuid, $paymentId uuid
--   row: collection_id uuid
select
  collection_id
from
  collections
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and outcome is null
  and first_submitted_at is null;

-- collections.insertRecovery
--   values: $mediumId uuid, $collectionId uuid, $closedAt timestamp with time zone, $operatorCode text, $srid text
--     $amountMinor bigint, $currency character, $serviceDay date
insert into
  payments (
    medium_id,
    opened_at,
    payment_id,
    operator_code,
    srid,
    reason,
    method,
    status,
    due_minor,
    paid_minor,
    currency,
    service_day,
    closed_at,
    updated_at,
    exported_at,
    file_id,
    line_number
  )
values
  ($mediumId, $closedAt, $collectionId, $operatorCode, $srid, 'debt_recovery', 'emv', 'accepted', $amountMinor, $amountMinor, $currency, $serviceDay, $closedAt, $closedAt, $closedAt, 0, 0);

-- collections.findDelivered
--   values: $mediumId uuid, $srid text, $bankReference text
--   row: found integer
select
  1 as found
from
  settlements
where
  medium_id = $mediumId
  and srid = $srid
  and direction = 'debit'
  and approved
  and retrieval_reference = $bankReference
limit
  1;

-- collections.listApproved
--   values: $from timestamp with time zone, $before timestamp with time zone
--   row: collection_id uuid, amount_minor bigint, currency character, bank_reference text or null
select
  collection_id,
  coalesce(taken_minor, amount_minor) as amount_minor,
  coalesce(taken_currency, currency) as currency,
  bank_reference
from
  collections
where
  outcome = 'approved'
  and closed_at >= $from
  and closed_at < $before;

-- collections.findOldestOpen
--   row: requested_at timestamp with time zone or null
select
  min(requested_at) as requested_at
from
  collections
where
  outcome is null;

-- ===== modules/debts/debts.queries.ts =====

-- debts.list
--   values: $mediumId uuid, $shownFrom timestamp with time zone
--   row: payment_id uuid, operator_code text, srid text or null, opened_at timestamp with time zone
--     due_minor bigint, written_off_minor bigint, currency character, state text
--     state_at timestamp with time zone, taken_minor bigint or null, taken_currency character or null
select
  payment_id,
  operator_code,
  srid,
  opened_at,
  due_minor,
  case
    when state = 'ready'
    and not exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    ) then written_off_minor
    else 0
  end as written_off_minor,
  currency,
  state,
  state_at,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_minor, own.amount_minor)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_minor,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_currency, own.currency)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_currency
from
  debts
where
  medium_id = $mediumId
  and opened_at >= $shownFrom
  and (
    state <> 'ready'
    or state_at > now() - interval '30 days'
  )
  and (
    state <> 'ready'
    or written_off_minor = 0
    or not exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    )
  )
order by
  state = 'ready',
  opened_at,
  payment_id
limit
  100;

-- debts.find
--   values: $mediumId uuid, $paymentId uuid
--   row: payment_id uuid, operator_code text, srid text or null, opened_at timestamp with time zone
--     due_minor bigint, written_off_minor bigint, currency character, state text
--     state_at timestamp with time zone, taken_minor bigint or null, taken_currency character or null
select
  payment_id,
  operator_code,
  srid,
  opened_at,
  due_minor,
  case
    when state = 'ready'
    and not exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    ) then written_off_minor
    else 0
  end as written_off_minor,
  currency,
  state,
  state_at,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_minor, own.amount_minor)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_minor,
  (
    select
      case
        when own.taken_currency is not null
        or own.currency <> debts.currency then coalesce(own.taken_currency, own.currency)
      end
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debts.payment_id
      and own.outcome = 'approved'
      and debts.state in ('approved', 'unblocking', 'ready')
    order by
      own.closed_at desc
    limit
      1
  ) as taken_currency
from
  debts
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and (
    state <> 'ready'
    or written_off_minor = 0
    or not exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    )
  );

-- debts.findOfReference
--   values: $srid text
--   row: medium_id uuid, payment_id uuid, operator_code text, state text
select
  medium_id,
  payment_id,
  operator_code,
  state
from
  debts
where
  srid = $srid;

-- debts.listEvents
--   values: $mediumId uuid, $paymentIds uuid[]
--   row: payment_id uuid, at timestamp with time zone, event text, state text, amount_minor bigint
--     currency character, source text
select
  payment_id,
  at,
  event,
  state,
  amount_minor,
  currency,
  source
from
  debt_events
where
  medium_id = $mediumId
  and payment_id = any ($paymentIds)
order by
  payment_id,
  version;

-- debts.listWatched
--   values: $mediumIds uuid[]
--   row: medium_id uuid, payment_id uuid, opened_at timestamp with time zone, version integer, state text
--     state_at timestamp with time zone
select
  medium_id,
  payment_id,
  opened_at,
  version,
  state,
  state_at
from
  debts
where
  medium_id = any ($mediumIds);

-- ===== modules/debts/move-debt.queries.ts =====

-- debts.lock
--   values: $mediumId uuid, $paymentId uuid
--   row: state text, opened_at timestamp with time zone, is_unpaid boolean, operator_code text, srid text or null
--     due_minor bigint, currency character
select
  state,
  opened_at,
  is_unpaid,
  operator_code,
  srid,
  due_minor,
  currency
from
  debts
where
  medium_id = $mediumId
  and payment_id = $paymentId
for update;

-- debts.changeState
--   values: $mediumId uuid, $paymentId uuid, $before text[], $next text
--   row: version integer, due_minor bigint, currency character
update debts
set
  state = $next,
  state_at = statement_timestamp(),
  version = version + 1
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and state = any ($before)
returning
  version,
  due_minor,
  currency;

-- debts.noteCollected
--   values: $mediumId uuid, $paymentId uuid, $amountMinor bigint, $currency character
update debts
set
  due_minor = case
    when currency = $currency then $amountMinor
    else due_minor
  end,
  written_off_minor = 0
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and (
    (
      currency = $currency
      and due_minor <> $amountMinor
    )
    or written_off_minor <> 0
  );

-- debts.insertEvent
--   values: $mediumId uuid, $paymentId uuid, $version integer, $event text, $state text, $amountMinor bigint
--     $currency character, $source text
insert into
  debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
values
  ($mediumId, $paymentId, $version, $event, $state, $amountMinor, $currency, $source, statement_timestamp());

-- debts.findStanding
--   values: $mediumId uuid, $paymentId uuid
--   row: state text, is_unpaid boolean, due_minor bigint, rest_minor bigint, currency character
select
  state,
  is_unpaid,
  due_minor,
  case
    when exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    ) then 0
    else written_off_minor
  end as rest_minor,
  currency
from
  debts
where
  medium_id = $mediumId
  and payment_id = $paymentId;

-- ===== modules/doubtful-trips/doubtful-trips.queries.ts =====

-- doubtfulTrips.listJudged
--   values: $mediumId uuid, $from timestamp with time zone
--   row: trip_id uuid, started_at timestamp with time zone, operator_code text, line_id text or null
--     line_name text or null, transport_type text or null, status text, fare_minor bigint
--     checked_out_at timestamp with time zone or null, from_stop_id text or null, from_name text or null
--     to_stop_id text or null, to_name text or null, is_settled boolean
select
  trip_id,
  started_at,
  operator_code,
  line_id,
  line_name,
  transport_type,
  status,
  fare_minor,
  checked_out_at,
  from_stop_id,
  from_name,
  to_stop_id,
  to_name,
  coalesce(refund_minor > 0, false)
  or trip_id in (
    select
      back.trip_id
    from
      refund_trips back
    where
      back.medium_id = $mediumId
      and not back.is_void
  )
  or coalesce(
    srid in (
      select
        debts.srid
      from
        debts
      where
        debts.medium_id = $mediumId
        and debts.srid is not null
        and case
          when state = 'ready'
          and not exists (
            select
            from
              payments payment
            where
              payment.medium_id = $mediumId
              and payment.opened_at = debts.opened_at
              and payment.payment_id = debts.payment_id
              and payment.status in ('open', 'pending', 'application_error', 'corrupted')
          ) then written_off_minor
          else 0
        end > 0
    ),
    false
  ) as is_settled
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
order by
  started_at desc,
  trip_id desc
limit
  1000;

-- ===== modules/favourites/favourites.queries.ts =====

-- favourites.list
--   values: $passengerId uuid
--   row: favourite_id uuid, operator_code text, package_code text, package_name text, name text
--     added_at timestamp with time zone
select
  favourite_id,
  operator_code,
  package_code,
  package_name,
  name,
  added_at
from
  favourites
where
  passenger_id = $passengerId
order by
  place;

-- favourites.insert
--   values: $passengerId uuid, $favouriteId uuid, $operatorCode text, $packageCode text, $packageName text
--     $name text
--   row: favourite_id uuid
insert into
  favourites (passenger_id, favourite_id, place, operator_code, package_code, package_name, name)
select
  $passengerId,
  $favouriteId,
  free.place,
  $operatorCode,
  $packageCode,
  $packageName,
  $name
from
  generate_series(1, 2) as free (place)
where
  not exists (
    select
    from
      favourites as taken
    where
      taken.passenger_id = $passengerId
      and taken.place = free.place
  )
order by
  free.place
limit
  1
returning
  favourite_id;

-- favourites.updateName
--   values: $passengerId uuid, $favouriteId uuid, $name text
--   row: favourite_id uuid
update favourites
set
  name = $name
where
  passenger_id = $passengerId
  and favourite_id = $favouriteId
returning
  favourite_id;

-- favourites.delete
--   values: $passengerId uuid, $favouriteId uuid
--   row: favourite_id uuid
delete from favourites
where
  passenger_id = $passengerId
  and favourite_id = $favouriteId
returning
  favourite_id;

-- ===== modules/mails/mails.queries.ts =====

-- mails.findRecipient
--   values: $passengerId uuid
--   row: email text, display_language text
select
  email,
  display_language
from
  passengers
where
  passenger_id = $passengerId
  and status = 'active';

-- ===== modules/money-upkeep/reconcile.queries.ts =====

-- reconcile.findLastDay
--   row: last_day date
select
  last_day
from
  bank_report_progress;

-- reconcile.findFirstDay
--   row: first_day date or null
select
  (min(at) at time zone 'UTC')::date as first_day
from
  (
    select
      min(requested_at) as at
    from
      collections
    union all
    select
      min(requested_at)
    from
      refunds
  ) as oldest;

-- reconcile.noteLastDay
--   values: $lastDay date
insert into
  bank_report_progress (last_day)
values
  ($lastDay)
on conflict (only_row) do update
set
  last_day = excluded.last_day;

-- ===== modules/passwords/passwords.queries.ts =====

-- passwords.replaceHash
--   values: $passengerId uuid, $oldHash text, $newHash text
update credentials
set
  password_hash = $newHash
where
  passenger_id = $passengerId
  and password_hash = $oldHash;

-- passwords.lockOwnerByEmail
--   values: $email text
--   row: passenger_id uuid
select
  p.passenger_id
from
  passengers p
  join credentials c using (passenger_id)
where
  p.email = $email
  and p.status = 'active'
  and not p.is_sso_shadow_user
for no key update of
  p;

-- passwords.replaceReset
--   values: $tokenHash bytea, $resetId uuid, $passengerId uuid or null, $purpose text, $minutesValid integer
with
  older as (
    delete from password_resets
    where
      passenger_id = $passengerId
      and purpose = $purpose
  )
insert into
  password_resets (token_hash, reset_id, passenger_id, purpose, expires_at)
select
  $tokenHash,
  $resetId,
  $passengerId::uuid,
  $purpose,
  now() + make_interval(mins => $minutesValid)
where
  $passengerId::uuid is not null;

-- passwords.findOwnerByReset
--   values: $tokenHash bytea
--   row: passenger_id uuid, email text, first_name text or null, last_name text or null, status text
--     is_sso_shadow_user boolean, password_hash text or null, changed_at timestamp with time zone or null
--     purpose text
select
  p.passenger_id,
  p.email,
  p.first_name,
  p.last_name,
  p.status,
  p.is_sso_shadow_user,
  c.password_hash,
  c.changed_at,
  r.purpose
from
  password_resets r
  join passengers p using (passenger_id)
  left join credentials c using (passenger_id)
where
  r.token_hash = $tokenHash
  and r.expires_at > now();

-- passwords.findOwner
--   values: $passengerId uuid
--   row: passenger_id uuid, email text, first_name text or null, last_name text or null, status text
--     is_sso_shadow_user boolean, password_hash text or null, changed_at timestamp with time zone or null
select
  p.passenger_id,
  p.email,
  p.first_name,
  p.last_name,
  p.status,
  p.is_sso_shadow_user,
  c.password_hash,
  c.changed_at
from
  passengers p
  left join credentials c using (passenger_id)
where
  p.passenger_id = $passengerId;

-- passwords.takeReset
--   values: $tokenHash bytea
--   row: passenger_id uuid
delete from password_resets
where
  token_hash = $tokenHash
  and expires_at > now()
returning
  passenger_id;

-- passwords.deleteResetsOf
--   values: $passengerId uuid
delete from password_resets
where
  passenger_id = $passengerId;

-- passwords.deleteExpiredResets
delete from password_resets
where
  expires_at <= now();

-- passwords.listFormerHashes
--   values: $passengerId uuid, $most bigint
--   row: password_hash text
select
  password_hash
from
  former_passwords
where
  passenger_id = $passengerId
order by
  retired_at desc
limit
  $most;

-- passwords.holdPassword
--   values: $passengerId uuid, $changedAt timestamp with time zone
--   row: passenger_id uuid
select
  p.passenger_id
from
  passengers p
  join credentials c using (passenger_id)
where
  p.passenger_id = $passengerId
  and p.status = 'active'
  and c.changed_at = $changedAt
for update of
  p,
  c;

-- passwords.changeHash
--   values: $passengerId uuid, $passwordHash text
with
  retired as (
    insert into
      former_passwords (passenger_id, password_hash)
    select
      passenger_id,
      password_hash
    from
      credentials
    where
      passenger_id = $passengerId
  ),
  accepted as (
    update passengers
    set
      must_change_password = false
    where
      passenger_id = $passengerId
  )
update credentials
set
  password_hash = $passwordHash,
  changed_at = now(),
  logins_since_change = 0
where
  passenger_id = $passengerId;

-- passwords.deleteOldestFormer
--   values: $passengerId uuid, $most bigint
delete from former_passwords
where
  passenger_id = $passengerId
  and retired_at in (
    select
      retired_at
    from
      former_passwords
    where
      passenger_id = $passengerId
    order by
      retired_at desc
    offset
      $most
  );

-- passwords.findResetForMail
--   values: $resetId uuid
--   row: email text, display_language text
select
  p.email,
  p.display_language
from
  password_resets r
  join passengers p using (passenger_id)
where
  r.reset_id = $resetId
  and r.expires_at > now()
  and p.status = 'active';

-- passwords.findPasswordHash
--   values: $passengerId uuid
--   row: password_hash text
select
  password_hash
from
  credentials
where
  passenger_id = $passengerId;

-- ===== modules/payments/find-payments.queries.ts =====

-- payments.listMovementPlaces
--   values: $mediumId uuid, $srid text, $paymentId uuid
--   row: payment_id uuid, opened_at timestamp with time zone
select
  settlement_id as payment_id,
  coalesce(requested_at, exported_at) as opened_at
from
  settlements
where
  medium_id = $mediumId
  and srid = $srid
  and kind = 'refund'
  and approved
union all
select
  collection_id,
  closed_at
from
  collections
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and outcome = 'approved';

-- payments.listOfReference
--   values: $mediumId uuid, $srid text, $paymentIds uuid[], $from timestamp with time zone
--     $to timestamp with time zone, $shownFrom timestamp with time zone
--   row: payment_id uuid, opened_at timestamp with time zone, reason text, status text, due_minor bigint
--     paid_minor bigint, debt_paid_minor bigint, srid text or null, closed_at timestamp with time zone or null
--     operator_code text, service_day date, currency character, method text
select
  payment_id,
  opened_at,
  reason,
  status,
  due_minor,
  paid_minor,
  debt_paid_minor,
  srid,
  closed_at,
  operator_code,
  service_day,
  currency,
  method
from
  payments
where
  medium_id = $mediumId
  and payment_id = any ($paymentIds)
  and srid = $srid
  and opened_at >= $from
  and opened_at <= $to
  and (
    $shownFrom = '-infinity'::timestamptz
    or reason not in ('refund', 'debt_recovery', 'recover')
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = payments.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
order by
  opened_at desc,
  payment_id desc;

-- ===== modules/payments/payments.queries.ts =====

-- payments.list
--   values: $mediumId uuid, $from timestamp with time zone, $before timestamp with time zone, $beforeId uuid
--     $rows bigint, $shownFrom timestamp with time zone
--   row: payment_id uuid, opened_at timestamp with time zone, reason text, status text, due_minor bigint
--     paid_minor bigint, debt_paid_minor bigint, srid text or null, closed_at timestamp with time zone or null
--     operator_code text, service_day date, currency character, method text
select
  payment_id,
  opened_at,
  reason,
  status,
  due_minor,
  paid_minor,
  debt_paid_minor,
  srid,
  closed_at,
  operator_code,
  service_day,
  currency,
  method
from
  payments
where
  medium_id = $mediumId
  and opened_at >= $from
  and opened_at <= $before
  and (opened_at, payment_id) < ($before, $beforeId)
  and (
    $shownFrom = '-infinity'::timestamptz
    or reason not in ('refund', 'debt_recovery', 'recover')
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = payments.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
order by
  opened_at desc,
  payment_id desc
limit
  $rows;

-- payments.find
--   values: $mediumId uuid, $id uuid, $from timestamp with time zone, $to timestamp with time zone
--     $shownFrom timestamp with time zone
--   row: payment_id uuid, opened_at timestamp with time zone, reason text, status text, due_minor bigint
--     paid_minor bigint, debt_paid_minor bigint, srid text or null, closed_at timestamp with time zone or null
--     operator_code text, service_day date, currency character, method text
select
  payment_id,
  opened_at,
  reason,
  status,
  due_minor,
  paid_minor,
  debt_paid_minor,
  srid,
  closed_at,
  operator_code,
  service_day,
  currency,
  method
from
  payments
where
  medium_id = $mediumId
  and payment_id = $id
  and opened_at >= $from
  and opened_at <= $to
  and (
    $shownFrom = '-infinity'::timestamptz
    or reason not in ('refund', 'debt_recovery', 'recover')
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = payments.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
order by
  opened_at desc
limit
  1;

-- payments.listRelatedTrips
--   values: $mediumId uuid, $srid text, $from timestamp with time zone, $to timestamp with time zone
--   row: trip_id uuid, started_at timestamp with time zone, operator_code text, line_id text or null
--     line_name text or null, transport_type text or null, status text, fare_minor bigint, currency character
--     fare_reason text or null, updated_at timestamp with time zone
--     checked_out_at timestamp with time zone or null, from_stop_id text or null, from_name text or null
--     to_stop_id text or null, to_name text or null, service_day date, srid text or null
--     refund_minor bigint or null, refund_reason text or null, full_fare_minor bigint or null, file_id bigint
--     line_number integer
select
  trip_id,
  started_at,
  operator_code,
  line_id,
  line_name,
  transport_type,
  status,
  fare_minor,
  currency,
  fare_reason,
  updated_at,
  checked_out_at,
  from_stop_id,
  from_name,
  to_stop_id,
  to_name,
  service_day,
  srid,
  refund_minor,
  refund_reason,
  full_fare_minor,
  file_id,
  line_number
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $to
  and srid = $srid
order by
  started_at,
  trip_id;

-- payments.listSplitDays
--   values: $mediumId uuid, $srid text, $days date[], $from timestamp with time zone, $to timestamp with time zone
--   row: service_day date
select distinct
  service_day
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $to
  and service_day = any ($days)
  and srid is distinct from $srid
  and fare_minor <> 0
order by
  service_day;

-- payments.listRelatedProducts
--   values: $mediumId uuid, $srid text, $shownFrom timestamp with time zone
--   row: product_id uuid, valid_from timestamp with time zone, name text, amount_minor bigint, currency character
--     file_id bigint, line_number integer
select
  product_id,
  valid_from,
  name,
  amount_minor,
  currency,
  file_id,
  line_number
from
  products
where
  medium_id = $mediumId
  and srid = $srid
  and valid_from >= $shownFrom
order by
  valid_from,
  product_id;

-- payments.listCollectedElsewhere
--   values: $mediumId uuid, $srid text, $currency character, $from timestamp with time zone
--     $before timestamp with time zone
--   row: payment_id uuid, opened_at timestamp with time zone, service_day date, debt_paid_minor bigint
--     currency character
select
  payment_id,
  opened_at,
  service_day,
  debt_paid_minor,
  currency
from
  payments debt
where
  debt.medium_id = $mediumId
  and debt.opened_at < $before
  and debt.opened_at >= $from
  and debt.debt_paid_minor > 0
  and debt.srid <> $srid
  and debt.currency = $currency
  and not exists (
    select
    from
      settlements
    move
    where
      move.medium_id = $mediumId
      and move.srid = debt.srid
      and move.kind = 'debt_recovery'
      and move.approved
  )
  and not exists (
    select
    from
      collections own
    where
      own.medium_id = $mediumId
      and own.payment_id = debt.payment_id
      and own.outcome = 'approved'
  )
order by
  opened_at desc;

-- payments.findMedium
--   values: $mediumId uuid
--   row: scheme text or null, last_four text or null
select
  scheme,
  last_four
from
  media
where
  medium_id = $mediumId;

-- ===== modules/privacy/export.queries.ts =====

-- export.passengers
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'email',
    email,
    'firstName',
    first_name,
    'lastName',
    last_name,
    'status',
    status,
    'language',
    display_language,
    'usesProvider',
    is_sso_shadow_user,
    'showsFirstPage',
    show_first_page,
    'mustChangePassword',
    must_change_password,
    'correctSignIns',
    correct_login_count,
    'incorrectSignIns',
    incorrect_login_count,
    'lastCorrectSignInAt',
    replace((last_correct_login_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'lastIncorrectSignInAt',
    replace((last_incorrect_login_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'lastSignOutAt',
    replace((last_logout_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'createdAt',
    replace((created_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'unwantedNews',
    unwanted_news,
    'mailCode',
    mail_code
  )::text as item,
  array[]::text[] as key
from
  passengers
where
  passenger_id = $owner;

-- export.cards
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'cardId',
    card_id,
    'name',
    name,
    'linkedAt',
    replace((linked_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'successorCardId',
    successor_card_id
  )::text as item,
  array[]::text[] as key
from
  cards
where
  passenger_id = $owner;

-- export.card_news
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'cardId',
    card_id,
    'paymentId',
    payment_id,
    'refusedAt',
    replace((refused_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'acceptedAt',
    replace((accepted_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  card_news
where
  passenger_id = $owner;

-- export.refund_news
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'cardId',
    card_id,
    'refundId',
    refund_id,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'givenAt',
    replace((given_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'toldAt',
    replace((told_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'undoneAt',
    replace((undone_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'isSent',
    is_sent
  )::text as item,
  array[]::text[] as key
from
  refund_news
where
  passenger_id = $owner;

-- export.month_mails
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object('isWanted', is_wanted, 'toldMonth', told_month)::text as item,
  array[]::text[] as key
from
  month_mails
where
  passenger_id = $owner;

-- export.card_claims
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'name',
    name,
    'state',
    state,
    'claimedAt',
    replace((claimed_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'objectUntil',
    replace((object_until at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'endedAt',
    replace((ended_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  card_claims
where
  passenger_id = $owner;

-- export.questions
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'questionId',
    question_id,
    'number',
    number,
    'cardId',
    card_id,
    'about',
    kind,
    'subjectId',
    subject_id,
    'subjectAt',
    replace((subject_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'operator',
    operator_code,
    'paymentId',
    payment_id,
    'srid',
    srid,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'line',
    line,
    'reason',
    reason,
    'state',
    state,
    'askedAt',
    replace((asked_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'stateAt',
    replace((state_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'answerUntil',
    replace((answer_until at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'writtenAt',
    replace((written_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  questions
where
  passenger_id = $owner;

-- export.question_entries
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'questionId',
    question_id,
    'place',
    place,
    'writtenBy',
    written_by,
    'writtenAt',
    replace((written_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'text',
    content,
    'outcome',
    outcome
  )::text as item,
  array[]::text[] as key
from
  question_entries
where
  passenger_id = $owner;

-- export.question_trips
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'questionId',
    question_id,
    'cardId',
    card_id,
    'tripId',
    trip_id,
    'startedAt',
    replace((started_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'paymentId',
    payment_id,
    'srid',
    srid,
    'amountMinor',
    amount_minor,
    'currency',
    currency
  )::text as item,
  array[]::text[] as key
from
  question_trips
where
  passenger_id = $owner;

-- export.favourites
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'operator',
    operator_code,
    'packageCode',
    package_code,
    'packageName',
    package_name,
    'name',
    name,
    'addedAt',
    replace((added_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  favourites
where
  passenger_id = $owner;

-- export.consents
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'version',
    version,
    'language',
    language,
    'givenAt',
    replace((given_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  consents
where
  passenger_id = $owner;

-- export.audit_events
--   values: $owner uuid, $after text[]
--   row: item text, key text[]
select
  json_build_object('at', replace((at at time zone 'UTC')::text, ' ', 'T') || 'Z', 'kind', kind, 'detail', detail)::text as item,
  array[event_id::text]::text[] as key
from
  audit_events
where
  passenger_id = $owner
  and (event_id) > (($after::text[]) [1]::bigint)
order by
  event_id
limit
  500;

-- export.work_rules
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'cardId',
    card_id,
    'startsAt',
    replace((starts_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'endsAt',
    replace((ends_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  work_rules
where
  passenger_id = $owner;

-- export.work_marks
--   values: $owner uuid, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'tripId',
    trip_id,
    'cardId',
    card_id,
    'startedAt',
    replace((started_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'isForWork',
    is_for_work
  )::text as item,
  array[trip_id::text]::text[] as key
from
  work_marks
where
  passenger_id = $owner
  and (trip_id) > (($after::text[]) [1]::uuid)
order by
  trip_id
limit
  500;

-- export.credentials
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'changedAt',
    replace((changed_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'signInsSinceChange',
    logins_since_change
  )::text as item,
  array[]::text[] as key
from
  credentials
where
  passenger_id = $owner;

-- export.former_passwords
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object('retiredAt', replace((retired_at at time zone 'UTC')::text, ' ', 'T') || 'Z')::text as item,
  array[]::text[] as key
from
  former_passwords
where
  passenger_id = $owner;

-- export.password_resets
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'purpose',
    purpose,
    'createdAt',
    replace((created_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'expiresAt',
    replace((expires_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  password_resets
where
  passenger_id = $owner;

-- export.sessions
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'startedAt',
    replace((created_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'lastSeenAt',
    replace((last_seen_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'expiresAt',
    replace((expires_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'provenAt',
    replace((proven_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'userAgent',
    user_agent
  )::text as item,
  array[]::text[] as key
from
  sessions
where
  passenger_id = $owner;

-- export.passkeys
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'credentialId',
    credential_id,
    'transports',
    transports,
    'name',
    name,
    'createdAt',
    replace((created_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'lastUsedAt',
    replace((last_used_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  passkeys
where
  passenger_id = $owner;

-- export.sso_identities
--   values: $owner uuid
--   row: item text, key text[]
select
  json_build_object(
    'issuer',
    issuer,
    'subject',
    subject,
    'linkedAt',
    replace((linked_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[]::text[] as key
from
  sso_identities
where
  passenger_id = $owner;

-- export.media
--   values: $owner uuid, $shownFrom timestamp with time zone
--   row: item text, key text[]
select
  json_build_object(
    'operator',
    operator_code,
    'scheme',
    scheme,
    'type',
    medium_type,
    'lastFour',
    last_four,
    'status',
    status,
    'firstSeenAt',
    replace((greatest(first_seen_at, $shownFrom) at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'lastSeenAt',
    replace(
      (
        case
          when last_seen_at >= $shownFrom then last_seen_at
        end at time zone 'UTC'
      )::text,
      ' ',
      'T'
    ) || 'Z'
  )::text as item,
  array[]::text[] as key
from
  media
where
  medium_id = $owner;

-- export.taps
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'tappedAt',
    replace((tapped_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'tapId',
    tap_id,
    'operator',
    operator_code,
    'direction',
    direction,
    'outcome',
    outcome,
    'stopId',
    stop_id,
    'stopName',
    stop_name,
    'lineId',
    line_id,
    'lineName',
    line_name,
    'srid',
    srid,
    'currency',
    currency,
    'receivedAt',
    replace((received_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[tapped_at::text, tap_id::text]::text[] as key
from
  taps
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or tapped_at >= $shownFrom
  )
  and (tapped_at, tap_id) > (($after::text[]) [1]::timestamptz, ($after::text[]) [2]::uuid)
order by
  tapped_at,
  tap_id
limit
  500;

-- export.trips
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'startedAt',
    replace((started_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'tripId',
    trip_id,
    'operator',
    operator_code,
    'tapId',
    tap_id,
    'srid',
    srid,
    'lineId',
    line_id,
    'lineName',
    line_name,
    'transportType',
    transport_type,
    'status',
    status,
    'fareMinor',
    fare_minor,
    'fullFareMinor',
    full_fare_minor,
    'currency',
    currency,
    'fareReason',
    fare_reason,
    'fromStopId',
    from_stop_id,
    'fromName',
    from_name,
    'toStopId',
    to_stop_id,
    'toName',
    to_name,
    'checkedInAt',
    replace((checked_in_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'checkedOutAt',
    replace((checked_out_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'refundReason',
    refund_reason,
    'refundMinor',
    refund_minor,
    'serviceDay',
    service_day,
    'updatedAt',
    replace((updated_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[started_at::text, trip_id::text]::text[] as key
from
  trips
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or started_at >= $shownFrom
  )
  and (started_at, trip_id) > (($after::text[]) [1]::timestamptz, ($after::text[]) [2]::uuid)
order by
  started_at,
  trip_id
limit
  500;

-- export.products
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'validFrom',
    replace((valid_from at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'productId',
    product_id,
    'operator',
    operator_code,
    'name',
    name,
    'description',
    description,
    'validTo',
    replace((valid_to at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'status',
    status,
    'fareClass',
    fare_class,
    'roundTripType',
    round_trip_type,
    'userProfile',
    user_profile,
    'fqCode',
    fq_code,
    'bookingId',
    booking_id,
    'fromTariffLocation',
    from_tariff_location,
    'toTariffLocation',
    to_tariff_location,
    'storedValueMinor',
    stored_value_minor,
    'srid',
    srid,
    'updatedAt',
    replace((updated_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[valid_from::text, product_id::text]::text[] as key
from
  products
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or valid_from >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        payments other
      where
        other.medium_id = $owner
        and other.srid = products.srid
        and other.opened_at < $shownFrom
    )
  )
  and (valid_from, product_id) > (($after::text[]) [1]::timestamptz, ($after::text[]) [2]::uuid)
order by
  valid_from,
  product_id
limit
  500;

-- export.sales_packages
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'soldAt',
    replace((sold_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'saleId',
    sale_id,
    'operator',
    operator_code,
    'packageCode',
    package_code,
    'name',
    name,
    'description',
    description,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'channelType',
    channel_type
  )::text as item,
  array[sold_at::text, sale_id::text]::text[] as key
from
  sales_packages
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or sold_at >= $shownFrom
  )
  and (sold_at, sale_id) > (($after::text[]) [1]::timestamptz, ($after::text[]) [2]::uuid)
order by
  sold_at,
  sale_id
limit
  500;

-- export.payments
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'openedAt',
    replace((opened_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'paymentId',
    payment_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'reason',
    reason,
    'method',
    method,
    'status',
    status,
    'dueMinor',
    due_minor,
    'paidMinor',
    paid_minor,
    'debtPaidMinor',
    debt_paid_minor,
    'currency',
    currency,
    'serviceDay',
    service_day,
    'closedAt',
    replace((closed_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'updatedAt',
    replace((updated_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[opened_at::text, payment_id::text]::text[] as key
from
  payments
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or opened_at >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or reason not in ('refund', 'debt_recovery', 'recover')
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $owner
        and other.srid = payments.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
  and (opened_at, payment_id) > (($after::text[]) [1]::timestamptz, ($after::text[]) [2]::uuid)
order by
  opened_at,
  payment_id
limit
  500;

-- export.settlements
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'settlementId',
    settlement_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'kind',
    kind,
    'direction',
    direction,
    'amountMinor',
    amount_minor,
    'approved',
    approved,
    'requestedAt',
    replace((requested_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'retrievalReference',
    retrieval_reference,
    'refusal',
    refusal
  )::text as item,
  array[settlement_id::text]::text[] as key
from
  settlements
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or coalesce(requested_at, exported_at) >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $owner
        and other.srid = settlements.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
  and (settlement_id) > (($after::text[]) [1]::uuid)
order by
  settlement_id
limit
  500;

-- export.authorisations
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'authorisationId',
    authorisation_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'kind',
    kind,
    'amountMinor',
    amount_minor,
    'approved',
    approved,
    'requestedAt',
    replace((requested_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'responseCode',
    response_code,
    'refusal',
    refusal
  )::text as item,
  array[authorisation_id::text]::text[] as key
from
  authorisations
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or coalesce(requested_at, exported_at) >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or srid is null
    and requested_at is not null
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $owner
        and other.srid = authorisations.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
  and (authorisation_id) > (($after::text[]) [1]::uuid)
order by
  authorisation_id
limit
  500;

-- export.chargebacks
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'chargebackId',
    chargeback_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'chargedBackAt',
    replace((charged_back_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'reasonCode',
    reason_code,
    'retrievalReference',
    retrieval_reference
  )::text as item,
  array[chargeback_id::text]::text[] as key
from
  chargebacks
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or charged_back_at >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or exists (
      select
      from
        payments other
      where
        other.medium_id = $owner
        and other.srid = chargebacks.srid
        and other.opened_at >= $shownFrom
        and other.reason not in ('refund', 'debt_recovery', 'recover')
    )
  )
  and (chargeback_id) > (($after::text[]) [1]::uuid)
order by
  chargeback_id
limit
  500;

-- export.refunds
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'refundId',
    refund_id,
    'paymentId',
    payment_id,
    'openedAt',
    replace((opened_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'operator',
    operator_code,
    'srid',
    srid,
    'reason',
    reason,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'status',
    state,
    'requestedAt',
    replace((requested_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'declineCode',
    decline_code,
    'bankReference',
    bank_reference,
    'closedAt',
    replace((closed_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'givenMinor',
    given_minor,
    'givenCurrency',
    given_currency
  )::text as item,
  array[refund_id::text]::text[] as key
from
  refunds
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or opened_at >= $shownFrom
  )
  and (refund_id) > (($after::text[]) [1]::uuid)
order by
  refund_id
limit
  500;

-- export.refund_trips
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object('refundId', refund_id, 'tripId', trip_id, 'amountMinor', amount_minor)::text as item,
  array[refund_id::text, trip_id::text]::text[] as key
from
  refund_trips
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or requested_at >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        refunds other
      where
        other.medium_id = $owner
        and other.refund_id = refund_trips.refund_id
        and other.opened_at < $shownFrom
    )
  )
  and (refund_id, trip_id) > (($after::text[]) [1]::uuid, ($after::text[]) [2]::uuid)
order by
  refund_id,
  trip_id
limit
  500;

-- export.debts
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'paymentId',
    payment_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'openedAt',
    replace((opened_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'dueMinor',
    due_minor,
    'paidMinor',
    paid_minor,
    'paidBeforeMinor',
    paid_before_minor,
    'notPaidMinor',
    written_off_minor,
    'currency',
    currency,
    'state',
    state,
    'stateAt',
    replace((state_at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[payment_id::text]::text[] as key
from
  debts
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or opened_at >= $shownFrom
  )
  and (payment_id) > (($after::text[]) [1]::uuid)
order by
  payment_id
limit
  500;

-- export.debt_events
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'paymentId',
    payment_id,
    'version',
    version,
    'event',
    event,
    'state',
    state,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'source',
    source,
    'at',
    replace((at at time zone 'UTC')::text, ' ', 'T') || 'Z'
  )::text as item,
  array[payment_id::text, version::text]::text[] as key
from
  debt_events
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or at >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        debts other
      where
        other.medium_id = $owner
        and other.payment_id = debt_events.payment_id
        and other.opened_at < $shownFrom
    )
  )
  and (payment_id, version) > (($after::text[]) [1]::uuid, ($after::text[]) [2]::bigint)
order by
  payment_id,
  version
limit
  500;

-- export.collections
--   values: $owner uuid, $shownFrom timestamp with time zone, $after text[]
--   row: item text, key text[]
select
  json_build_object(
    'collectionId',
    collection_id,
    'paymentId',
    payment_id,
    'operator',
    operator_code,
    'srid',
    srid,
    'amountMinor',
    amount_minor,
    'currency',
    currency,
    'askedBy',
    asked_by,
    'requestedAt',
    replace((requested_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'firstSubmittedAt',
    replace((first_submitted_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'outcome',
    outcome,
    'declineCode',
    decline_code,
    'bankReference',
    bank_reference,
    'closedAt',
    replace((closed_at at time zone 'UTC')::text, ' ', 'T') || 'Z',
    'takenMinor',
    taken_minor,
    'takenCurrency',
    taken_currency
  )::text as item,
  array[collection_id::text]::text[] as key
from
  collections
where
  medium_id = $owner
  and (
    $shownFrom = '-infinity'::timestamptz
    or requested_at >= $shownFrom
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        debts other
      where
        other.medium_id = $owner
        and other.payment_id = collections.payment_id
        and other.opened_at < $shownFrom
    )
  )
  and (collection_id) > (($after::text[]) [1]::uuid)
order by
  collection_id
limit
  500;

-- export.listCards
--   values: $passengerId uuid
--   row: card_id integer, medium_id uuid, shown_from timestamp with time zone
select
  card_id,
  medium_id,
  coalesce(
    (
      select
        bound.shown_from
      from
        history_bounds bound
      where
        bound.medium_id = cards.medium_id
    ),
    '-infinity'
  ) as shown_from
from
  cards
where
  passenger_id = $passengerId
order by
  card_id;

-- ===== modules/privacy/privacy.queries.ts =====

-- privacy.findPerson
--   values: $passengerId uuid
--   row: email text, display_language text, is_sso_shadow_user boolean
select
  email,
  display_language,
  is_sso_shadow_user
from
  passengers
where
  passenger_id = $passengerId
  and status <> 'anonymised';

-- privacy.lockPerson
--   values: $passengerId uuid
--   row: email text, display_language text, is_sso_shadow_user boolean
select
  email,
  display_language,
  is_sso_shadow_user
from
  passengers
where
  passenger_id = $passengerId
  and status <> 'anonymised'
for update;

-- privacy.findOfAddress
--   values: $email text
--   row: passenger_id uuid
select
  passenger_id
from
  passengers
where
  email = $email
  and status <> 'anonymised';

-- privacy.listAddresses
--   values: $after uuid, $most bigint
--   row: passenger_id uuid, email text
select
  passenger_id,
  email
from
  passengers
where
  passenger_id > $after
  and status <> 'anonymised'
order by
  passenger_id
limit
  $most;

-- privacy.listKnownClosings
--   values: $traceIds text[]
--   row: trace_id text
select
  trace_id
from
  audit_events
where
  kind = 'account_closed'
  and trace_id = any ($traceIds);

-- privacy.lockQuestions
--   values: $passengerId uuid
select
from
  questions
where
  passenger_id = $passengerId
order by
  question_id
for update;

-- privacy.listMailSubjects
--   values: $passengerId uuid, $email text
--   row: id uuid
select
  reset_id as id
from
  password_resets
where
  passenger_id = $passengerId
union all
select
  registration_id
from
  registrations
where
  email = $email;

-- privacy.empty.cards
--   values: $passengerId uuid
delete from cards
where
  passenger_id = $passengerId;

-- privacy.empty.card_news
--   values: $passengerId uuid
delete from card_news
where
  passenger_id = $passengerId;

-- privacy.empty.refund_news
--   values: $passengerId uuid
delete from refund_news
where
  passenger_id = $passengerId;

-- privacy.empty.month_mails
--   values: $passengerId uuid
delete from month_mails
where
  passenger_id = $passengerId;

-- privacy.empty.card_claims
--   values: $passengerId uuid
delete from card_claims
where
  passenger_id = $passengerId;

-- privacy.empty.questions
--   values: $passengerId uuid
delete from questions
where
  passenger_id = $passengerId;

-- privacy.empty.question_entries
--   values: $passengerId uuid
delete from question_entries
where
  passenger_id = $passengerId;

-- privacy.empty.question_trips
--   values: $passengerId uuid
delete from question_trips
where
  passenger_id = $passengerId;

-- privacy.empty.favourites
--   values: $passengerId uuid
delete from favourites
where
  passenger_id = $passengerId;

-- privacy.empty.work_rules
--   values: $passengerId uuid
delete from work_rules
where
  passenger_id = $passengerId;

-- privacy.empty.work_marks
--   values: $passengerId uuid
delete from work_marks
where
  passenger_id = $passengerId;

-- privacy.empty.credentials
--   values: $passengerId uuid
delete from credentials
where
  passenger_id = $passengerId;

-- privacy.empty.former_passwords
--   values: $passengerId uuid
delete from former_passwords
where
  passenger_id = $passengerId;

-- privacy.empty.password_resets
--   values: $passengerId uuid
delete from password_resets
where
  passenger_id = $passengerId;

-- privacy.empty.sessions
--   values: $passengerId uuid
delete from sessions
where
  passenger_id = $passengerId;

-- privacy.empty.passkeys
--   values: $passengerId uuid
delete from passkeys
where
  passenger_id = $passengerId;

-- privacy.empty.passkey_challenges
--   values: $passengerId uuid
delete from passkey_challenges
where
  passenger_id = $passengerId;

-- privacy.empty.sign_in_codes
--   values: $passengerId uuid
delete from sign_in_codes
where
  passenger_id = $passengerId;

-- privacy.empty.sso_identities
--   values: $passengerId uuid
delete from sso_identities
where
  passenger_id = $passengerId;

-- privacy.empty.registrations
--   values: $email text
with
  locked as (
    select
      token_hash
    from
      registrations
    where
      email = $email
    order by
      token_hash
    for update
  )
delete from registrations using locked
where
  registrations.email = $email
  and registrations.token_hash = locked.token_hash;

-- privacy.forgetAsOwner
--   values: $passengerId uuid
with
  forgotten as (
    update card_claims
    set
      owner_id = null,
      owner_card_name = null,
      object_until = case state
        when 'open' then claimed_at
        else object_until
      end
    where
      owner_id = $passengerId
    returning
      medium_id,
      state
  )
insert into
  history_bounds (medium_id, shown_from)
select
  medium_id,
  clock_timestamp()
from
  forgotten
where
  state = 'open'
on conflict (medium_id) do update
set
  shown_from = greatest(history_bounds.shown_from, excluded.shown_from);

-- privacy.makeTombstone
--   values: $passengerId uuid, $email text, $language text
update passengers
set
  email = $email,
  status = 'anonymised',
  display_language = $language,
  created_at = date_trunc('day', now()),
  first_name = default,
  last_name = default,
  is_sso_shadow_user = default,
  show_first_page = default,
  must_change_password = default,
  correct_login_count = default,
  incorrect_login_count = default,
  last_correct_login_at = default,
  last_incorrect_login_at = default,
  last_logout_at = default,
  unwanted_news = default,
  mail_code = default,
  last_card_id = default
where
  passenger_id = $passengerId;

-- privacy.deleteOldTombstones
--   values: $monthsToKeep integer
select
from
  delete_old_tombstones ($monthsToKeep);

-- ===== modules/products/products.queries.ts =====

-- products.list
--   values: $mediumId uuid, $from timestamp with time zone, $before timestamp with time zone, $beforeId uuid
--     $rows bigint, $shownFrom timestamp with time zone, $status text or null
--   row: product_id uuid, operator_code text, name text, description text or null
--     valid_from timestamp with time zone, valid_to timestamp with time zone, amount_minor bigint
--     currency character, shown_status text
select
  product_id,
  operator_code,
  name,
  description,
  valid_from,
  valid_to,
  amount_minor,
  currency,
  case
    when status = 'active'
    and valid_to <= now() then 'expired'
    else status
  end as shown_status
from
  products
where
  medium_id = $mediumId
  and valid_from >= $from
  and valid_from <= $before
  and (valid_from, product_id) < ($before, $beforeId)
  and (
    $status::text is null
    or case
      when status = 'active'
      and valid_to <= now() then 'expired'
      else status
    end = $status
  )
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = products.srid
        and other.opened_at < $shownFrom
    )
  )
order by
  valid_from desc,
  product_id desc
limit
  $rows;

-- products.listActive
--   values: $mediumId uuid, $shownFrom timestamp with time zone
--   row: product_id uuid, operator_code text, name text, description text or null
--     valid_from timestamp with time zone, valid_to timestamp with time zone, amount_minor bigint
--     currency character, shown_status text
select
  product_id,
  operator_code,
  name,
  description,
  valid_from,
  valid_to,
  amount_minor,
  currency,
  case
    when status = 'active'
    and valid_to <= now() then 'expired'
    else status
  end as shown_status
from
  products
where
  medium_id = $mediumId
  and status = 'active'
  and valid_from <= now()
  and valid_to > now()
  and valid_from >= $shownFrom
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = products.srid
        and other.opened_at < $shownFrom
    )
  )
order by
  valid_to,
  product_id
limit
  100;

-- products.find
--   values: $mediumId uuid, $productId uuid, $shownFrom timestamp with time zone
--   row: product_id uuid, operator_code text, name text, description text or null
--     valid_from timestamp with time zone, valid_to timestamp with time zone, amount_minor bigint
--     currency character, shown_status text, fare_class text or null, round_trip_type text or null
--     user_profile text or null, fq_code text or null, booking_id text or null, from_tariff_location text or null
--     to_tariff_location text or null, stored_value_minor bigint or null, srid text or null
select
  product_id,
  operator_code,
  name,
  description,
  valid_from,
  valid_to,
  amount_minor,
  currency,
  case
    when status = 'active'
    and valid_to <= now() then 'expired'
    else status
  end as shown_status,
  fare_class,
  round_trip_type,
  user_profile,
  fq_code,
  booking_id,
  from_tariff_location,
  to_tariff_location,
  stored_value_minor,
  srid
from
  products
where
  medium_id = $mediumId
  and product_id = $productId
  and valid_from >= $shownFrom
  and (
    $shownFrom = '-infinity'::timestamptz
    or not exists (
      select
      from
        payments other
      where
        other.medium_id = $mediumId
        and other.srid = products.srid
        and other.opened_at < $shownFrom
    )
  );

-- ===== modules/questions/asked-questions.queries.ts =====

-- questions.listAsked
--   values: $state text, $after timestamp with time zone, $afterId uuid, $rows bigint
--   row: question_id uuid, number text, kind text, subject_id uuid, subject_at timestamp with time zone
--     operator_code text, amount_minor bigint, currency character, srid text or null, reason text, state text
--     answer_until timestamp with time zone or null, other_trip json or null, entries json
--     payment_id uuid or null, asked_at timestamp with time zone, state_at timestamp with time zone, language text
select
  question_id,
  number,
  kind,
  subject_id,
  subject_at,
  operator_code,
  amount_minor,
  currency,
  srid,
  reason,
  state,
  answer_until,
  (
    select
      json_build_object(
        'cardId',
        other.card_id,
        'tripId',
        other.trip_id,
        'at',
        other.started_at::text,
        'paymentId',
        other.payment_id,
        'srid',
        other.srid,
        'amountMinor',
        other.amount_minor,
        'currency',
        other.currency
      )
    from
      question_trips other
    where
      other.question_id = question.question_id
  ) as other_trip,
  (
    select
      json_agg(
        json_build_object(
          'by',
          entry.written_by,
          'at',
          entry.written_at::text,
          'text',
          entry.content,
          'outcome',
          entry.outcome
        )
        order by
          entry.place
      )
    from
      question_entries entry
    where
      entry.question_id = question.question_id
  ) as entries,
  payment_id,
  asked_at,
  state_at,
  asker.display_language as language
from
  questions question
  join passengers asker on asker.passenger_id = question.passenger_id
where
  state = $state
  and (state_at, question_id) > ($after, $afterId)
order by
  state_at,
  question_id
limit
  $rows;

-- questions.listAskedOfOperator
--   values: $operatorCode text, $state text, $after timestamp with time zone, $afterId uuid, $rows bigint
--   row: question_id uuid, number text, kind text, subject_id uuid, subject_at timestamp with time zone
--     operator_code text, amount_minor bigint, currency character, srid text or null, reason text, state text
--     answer_until timestamp with time zone or null, other_trip json or null, entries json
--     payment_id uuid or null, asked_at timestamp with time zone, state_at timestamp with time zone, language text
select
  question_id,
  number,
  kind,
  subject_id,
  subject_at,
  operator_code,
  amount_minor,
  currency,
  srid,
  reason,
  state,
  answer_until,
  (
    select
      json_build_object(
        'cardId',
        other.card_id,
        'tripId',
        other.trip_id,
        'at',
        other.started_at::text,
        'paymentId',
        other.payment_id,
        'srid',
        other.srid,
        'amountMinor',
        other.amount_minor,
        'currency',
        other.currency
      )
    from
      question_trips other
    where
      other.question_id = question.question_id
  ) as other_trip,
  (
    select
      json_agg(
        json_build_object(
          'by',
          entry.written_by,
          'at',
          entry.written_at::text,
          'text',
          entry.content,
          'outcome',
          entry.outcome
        )
        order by
          entry.place
      )
    from
      question_entries entry
    where
      entry.question_id = question.question_id
  ) as entries,
  payment_id,
  asked_at,
  state_at,
  asker.display_language as language
from
  questions question
  join passengers asker on asker.passenger_id = question.passenger_id
where
  operator_code = $operatorCode
  and state = $state
  and (state_at, question_id) > ($after, $afterId)
order by
  state_at,
  question_id
limit
  $rows;

-- questions.findAsked
--   values: $operatorCode text or null, $questionId uuid
--   row: question_id uuid, number text, kind text, subject_id uuid, subject_at timestamp with time zone
--     operator_code text, amount_minor bigint, currency character, srid text or null, reason text, state text
--     answer_until timestamp with time zone or null, other_trip json or null, entries json
--     payment_id uuid or null, asked_at timestamp with time zone, state_at timestamp with time zone, language text
select
  question_id,
  number,
  kind,
  subject_id,
  subject_at,
  operator_code,
  amount_minor,
  currency,
  srid,
  reason,
  state,
  answer_until,
  (
    select
      json_build_object(
        'cardId',
        other.card_id,
        'tripId',
        other.trip_id,
        'at',
        other.started_at::text,
        'paymentId',
        other.payment_id,
        'srid',
        other.srid,
        'amountMinor',
        other.amount_minor,
        'currency',
        other.currency
      )
    from
      question_trips other
    where
      other.question_id = question.question_id
  ) as other_trip,
  (
    select
      json_agg(
        json_build_object(
          'by',
          entry.written_by,
          'at',
          entry.written_at::text,
          'text',
          entry.content,
          'outcome',
          entry.outcome
        )
        order by
          entry.place
      )
    from
      question_entries entry
    where
      entry.question_id = question.question_id
  ) as entries,
  payment_id,
  asked_at,
  state_at,
  asker.display_language as language
from
  questions question
  join passengers asker on asker.passenger_id = question.passenger_id
where
  question_id = $questionId
  and (
    $operatorCode::text is null
    or operator_code = $operatorCode
  );

-- questions.lockAsked
--   values: $operatorCode text or null, $questionId uuid
--   row: state text, entry_count integer
select
  state,
  entry_count
from
  questions
where
  question_id = $questionId
  and (
    $operatorCode::text is null
    or operator_code = $operatorCode
  )
for update;

-- questions.enqueueAnswerMail
--   values: $questionId uuid, $waitSeconds integer
select
from
  enqueue_answer_mail ($questionId, $waitSeconds);

-- ===== modules/questions/question-mails.queries.ts =====

-- questions.findAnswered
--   values: $passengerId uuid, $questionId uuid
--   row: number text, operator_code text
select
  number,
  operator_code
from
  questions
where
  passenger_id = $passengerId
  and question_id = $questionId
  and state = 'answered';

-- ===== modules/questions/questions.queries.ts =====

-- questions.list
--   values: $passengerId uuid
--   row: question_id uuid, number text, kind text, subject_id uuid, subject_at timestamp with time zone
--     operator_code text, amount_minor bigint, currency character, srid text or null, reason text, state text
--     answer_until timestamp with time zone or null, other_trip json or null, entries json, card_id integer
--     line text or null, write_until timestamp with time zone or null
select
  question_id,
  number,
  kind,
  subject_id,
  subject_at,
  operator_code,
  amount_minor,
  currency,
  srid,
  reason,
  state,
  answer_until,
  (
    select
      json_build_object(
        'cardId',
        other.card_id,
        'tripId',
        other.trip_id,
        'at',
        other.started_at::text,
        'paymentId',
        other.payment_id,
        'srid',
        other.srid,
        'amountMinor',
        other.amount_minor,
        'currency',
        other.currency
      )
    from
      question_trips other
    where
      other.question_id = question.question_id
  ) as other_trip,
  (
    select
      json_agg(
        json_build_object(
          'by',
          entry.written_by,
          'at',
          entry.written_at::text,
          'text',
          entry.content,
          'outcome',
          entry.outcome
        )
        order by
          entry.place
      )
    from
      question_entries entry
    where
      entry.question_id = question.question_id
  ) as entries,
  card_id,
  line,
  case
    when entry_count >= 39 then null
    when state = 'open' then written_at + interval '400 days'
    when state = 'answered'
    and state_at > now() - interval '60 days' then state_at + interval '60 days'
  end as write_until
from
  questions question
where
  passenger_id = $passengerId
  and written_at > now() - interval '400 days'
order by
  written_at desc,
  question_id
limit
  100;

-- questions.findOwnMedium
--   values: $passengerId uuid, $cardId integer, $mediumId uuid
select
from
  cards
where
  passenger_id = $passengerId
  and medium_id = $mediumId
  and coalesce(cards.successor_card_id, cards.card_id) = $cardId;

-- questions.countOpen
--   values: $passengerId uuid
--   row: open integer
select
  count(*)::integer as open
from
  questions
where
  passenger_id = $passengerId
  and state = 'open';

-- questions.insert
--   values: $questionId uuid, $number text, $passengerId uuid, $cardId integer, $kind text, $subjectId uuid
--     $subjectAt timestamp with time zone, $operatorCode text, $paymentId uuid or null, $srid text or null
--     $amountMinor bigint, $currency character, $line text or null, $reason text, $answerDays integer, $text text
--   row: question_id uuid, number text, state text, answer_until timestamp with time zone or null
with
  asked as (
    insert into
      questions (
        question_id,
        number,
        passenger_id,
        card_id,
        kind,
        subject_id,
        subject_at,
        operator_code,
        payment_id,
        srid,
        amount_minor,
        currency,
        line,
        reason,
        answer_until
      )
    values
      ($questionId, $number, $passengerId, $cardId, $kind, $subjectId, $subjectAt, $operatorCode, $paymentId, $srid, $amountMinor, $currency, $line, $reason, now() + make_interval(days => $answerDays))
    on conflict (number) do nothing
    returning
      question_id,
      number,
      passenger_id,
      state,
      answer_until
  ),
  told as (
    insert into
      question_entries (passenger_id, question_id, place, written_by, content)
    select
      passenger_id,
      question_id,
      1,
      'passenger',
      $text
    from
      asked
  )
select
  question_id,
  number,
  state,
  answer_until
from
  asked;

-- questions.insertOtherTrip
--   values: $passengerId uuid, $questionId uuid, $cardId integer, $tripId uuid
--     $startedAt timestamp with time zone, $paymentId uuid or null, $srid text or null, $amountMinor bigint
--     $currency character
insert into
  question_trips (passenger_id, question_id, card_id, trip_id, started_at, payment_id, srid, amount_minor, currency)
values
  ($passengerId, $questionId, $cardId, $tripId, $startedAt, $paymentId, $srid, $amountMinor, $currency);

-- questions.lock
--   values: $passengerId uuid, $questionId uuid
--   row: state text, entry_count integer, is_answered_lately boolean
select
  state,
  entry_count,
  state_at > now() - interval '60 days' as is_answered_lately
from
  questions
where
  passenger_id = $passengerId
  and question_id = $questionId
for update;

-- questions.addText
--   values: $questionId uuid, $writtenBy text, $text text, $outcome text or null, $state text
--     $answerDays integer or null
--   row: question_id uuid, number text, state text, answer_until timestamp with time zone or null
with
  moved as (
    update questions
    set
      state = $state,
      state_at = case
        when state = $state
        and state = 'open' then state_at
        else now()
      end,
      answer_until = case
        when state = $state
        and state = 'open' then answer_until
        else now() + make_interval(days => $answerDays)
      end,
      written_at = now(),
      entry_count = entry_count + 1
    where
      question_id = $questionId
    returning
      question_id,
      number,
      passenger_id,
      state,
      answer_until,
      entry_count
  ),
  told as (
    insert into
      question_entries (passenger_id, question_id, place, written_by, content, outcome)
    select
      passenger_id,
      question_id,
      entry_count,
      $writtenBy,
      $text,
      $outcome
    from
      moved
  )
select
  question_id,
  number,
  state,
  answer_until
from
  moved;

-- questions.withdraw
--   values: $passengerId uuid, $questionId uuid, $before text[], $next text
--   row: question_id uuid
update questions
set
  state = $next,
  state_at = now(),
  answer_until = null
where
  passenger_id = $passengerId
  and question_id = $questionId
  and state = any ($before)
returning
  question_id;

-- questions.findState
--   values: $passengerId uuid, $questionId uuid
--   row: state text
select
  state
from
  questions
where
  passenger_id = $passengerId
  and question_id = $questionId;

-- questions.deleteOld
with
  old as (
    select
      question_id
    from
      questions
    where
      written_at < now() - interval '400 days'
    for update
      skip locked
  )
delete from questions using old
where
  questions.question_id = old.question_id;

-- ===== modules/refunds/follow-payment.queries.ts =====

-- refunds.move
--   values: $mediumId uuid, $paymentId uuid, $srid text, $openedAt timestamp with time zone
--   row: refund_id uuid
update refunds
set
  opened_at = $openedAt,
  srid = case
    when delivered_id is null
    and (
      closed_at is not null
      or first_submitted_at is null
    ) then $srid
    else srid
  end
where
  medium_id = $mediumId
  and payment_id = $paymentId
returning
  refund_id;

-- refunds.renameMoves
--   values: $mediumId uuid, $refundIds uuid[], $srid text
update settlements
set
  srid = $srid
where
  medium_id = $mediumId
  and settlement_id = any ($refundIds);

-- refunds.renamePayments
--   values: $mediumId uuid, $refundIds uuid[], $srid text
update payments
set
  srid = $srid
where
  medium_id = $mediumId
  and payment_id = any ($refundIds);

-- ===== modules/refunds/move-refund.queries.ts =====

-- refunds.takeLease
--   values: $mediumId uuid, $id uuid, $leaseSeconds double precision, $doubtSeconds double precision
--   row: medium_id uuid, attempt_key uuid, attempts integer, doubts integer, refund_id uuid, operator_code text
--     srid text, amount_minor bigint, currency character, payment_id uuid, opened_at timestamp with time zone
--     refunded_before_minor bigint or null, is_old boolean
update refunds
set
  lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds),
  attempts = attempts + 1,
  first_submitted_at = least(first_submitted_at, now())
where
  medium_id = $mediumId
  and refund_id = $id
  and closed_at is null
  and next_at <= now()
  and (
    lease_until is null
    or lease_until <= now()
  )
returning
  medium_id,
  attempt_key,
  attempts,
  doubts,
  refund_id,
  operator_code,
  srid,
  amount_minor,
  currency,
  payment_id,
  opened_at,
  refunded_before_minor,
  lease_until - least(first_submitted_at, requested_at) > make_interval(secs => $leaseSeconds) + make_interval(secs => $doubtSeconds) as is_old;

-- refunds.renewLease
--   values: $mediumId uuid, $id uuid, $attempts integer, $leaseSeconds double precision
update refunds
set
  lease_until = statement_timestamp() + make_interval(secs => $leaseSeconds)
where
  medium_id = $mediumId
  and refund_id = $id
  and closed_at is null
  and attempts = $attempts;

-- refunds.endFarWaits
update refunds
set
  lease_until = null,
  next_at = least(next_at, now())
where
  closed_at is null
  and greatest(lease_until, next_at) > now() + interval '2 hours';

-- refunds.postpone
--   values: $mediumId uuid, $id uuid, $attempts integer, $doubts integer, $waitSeconds double precision
--   row: medium_id uuid
update refunds
set
  lease_until = null,
  doubts = $doubts,
  next_at = statement_timestamp() + make_interval(secs => $waitSeconds)
where
  medium_id = $mediumId
  and refund_id = $id
  and closed_at is null
  and attempts = $attempts
returning
  medium_id;

-- refunds.noteMissed
--   values: $mediumId uuid, $id uuid
--   row: is_certain boolean
update refunds
set
  missed_at = least(missed_at, clock.at)
from
  (
    select
      now() as at
  ) as clock
where
  medium_id = $mediumId
  and refund_id = $id
  and closed_at is null
returning
  clock.at - missed_at >= interval '10 minutes' as is_certain;

-- refunds.forgetMissed
--   values: $mediumId uuid, $id uuid
update refunds
set
  missed_at = null
where
  medium_id = $mediumId
  and refund_id = $id
  and closed_at is null
  and missed_at is not null;

-- refunds.findMediumOf
--   values: $id uuid
--   row: medium_id uuid
select
  medium_id
from
  refunds
where
  refund_id = $id;

-- refunds.listDue
--   row: medium_id uuid, id uuid
select
  medium_id,
  refund_id as id
from
  refunds
where
  closed_at is null
  and next_at <= now()
  and (
    lease_until is null
    or lease_until <= now()
  )
order by
  next_at
limit
  500;

-- refunds.changeState
--   values: $mediumId uuid, $refundId uuid, $before text[], $next text
--   row: refund_id uuid
update refunds
set
  state = $next
where
  medium_id = $mediumId
  and refund_id = $refundId
  and state = any ($before)
returning
  refund_id;

-- refunds.close
--   values: $mediumId uuid, $refundId uuid, $before text[], $next text, $declineCode text or null
--     $bankReference text or null, $givenMinor bigint or null, $givenCurrency character or null
--   row: refund_id uuid, operator_code text, srid text, amount_minor bigint, currency character, payment_id uuid
--     opened_at timestamp with time zone, reason text, given_currency character or null
update refunds
set
  state = $next,
  amount_minor = case
    when $givenCurrency = currency then $givenMinor
    else amount_minor
  end,
  given_minor = case
    when $givenCurrency <> currency then $givenMinor
    else given_minor
  end,
  given_currency = case
    when $givenCurrency <> currency then $givenCurrency
    else given_currency
  end,
  decline_code = $declineCode,
  bank_reference = coalesce($bankReference, bank_reference),
  srid = case
    when closed_at is null then coalesce(
      (
        select
          payment.srid
        from
          payments as payment
        where
          payment.medium_id = $mediumId
          and payment.opened_at = refunds.opened_at
          and payment.payment_id = refunds.payment_id
      ),
      srid
    )
    else srid
  end,
  closed_at = now(),
  lease_until = null
where
  medium_id = $mediumId
  and refund_id = $refundId
  and state = any ($before)
returning
  refund_id,
  operator_code,
  srid,
  amount_minor,
  currency,
  payment_id,
  opened_at,
  reason,
  given_currency;

-- refunds.findChargeback
--   values: $mediumId uuid, $srid text
--   row: chargeback_id uuid
select
  chargeback_id
from
  chargebacks taken
where
  taken.medium_id = $mediumId
  and taken.srid = $srid
limit
  1;

-- refunds.findOtherCurrency
--   values: $mediumId uuid, $openedAt timestamp with time zone, $paymentId uuid, $currency character
--   row: currency character
select
  currency
from
  payments
where
  medium_id = $mediumId
  and opened_at = $openedAt
  and payment_id = $paymentId
  and currency <> $currency;

-- refunds.findReferenceOf
--   values: $mediumId uuid, $refundId uuid
--   row: srid text
select
  srid
from
  refunds
where
  medium_id = $mediumId
  and refund_id = $refundId;

-- refunds.listDone
--   values: $from timestamp with time zone, $before timestamp with time zone
--   row: refund_id uuid, amount_minor bigint, currency character
select
  refund_id,
  coalesce(given_minor, amount_minor) as amount_minor,
  coalesce(given_currency, currency) as currency
from
  refunds
where
  state = 'refunded'
  and closed_at >= $from
  and closed_at < $before;

-- refunds.voidTrips
--   values: $mediumId uuid, $refundId uuid
update refund_trips
set
  is_void = true
where
  medium_id = $mediumId
  and refund_id = $refundId;

-- refunds.changeTrips
--   values: $mediumId uuid, $refundId uuid, $tripIds uuid[], $amounts bigint[]
update refund_trips given
set
  amount_minor = share.amount_minor
from
  unnest($tripIds::uuid[], $amounts::bigint[]) as share (trip_id, amount_minor)
where
  given.medium_id = $mediumId
  and given.refund_id = $refundId
  and given.trip_id = share.trip_id;

-- refunds.deleteOtherTrips
--   values: $mediumId uuid, $refundId uuid, $tripIds uuid[]
delete from refund_trips
where
  medium_id = $mediumId
  and refund_id = $refundId
  and trip_id <> all ($tripIds);

-- refunds.reclaimTrips
--   values: $mediumId uuid, $refundId uuid
update refund_trips given
set
  is_void = false
where
  given.medium_id = $mediumId
  and given.refund_id = $refundId
  and not exists (
    select
    from
      refund_trips other
    where
      other.medium_id = given.medium_id
      and other.trip_id = given.trip_id
      and not other.is_void
  );

-- refunds.findVoidTrip
--   values: $mediumId uuid, $refundId uuid
--   row: trip_id uuid
select
  trip_id
from
  refund_trips
where
  medium_id = $mediumId
  and refund_id = $refundId
  and is_void
limit
  1;

-- refunds.markTrips
--   values: $mediumId uuid, $refundId uuid, $reason text, $currency character, $from timestamp with time zone
--     $to timestamp with time zone
update trips
set
  refund_minor = given.amount_minor,
  refund_reason = $reason
from
  refund_trips given
where
  given.medium_id = $mediumId
  and given.refund_id = $refundId
  and not given.is_void
  and trips.medium_id = $mediumId
  and trips.trip_id = given.trip_id
  and trips.started_at >= $from
  and trips.started_at <= $to
  and trips.currency = $currency;

-- refunds.unmarkTrips
--   values: $mediumId uuid, $refundId uuid, $reason text, $from timestamp with time zone
--     $to timestamp with time zone
update trips
set
  refund_minor = null,
  refund_reason = null
from
  refund_trips given
where
  given.medium_id = $mediumId
  and given.refund_id = $refundId
  and not given.is_void
  and trips.medium_id = $mediumId
  and trips.trip_id = given.trip_id
  and trips.started_at >= $from
  and trips.started_at <= $to
  and trips.refund_minor = given.amount_minor
  and trips.refund_reason = $reason;

-- refunds.markTripsOfOthers
--   values: $mediumId uuid, $srid text, $chargedMinor bigint, $currency character, $from timestamp with time zone
--     $to timestamp with time zone
update trips
set
  refund_minor = nullif(
    case
      when fare.least_minor < 0
      or fare.is_mixed
      or fare.refunded_minor = 0 then fare.own_minor
      when fare.currency <> fare.charged_currency then case
        when fare.refunded_minor = fare.charged_minor then fare.fare_minor
        else fare.own_minor
      end
      when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
      when fare.trips = 1
      and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
      else fare.own_minor
    end,
    0
  ),
  refund_reason = case
    when fare.own_minor > 0
    and fare.own_minor = case
      when fare.least_minor < 0
      or fare.is_mixed
      or fare.refunded_minor = 0 then fare.own_minor
      when fare.currency <> fare.charged_currency then case
        when fare.refunded_minor = fare.charged_minor then fare.fare_minor
        else fare.own_minor
      end
      when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
      when fare.trips = 1
      and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
      else fare.own_minor
    end then fare.own_reason
  end
from
  (
    select
      trip.started_at,
      trip.trip_id,
      trip.fare_minor,
      trip.currency,
      others.refunded_minor,
      $chargedMinor::bigint as charged_minor,
      $currency::char(3) as charged_currency,
      own.reason as own_reason,
      case
        when own.refund_id is null then 0
        else given.amount_minor
      end as own_minor,
      sum(
        case
          when own.refund_id is null then 0
          else given.amount_minor
        end
      ) over () as all_own_minor,
      count(*) filter (
        where
          trip.fare_minor <> 0
      ) over () as trips,
      sum(trip.fare_minor) over () as fares_minor,
      min(trip.fare_minor) over () as least_minor,
      min(trip.currency) over () <> max(trip.currency) over () as is_mixed
    from
      trips as trip
      cross join (
        select
          coalesce(
            sum(credit.amount_minor) filter (
              where
                credit.approved
            ),
            0
          )::bigint as refunded_minor
        from
          settlements as credit
        where
          not exists (
            select
            from
              refunds as own
            where
              own.medium_id = credit.medium_id
              and own.srid = credit.srid
              and (
                own.closed_at is null
                or own.state = 'refunded'
                and own.given_currency is not null
                or credit.settlement_id in (own.refund_id, own.delivered_id)
              )
          )
          and credit.medium_id = $mediumId
          and credit.srid = $srid
          and credit.kind = 'refund'
        having
          count(*) > 0
      ) as others
      left join refund_trips as given on given.medium_id = trip.medium_id
      and given.trip_id = trip.trip_id
      and not given.is_void
      left join refunds as own on own.medium_id = given.medium_id
      and own.refund_id = given.refund_id
      and own.state = 'refunded'
      and own.given_currency is null
      and own.currency = trip.currency
    where
      trip.medium_id = $mediumId
      and trip.srid = $srid
      and trip.started_at >= $from
      and trip.started_at <= $to
  ) as fare
where
  trips.medium_id = $mediumId
  and trips.started_at = fare.started_at
  and trips.started_at >= $from
  and trips.started_at <= $to
  and trips.trip_id = fare.trip_id
  and (
    trips.refund_reason is null
    or fare.own_minor > 0
  )
  and (trips.refund_minor, trips.refund_reason) is distinct from (
    nullif(
      case
        when fare.least_minor < 0
        or fare.is_mixed
        or fare.refunded_minor = 0 then fare.own_minor
        when fare.currency <> fare.charged_currency then case
          when fare.refunded_minor = fare.charged_minor then fare.fare_minor
          else fare.own_minor
        end
        when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
        when fare.trips = 1
        and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
        else fare.own_minor
      end,
      0
    ),
    case
      when fare.own_minor > 0
      and fare.own_minor = case
        when fare.least_minor < 0
        or fare.is_mixed
        or fare.refunded_minor = 0 then fare.own_minor
        when fare.currency <> fare.charged_currency then case
          when fare.refunded_minor = fare.charged_minor then fare.fare_minor
          else fare.own_minor
        end
        when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
        when fare.trips = 1
        and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
        else fare.own_minor
      end then fare.own_reason
    end
  );

-- ===== modules/refunds/refund-facts.queries.ts =====

-- refunds.findPaidReference
--   values: $srid text
--   row: medium_id uuid, payment_id uuid, opened_at timestamp with time zone, operator_code text
--     amount_minor bigint, currency character
select
  medium_id,
  payment_id,
  opened_at,
  operator_code,
  amount_minor,
  currency
from
  service_references
where
  srid = $srid
  and paid;

-- refunds.findPayment
--   values: $mediumId uuid, $openedAt timestamp with time zone, $paymentId uuid
--   row: payment_id uuid, opened_at timestamp with time zone, reason text, status text, due_minor bigint
--     paid_minor bigint, debt_paid_minor bigint, srid text or null, closed_at timestamp with time zone or null
--     operator_code text, service_day date, currency character, method text, is_being_refunded boolean
--     is_being_collected boolean, is_charged_back boolean, now timestamp with time zone
select
  payment_id,
  opened_at,
  reason,
  status,
  due_minor,
  paid_minor,
  debt_paid_minor,
  srid,
  closed_at,
  operator_code,
  service_day,
  currency,
  method,
  exists (
    select
    from
      refunds open
    where
      open.medium_id = $mediumId
      and open.payment_id = $paymentId
      and open.closed_at is null
  ) as is_being_refunded,
  exists (
    select
    from
      debts debt
    where
      debt.medium_id = $mediumId
      and debt.payment_id = $paymentId
      and debt.state in ('requested', 'submitting', 'unknown')
  ) as is_being_collected,
  exists (
    select
    from
      chargebacks taken
    where
      taken.medium_id = $mediumId
      and taken.srid = payments.srid
  ) as is_charged_back,
  now() as now
from
  payments
where
  medium_id = $mediumId
  and opened_at = $openedAt
  and payment_id = $paymentId;

-- refunds.sumRefunds
--   values: $mediumId uuid, $paymentId uuid, $srid text, $currency character
--   row: refunded_minor bigint, has_other_currency boolean
select
  coalesce(
    sum(amount_minor) filter (
      where
        currency = $currency
    ),
    0
  )::bigint as refunded_minor,
  coalesce(bool_or(currency <> $currency), false) as has_other_currency
from
  (
    select
      move.amount_minor,
      coalesce(own.currency, $currency) as currency
    from
      settlements as
    move
    left join refunds as own on own.medium_id = move.medium_id
    and own.srid = move.srid
    and move.settlement_id in (own.refund_id, own.delivered_id)
    where
      move.medium_id = $mediumId
      and move.srid = $srid
      and move.kind = 'refund'
      and move.approved
    union all
    select
      amount_minor,
      currency
    from
      refunds
    where
      medium_id = $mediumId
      and payment_id = $paymentId
      and srid <> $srid
      and state = 'refunded'
  ) as given;

-- refunds.listTripsOfPayment
--   values: $mediumId uuid, $srid text, $from timestamp with time zone, $to timestamp with time zone
--   row: trip_id uuid, status text, fare_minor bigint, currency character, is_refunded boolean
select
  trip.trip_id,
  trip.status,
  trip.fare_minor,
  trip.currency,
  coalesce(trip.refund_minor, 0) > 0
  or given.trip_id is not null as is_refunded
from
  trips trip
  left join (
    refund_trips given
    join refunds done on done.medium_id = given.medium_id
    and done.refund_id = given.refund_id
  ) on given.medium_id = trip.medium_id
  and given.trip_id = trip.trip_id
  and not given.is_void
  and done.closed_at is not null
where
  trip.medium_id = $mediumId
  and trip.started_at >= $from
  and trip.started_at <= $to
  and trip.srid = $srid
order by
  trip.started_at,
  trip.trip_id;

-- refunds.findTripsOfMedium
--   values: $mediumId uuid, $tripIds uuid[]
--   row: trip_id uuid
select
  trip_id
from
  trips
where
  medium_id = $mediumId
  and trip_id = any ($tripIds);

-- ===== modules/refunds/refunds.queries.ts =====

-- refunds.insert
--   values: $mediumId uuid, $refundId uuid, $paymentId uuid, $openedAt timestamp with time zone
--     $operatorCode text, $srid text, $amountMinor bigint, $currency character, $attemptKey uuid, $reason text
--     $askedBy uuid, $refundedBeforeMinor bigint
--   row: requested_at timestamp with time zone
insert into
  refunds (
    medium_id,
    refund_id,
    payment_id,
    opened_at,
    operator_code,
    srid,
    reason,
    amount_minor,
    currency,
    state,
    attempt_key,
    asked_by,
    refunded_before_minor,
    requested_at,
    next_at
  )
values
  ($mediumId, $refundId, $paymentId, $openedAt, $operatorCode, $srid, $reason, $amountMinor, $currency, 'requested', $attemptKey, $askedBy, $refundedBeforeMinor, now(), now())
on conflict do nothing
returning
  requested_at;

-- refunds.insertRecalled
--   values: $mediumId uuid, $refundId uuid, $paymentId uuid, $openedAt timestamp with time zone
--     $operatorCode text, $srid text, $amountMinor bigint, $currency character, $attemptKey uuid
--     $requestedAt timestamp with time zone
insert into
  refunds (
    medium_id,
    refund_id,
    payment_id,
    opened_at,
    operator_code,
    srid,
    reason,
    amount_minor,
    currency,
    state,
    attempt_key,
    asked_by,
    requested_at,
    next_at,
    closed_at
  )
values
  (
    $mediumId,
    $refundId,
    $paymentId,
    $openedAt,
    $operatorCode,
    $srid,
    'other',
    $amountMinor,
    $currency,
    'declined',
    $attemptKey,
    '00000000-0000-0000-0000-000000000000',
    $requestedAt,
    now(),
    now()
  )
on conflict do nothing;

-- refunds.insertRecalledTrips
--   values: $mediumId uuid, $refundId uuid, $srid text, $chargedMinor bigint, $amountMinor bigint
--     $currency character, $from timestamp with time zone, $to timestamp with time zone
insert into
  refund_trips (medium_id, refund_id, trip_id, amount_minor, requested_at, is_void)
select
  $mediumId,
  $refundId,
  fare.trip_id,
  nullif(
    case
      when fare.least_minor < 0
      or fare.is_mixed
      or fare.refunded_minor = 0 then fare.own_minor
      when fare.currency <> fare.charged_currency then case
        when fare.refunded_minor = fare.charged_minor then fare.fare_minor
        else fare.own_minor
      end
      when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
      when fare.trips = 1
      and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
      else fare.own_minor
    end,
    0
  ),
  now(),
  true
from
  (
    select
      trip.trip_id,
      trip.fare_minor,
      trip.currency,
      $amountMinor::bigint as refunded_minor,
      $chargedMinor::bigint as charged_minor,
      $currency::char(3) as charged_currency,
      0 as own_minor,
      0 as all_own_minor,
      count(*) filter (
        where
          trip.fare_minor <> 0
      ) over () as trips,
      sum(trip.fare_minor) over () as fares_minor,
      min(trip.fare_minor) over () as least_minor,
      min(trip.currency) over () <> max(trip.currency) over () as is_mixed
    from
      trips as trip
    where
      trip.medium_id = $mediumId
      and trip.srid = $srid
      and trip.started_at >= $from
      and trip.started_at <= $to
  ) as fare
where
  nullif(
    case
      when fare.least_minor < 0
      or fare.is_mixed
      or fare.refunded_minor = 0 then fare.own_minor
      when fare.currency <> fare.charged_currency then case
        when fare.refunded_minor = fare.charged_minor then fare.fare_minor
        else fare.own_minor
      end
      when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
      when fare.trips = 1
      and fare.charged_minor <= fare.fare_minor then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
      else fare.own_minor
    end,
    0
  ) is not null
  and fare.currency = $currency
  and not exists (
    select
    from
      refund_trips other
    where
      other.medium_id = $mediumId
      and other.trip_id = fare.trip_id
      and not other.is_void
  )
on conflict do nothing;

-- refunds.insertTrips
--   values: $mediumId uuid, $refundId uuid, $tripIds uuid[], $amounts bigint[]
--   row: trip_id uuid
insert into
  refund_trips (medium_id, refund_id, trip_id, amount_minor, requested_at)
select
  $mediumId,
  $refundId,
  trip_id,
  amount_minor,
  now()
from
  unnest($tripIds::uuid[], $amounts::bigint[]) as share (trip_id, amount_minor)
on conflict do nothing
returning
  trip_id;

-- refunds.findById
--   values: $refundId uuid
--   row: medium_id uuid, refund_id uuid, opened_at timestamp with time zone, operator_code text, srid text
--     state text, amount_minor bigint, currency character, reason text, requested_at timestamp with time zone
--     closed_at timestamp with time zone or null, decline_code text or null, bank_reference text or null
--     given_minor bigint or null, given_currency character or null, is_charged_back boolean
select
  medium_id,
  refund_id,
  opened_at,
  operator_code,
  srid,
  state,
  amount_minor,
  currency,
  reason,
  requested_at,
  closed_at,
  decline_code,
  bank_reference,
  given_minor,
  given_currency,
  exists (
    select
    from
      chargebacks taken
    where
      taken.medium_id = refunds.medium_id
      and taken.srid = refunds.srid
  ) as is_charged_back
from
  refunds
where
  refund_id = $refundId;

-- refunds.listTrips
--   values: $mediumId uuid, $refundId uuid
--   row: trip_id uuid, amount_minor bigint
select
  trip_id,
  amount_minor
from
  refund_trips
where
  medium_id = $mediumId
  and refund_id = $refundId
order by
  trip_id;

-- ===== modules/refunds/settle-refunds.queries.ts =====

-- refunds.lockOfReference
--   values: $mediumId uuid, $srid text
--   row: refund_id uuid, operator_code text, amount_minor bigint, currency character, state text
--     bank_reference text or null, requested_at timestamp with time zone
--     closed_at timestamp with time zone or null, delivered_id uuid or null, given_minor bigint or null
--     given_currency character or null
select
  refund_id,
  operator_code,
  amount_minor,
  currency,
  state,
  bank_reference,
  requested_at,
  closed_at,
  delivered_id,
  given_minor,
  given_currency
from
  refunds
where
  medium_id = $mediumId
  and srid = $srid
order by
  requested_at,
  refund_id
for update;

-- refunds.listDelivered
--   values: $mediumId uuid, $srid text, $ownIds uuid[]
--   row: settlement_id uuid, amount_minor bigint, retrieval_reference text or null
--     requested_at timestamp with time zone or null
select
  settlement_id,
  amount_minor,
  retrieval_reference,
  requested_at
from
  settlements
where
  medium_id = $mediumId
  and srid = $srid
  and kind = 'refund'
  and approved
  and settlement_id <> all ($ownIds)
order by
  requested_at nulls last,
  settlement_id;

-- refunds.insertMove
--   values: $mediumId uuid, $refundId uuid, $operatorCode text, $srid text, $amountMinor bigint
--     $at timestamp with time zone, $bankReference text or null
insert into
  settlements (
    medium_id,
    settlement_id,
    operator_code,
    srid,
    kind,
    direction,
    amount_minor,
    approved,
    requested_at,
    retrieval_reference,
    exported_at,
    file_id,
    line_number
  )
values
  ($mediumId, $refundId, $operatorCode, $srid, 'refund', 'credit', $amountMinor, true, $at, $bankReference, $at, 0, 0)
on conflict do nothing;

-- refunds.insertPayment
--   values: $mediumId uuid, $refundId uuid, $operatorCode text, $srid text, $amountMinor bigint
--     $currency character, $at timestamp with time zone
insert into
  payments (
    medium_id,
    opened_at,
    payment_id,
    operator_code,
    srid,
    reason,
    method,
    status,
    due_minor,
    paid_minor,
    currency,
    service_day,
    closed_at,
    updated_at,
    exported_at,
    file_id,
    line_number
  )
select
  $mediumId,
  $at,
  $refundId,
  operator_code,
  $srid,
  'refund',
  'emv',
  'accepted',
  0,
  - $amountMinor::bigint,
  $currency,
  (
    (($at::timestamptz at time zone time_zone) - day_cut)::date + case
      when (
        ((($at::timestamptz at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
      ) <= $at::timestamptz
      and (
        ((($at::timestamptz at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
      ) at time zone time_zone = (($at::timestamptz at time zone time_zone) - day_cut)::date + 1 + day_cut then 1
      else 0
    end
  ),
  $at,
  $at,
  $at,
  0,
  0
from
  operators
where
  operator_code = $operatorCode
on conflict do nothing;

-- refunds.deleteMove
--   values: $mediumId uuid, $refundId uuid
delete from settlements
where
  medium_id = $mediumId
  and settlement_id = $refundId;

-- refunds.deletePayment
--   values: $mediumId uuid, $refundId uuid, $openedAt timestamp with time zone
delete from payments
where
  medium_id = $mediumId
  and opened_at = $openedAt
  and payment_id = $refundId;

-- refunds.noteDelivered
--   values: $mediumId uuid, $refundId uuid, $deliveredId uuid or null
update refunds
set
  delivered_id = $deliveredId
where
  medium_id = $mediumId
  and refund_id = $refundId
  and delivered_id is distinct from $deliveredId;

-- ===== modules/refunds/waiting-chargebacks.queries.ts =====

-- refunds.listChargeReferences
--   values: $mediumId uuid, $srid text
--   row: retrieval_reference text or null
select
  retrieval_reference
from
  settlements
where
  medium_id = $mediumId
  and srid = $srid
  and direction = 'debit'
  and approved;

-- refunds.findUndeliveredCollection
--   values: $mediumId uuid, $srid text
--   row: collection_id uuid
select
  own.collection_id
from
  collections own
  left join settlements delivered on delivered.medium_id = own.medium_id
  and delivered.srid = own.srid
  and delivered.direction = 'debit'
  and delivered.approved
  and (
    delivered.kind = 'debt_recovery'
    or delivered.amount_minor = own.amount_minor
    or delivered.retrieval_reference = own.bank_reference
  )
where
  own.medium_id = $mediumId
  and own.srid = $srid
  and own.outcome = 'approved'
  and delivered.settlement_id is null
limit
  1;

-- refunds.findWaitingChargeback
--   values: $references text[], $isChargeMissing boolean, $currency character, $openedAt timestamp with time zone
--   row: found integer
select
  1 as found
from
  feed_pieces
where
  is_open
  and kind = 'chargeback'
  and (
    content ->> 'rrn' = any ($references)
    or $isChargeMissing
    and (
      content @> '{"namedCurrency": null}'
      or content ->> 'currency' = $currency::char(3)
    )
    and (content ->> 'at')::timestamptz > $openedAt::timestamptz - interval '1 day'
  )
limit
  1;

-- ===== modules/registrations/registrations.queries.ts =====

-- registrations.findLinkedMedium
--   values: $mediumId uuid
--   row: medium_id uuid
select
  medium_id
from
  cards
where
  medium_id = $mediumId;

-- registrations.insert
--   values: $tokenHash bytea, $registrationId uuid, $email text, $passwordHash text, $cardName text
--     $mediumId uuid, $consentVersion text, $language text, $hoursValid integer
insert into
  registrations (
    token_hash,
    registration_id,
    email,
    password_hash,
    card_name,
    medium_id,
    consent_version,
    language,
    expires_at
  )
values
  ($tokenHash, $registrationId, $email, $passwordHash, $cardName, $mediumId, $consentVersion, $language, now() + make_interval(hours => $hoursValid));

-- registrations.findPending
--   values: $tokenHash bytea
--   row: email text, password_hash text
select
  email,
  password_hash
from
  registrations
where
  token_hash = $tokenHash
  and expires_at > now();

-- registrations.take
--   values: $email text, $tokenHash bytea
--   row: password_hash text, card_name text, medium_id uuid, consent_version text, language text
--     created_at timestamp with time zone
with
  locked as (
    select
      token_hash
    from
      registrations
    where
      email = $email
    order by
      token_hash
    for update
  ),
  taken as (
    delete from registrations using locked
    where
      registrations.email = $email
      and registrations.token_hash = locked.token_hash
    returning
      registrations.*
  )
select
  password_hash,
  card_name,
  medium_id,
  consent_version,
  language,
  created_at
from
  taken
where
  token_hash = $tokenHash
  and expires_at > now();

-- registrations.insertAccount
--   values: $passengerId uuid, $email text, $language text, $passwordHash text, $cardName text, $mediumId uuid
with
  passenger as (
    insert into
      passengers (passenger_id, email, display_language)
    values
      ($passengerId, $email, $language)
    returning
      passenger_id
  ),
  credential as (
    insert into
      credentials (passenger_id, password_hash)
    select
      passenger_id,
      $passwordHash
    from
      passenger
  )
insert into
  cards (passenger_id, card_id, name, medium_id)
select
  passenger_id,
  1,
  $cardName,
  $mediumId
from
  passenger;

-- registrations.findForMail
--   values: $registrationId uuid
--   row: email text, language text, is_taken boolean
select
  r.email,
  coalesce(p.display_language, r.language) as language,
  p.passenger_id is not null as is_taken
from
  registrations r
  left join passengers p on p.email = r.email
where
  r.registration_id = $registrationId
  and r.expires_at > now();

-- registrations.deleteExpired
with
  locked as (
    select
      token_hash
    from
      registrations
    where
      expires_at <= now()
    order by
      token_hash
    for update
  )
delete from registrations using locked
where
  registrations.token_hash = locked.token_hash;

-- ===== modules/retention/retention.queries.ts =====

-- retention.dropMonth
--   values: $monthsToKeep integer
--   row: dropped text
select
  dropped
from
  drop_month_before (now() - make_interval(months => $monthsToKeep)) as dropped
where
  dropped is not null;

-- retention.dropFeedWeek
--   values: $weeksToKeep integer
--   row: dropped text
select
  dropped
from
  drop_feed_week_before (current_date - 7 * $weeksToKeep) as dropped
where
  dropped is not null;

-- retention.delete.debts
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          opened_at as at
        from
          debts
        where
          opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and opened_at > $after::timestamptz
          and state in ('approved', 'unblocking', 'ready')
          and state_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
        order by
          opened_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from debts
    where
      opened_at > $after::timestamptz
      and opened_at <= (
        select
          at
        from
          reached
      )
      and state in ('approved', 'unblocking', 'ready')
      and state_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
  )
select
  at as reached
from
  reached;

-- retention.delete.back_office_messages
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          created_at as at
        from
          back_office_messages
        where
          created_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and created_at > $after::timestamptz
          and outcome in ('acknowledged', 'not_sent')
        order by
          created_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from back_office_messages
    where
      created_at > $after::timestamptz
      and created_at <= (
        select
          at
        from
          reached
      )
      and outcome in ('acknowledged', 'not_sent')
  )
select
  at as reached
from
  reached;

-- retention.delete.debt_events
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          at as at
        from
          debt_events
        where
          at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and at > $after::timestamptz
          and (
            payment_id is null
            or payment_id not in (
              select
                payment_id
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and payment_id is not null
            )
          )
        order by
          at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from debt_events
    where
      at > $after::timestamptz
      and at <= (
        select
          at
        from
          reached
      )
      and (
        payment_id is null
        or payment_id not in (
          select
            payment_id
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and payment_id is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.service_references
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          opened_at as at
        from
          service_references
        where
          opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and opened_at > $after::timestamptz
          and (
            srid is null
            or srid not in (
              select
                srid
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and srid is not null
            )
          )
        order by
          opened_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from service_references
    where
      opened_at > $after::timestamptz
      and opened_at <= (
        select
          at
        from
          reached
      )
      and (
        srid is null
        or srid not in (
          select
            srid
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and srid is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.contested_references
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          exported_at as at
        from
          contested_references
        where
          exported_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and exported_at > $after::timestamptz
          and (
            srid is null
            or srid not in (
              select
                srid
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and srid is not null
            )
          )
        order by
          exported_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from contested_references
    where
      exported_at > $after::timestamptz
      and exported_at <= (
        select
          at
        from
          reached
      )
      and (
        srid is null
        or srid not in (
          select
            srid
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and srid is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.settlements
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          coalesce(requested_at, exported_at) as at
        from
          settlements
        where
          coalesce(requested_at, exported_at) < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and coalesce(requested_at, exported_at) > $after::timestamptz
          and (
            srid is null
            or srid not in (
              select
                srid
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and srid is not null
            )
          )
        order by
          coalesce(requested_at, exported_at)
        limit
          5000
      ) as old
  ),
  gone as (
    delete from settlements
    where
      coalesce(requested_at, exported_at) > $after::timestamptz
      and coalesce(requested_at, exported_at) <= (
        select
          at
        from
          reached
      )
      and (
        srid is null
        or srid not in (
          select
            srid
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and srid is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.refunds
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          closed_at as at
        from
          refunds
        where
          closed_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and closed_at > $after::timestamptz
          and (
            payment_id is null
            or payment_id not in (
              select
                payment_id
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and payment_id is not null
            )
          )
        order by
          closed_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from refunds
    where
      closed_at > $after::timestamptz
      and closed_at <= (
        select
          at
        from
          reached
      )
      and (
        payment_id is null
        or payment_id not in (
          select
            payment_id
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and payment_id is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.refund_trips
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          requested_at as at
        from
          refund_trips
        where
          requested_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and requested_at > $after::timestamptz
          and not exists (
            select
            from
              refunds kept
            where
              kept.medium_id = refund_trips.medium_id
              and kept.refund_id = refund_trips.refund_id
          )
        order by
          requested_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from refund_trips
    where
      requested_at > $after::timestamptz
      and requested_at <= (
        select
          at
        from
          reached
      )
      and not exists (
        select
        from
          refunds kept
        where
          kept.medium_id = refund_trips.medium_id
          and kept.refund_id = refund_trips.refund_id
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.authorisations
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          coalesce(requested_at, exported_at) as at
        from
          authorisations
        where
          coalesce(requested_at, exported_at) < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and coalesce(requested_at, exported_at) > $after::timestamptz
          and true
        order by
          coalesce(requested_at, exported_at)
        limit
          5000
      ) as old
  ),
  gone as (
    delete from authorisations
    where
      coalesce(requested_at, exported_at) > $after::timestamptz
      and coalesce(requested_at, exported_at) <= (
        select
          at
        from
          reached
      )
      and true
  )
select
  at as reached
from
  reached;

-- retention.delete.chargebacks
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          charged_back_at as at
        from
          chargebacks
        where
          charged_back_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and charged_back_at > $after::timestamptz
          and (
            srid is null
            or srid not in (
              select
                srid
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and srid is not null
            )
          )
        order by
          charged_back_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from chargebacks
    where
      charged_back_at > $after::timestamptz
      and charged_back_at <= (
        select
          at
        from
          reached
      )
      and (
        srid is null
        or srid not in (
          select
            srid
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and srid is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.waiting_chargebacks
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          (content ->> 'at')::timestamptz as at
        from
          feed_pieces
        where
          (content ->> 'at')::timestamptz < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and (content ->> 'at')::timestamptz > $after::timestamptz
          and (
            is_open
            and kind = 'chargeback'
          )
        order by
          (content ->> 'at')::timestamptz
        limit
          5000
      ) as old
  ),
  gone as (
    delete from feed_pieces
    where
      (content ->> 'at')::timestamptz > $after::timestamptz
      and (content ->> 'at')::timestamptz <= (
        select
          at
        from
          reached
      )
      and (
        is_open
        and kind = 'chargeback'
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.collections
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          closed_at as at
        from
          collections
        where
          closed_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and closed_at > $after::timestamptz
          and (
            payment_id is null
            or payment_id not in (
              select
                payment_id
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and payment_id is not null
            )
          )
        order by
          closed_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from collections
    where
      closed_at > $after::timestamptz
      and closed_at <= (
        select
          at
        from
          reached
      )
      and (
        payment_id is null
        or payment_id not in (
          select
            payment_id
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and payment_id is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.products
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          valid_to as at
        from
          products
        where
          valid_to < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and valid_to > $after::timestamptz
          and (
            srid is null
            or srid not in (
              select
                srid
              from
                debts
              where
                opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
                and srid is not null
            )
          )
        order by
          valid_to
        limit
          5000
      ) as old
  ),
  gone as (
    delete from products
    where
      valid_to > $after::timestamptz
      and valid_to <= (
        select
          at
        from
          reached
      )
      and (
        srid is null
        or srid not in (
          select
            srid
          from
            debts
          where
            opened_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
            and srid is not null
        )
      )
  )
select
  at as reached
from
  reached;

-- retention.delete.sales_packages
--   values: $monthsToKeep integer, $after timestamp with time zone
--   row: reached timestamp with time zone or null
with
  reached as materialized (
    select
      max(at) as at
    from
      (
        select
          sold_at as at
        from
          sales_packages
        where
          sold_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
          and sold_at > $after::timestamptz
          and true
        order by
          sold_at
        limit
          5000
      ) as old
  ),
  gone as (
    delete from sales_packages
    where
      sold_at > $after::timestamptz
      and sold_at <= (
        select
          at
        from
          reached
      )
      and true
  )
select
  at as reached
from
  reached;

-- retention.lastFileBefore
--   values: $daysToKeep integer
--   row: file_id bigint
select
  file_id
from
  feed_files
where
  imported_at < now() - make_interval(days => $daysToKeep)
order by
  imported_at desc
limit
  1;

-- retention.delete.tap_lookups
--   values: $lastFile bigint, $afterFile bigint, $afterLine integer
--   row: file_id bigint, line_number integer
with
  old as materialized (
    select
      file_id,
      line_number
    from
      tap_lookups
    where
      file_id >= $afterFile
      and file_id <= $lastFile
      and (file_id, line_number) > ($afterFile, $afterLine)
      and true
    order by
      file_id,
      line_number
    limit
      5000
  ),
  last as materialized (
    select
      file_id,
      line_number
    from
      old
    order by
      file_id desc,
      line_number desc
    limit
      1
  ),
  gone as (
    delete from tap_lookups
    where
      file_id >= $afterFile
      and file_id <= (
        select
          file_id
        from
          last
      )
      and (file_id, line_number) > ($afterFile, $afterLine)
      and (file_id, line_number) <= (
        select
          file_id,
          line_number
        from
          last
      )
      and true
  )
select
  file_id,
  line_number
from
  last;

-- retention.delete.trip_lookups
--   values: $lastFile bigint, $afterFile bigint, $afterLine integer
--   row: file_id bigint, line_number integer
with
  old as materialized (
    select
      file_id,
      line_number
    from
      trip_lookups
    where
      file_id >= $afterFile
      and file_id <= $lastFile
      and (file_id, line_number) > ($afterFile, $afterLine)
      and true
    order by
      file_id,
      line_number
    limit
      5000
  ),
  last as materialized (
    select
      file_id,
      line_number
    from
      old
    order by
      file_id desc,
      line_number desc
    limit
      1
  ),
  gone as (
    delete from trip_lookups
    where
      file_id >= $afterFile
      and file_id <= (
        select
          file_id
        from
          last
      )
      and (file_id, line_number) > ($afterFile, $afterLine)
      and (file_id, line_number) <= (
        select
          file_id,
          line_number
        from
          last
      )
      and true
  )
select
  file_id,
  line_number
from
  last;

-- retention.delete.feed_quarantine
--   values: $lastFile bigint, $afterFile bigint, $afterLine integer
--   row: file_id bigint, line_number integer
with
  old as materialized (
    select
      file_id,
      line_number
    from
      feed_quarantine
    where
      file_id >= $afterFile
      and file_id <= $lastFile
      and (file_id, line_number) > ($afterFile, $afterLine)
      and true
    order by
      file_id,
      line_number
    limit
      5000
  ),
  last as materialized (
    select
      file_id,
      line_number
    from
      old
    order by
      file_id desc,
      line_number desc
    limit
      1
  ),
  gone as (
    delete from feed_quarantine
    where
      file_id >= $afterFile
      and file_id <= (
        select
          file_id
        from
          last
      )
      and (file_id, line_number) > ($afterFile, $afterLine)
      and (file_id, line_number) <= (
        select
          file_id,
          line_number
        from
          last
      )
      and true
  )
select
  file_id,
  line_number
from
  last;

-- retention.delete.feed_waiting
--   values: $lastFile bigint, $afterFile bigint, $afterLine integer
--   row: file_id bigint, line_number integer
with
  old as materialized (
    select
      file_id,
      line_number
    from
      feed_waiting
    where
      file_id >= $afterFile
      and file_id <= $lastFile
      and (file_id, line_number) > ($afterFile, $afterLine)
      and true
    order by
      file_id,
      line_number
    limit
      5000
  ),
  last as materialized (
    select
      file_id,
      line_number
    from
      old
    order by
      file_id desc,
      line_number desc
    limit
      1
  ),
  gone as (
    delete from feed_waiting
    where
      file_id >= $afterFile
      and file_id <= (
        select
          file_id
        from
          last
      )
      and (file_id, line_number) > ($afterFile, $afterLine)
      and (file_id, line_number) <= (
        select
          file_id,
          line_number
        from
          last
      )
      and true
  )
select
  file_id,
  line_number
from
  last;

-- retention.delete.feed_pieces
--   values: $lastFile bigint, $afterFile bigint, $afterLine integer
--   row: file_id bigint, line_number integer
with
  old as materialized (
    select
      file_id,
      line_number
    from
      feed_pieces
    where
      file_id >= $afterFile
      and file_id <= $lastFile
      and (file_id, line_number) > ($afterFile, $afterLine)
      and not (
        (
          is_open
          and kind = 'chargeback'
        )
        or kind = 'product'
      )
    order by
      file_id,
      line_number
    limit
      5000
  ),
  last as materialized (
    select
      file_id,
      line_number
    from
      old
    order by
      file_id desc,
      line_number desc
    limit
      1
  ),
  gone as (
    delete from feed_pieces
    where
      file_id >= $afterFile
      and file_id <= (
        select
          file_id
        from
          last
      )
      and (file_id, line_number) > ($afterFile, $afterLine)
      and (file_id, line_number) <= (
        select
          file_id,
          line_number
        from
          last
      )
      and not (
        (
          is_open
          and kind = 'chargeback'
        )
        or kind = 'product'
      )
  )
select
  file_id,
  line_number
from
  last;

-- ===== modules/sales-packages/sales-packages.queries.ts =====

-- salesPackages.list
--   values: $mediumId uuid, $from timestamp with time zone, $before timestamp with time zone, $beforeId uuid
--     $rows bigint
--   row: sale_id uuid, sold_at timestamp with time zone, operator_code text, package_code text, name text
--     description text or null, amount_minor bigint, currency character, channel_type text, is_recent boolean
select
  sale_id,
  sold_at,
  operator_code,
  package_code,
  name,
  description,
  amount_minor,
  currency,
  channel_type,
  sold_at >= (
    select
      (
        (
          ((now() at time zone time_zone) - day_cut)::date + case
            when (
              (((now() at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
            ) <= now()
            and (
              (((now() at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
            ) at time zone time_zone = ((now() at time zone time_zone) - day_cut)::date + 1 + day_cut then 1
            else 0
          end
        ) - 28 + day_cut
      ) at time zone time_zone
    from
      operators
    where
      operators.operator_code = sales_packages.operator_code
  ) as is_recent
from
  sales_packages
where
  medium_id = $mediumId
  and sold_at >= $from
  and sold_at <= $before
  and (sold_at, sale_id) < ($before, $beforeId)
order by
  sold_at desc,
  sale_id desc
limit
  $rows;

-- salesPackages.find
--   values: $mediumId uuid, $saleId uuid, $shownFrom timestamp with time zone
--   row: sale_id uuid, sold_at timestamp with time zone, operator_code text, package_code text, name text
--     description text or null, amount_minor bigint, currency character, channel_type text, is_recent boolean
select
  sale_id,
  sold_at,
  operator_code,
  package_code,
  name,
  description,
  amount_minor,
  currency,
  channel_type,
  sold_at >= (
    select
      (
        (
          ((now() at time zone time_zone) - day_cut)::date + case
            when (
              (((now() at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
            ) <= now()
            and (
              (((now() at time zone time_zone) - day_cut)::date + day_cut) at time zone time_zone + interval '24 hours'
            ) at time zone time_zone = ((now() at time zone time_zone) - day_cut)::date + 1 + day_cut then 1
            else 0
          end
        ) - 28 + day_cut
      ) at time zone time_zone
    from
      operators
    where
      operators.operator_code = sales_packages.operator_code
  ) as is_recent
from
  sales_packages
where
  medium_id = $mediumId
  and sale_id = $saleId
  and sold_at >= $shownFrom;

-- ===== modules/second-factors/mail-codes.queries.ts =====

-- mailCodes.upsertSignInCode
--   values: $ticketHash bytea, $codeId uuid, $passengerId uuid
insert into
  sign_in_codes (ticket_hash, code_id, passenger_id, expires_at)
values
  ($ticketHash, $codeId, $passengerId, now() + interval '10 minutes')
on conflict on constraint sign_in_codes__passenger_id do update
set
  ticket_hash = excluded.ticket_hash,
  code_id = excluded.code_id,
  attempts = 0,
  expires_at = excluded.expires_at;

-- mailCodes.takeAttempt
--   values: $ticketHash bytea
--   row: code_id uuid, passenger_id uuid
update sign_in_codes
set
  attempts = attempts + 1
where
  ticket_hash = $ticketHash
  and attempts < 5
  and expires_at > now()
returning
  code_id,
  passenger_id;

-- mailCodes.useSignInCode
--   values: $ticketHash bytea, $codeId uuid
--   row: passenger_id uuid
delete from sign_in_codes
where
  ticket_hash = $ticketHash
  and code_id = $codeId
returning
  passenger_id;

-- mailCodes.findCodeForMail
--   values: $codeId uuid
--   row: email text, display_language text
select
  p.email,
  p.display_language
from
  sign_in_codes c
  join passengers p using (passenger_id)
where
  c.code_id = $codeId
  and c.expires_at > now();

-- mailCodes.updateMailCode
--   values: $passengerId uuid, $isAsked boolean
update passengers
set
  mail_code = $isAsked
where
  passenger_id = $passengerId;

-- ===== modules/second-factors/passkeys.queries.ts =====

-- passkeys.spendChallenge
--   values: $challengeHash bytea, $purpose text, $passengerId uuid or null
--   row: challenge_hash bytea
insert into
  passkey_challenges (challenge_hash, purpose, passenger_id, expires_at)
values
  ($challengeHash, $purpose, $passengerId, now() + interval '1 day')
on conflict on constraint passkey_challenges__pk do nothing
returning
  challenge_hash;

-- passkeys.deleteStaleProofs
with
  codes as (
    delete from sign_in_codes
    where
      expires_at < now()
  )
delete from passkey_challenges
where
  expires_at < now();

-- passkeys.findPasskey
--   values: $credentialId text
--   row: credential_id text, passkey_id uuid, passenger_id uuid, public_key bytea, counter bigint
--     transports text[], status text
select
  k.credential_id,
  k.passkey_id,
  k.passenger_id,
  k.public_key,
  k.counter,
  k.transports,
  p.status
from
  passkeys k
  join passengers p using (passenger_id)
where
  k.credential_id = $credentialId
  and not p.is_sso_shadow_user;

-- passkeys.notePasskeyUse
--   values: $credentialId text, $counter bigint
--   row: passenger_id uuid
update passkeys
set
  counter = $counter,
  last_used_at = now()
where
  credential_id = $credentialId
  and (
    counter < $counter
    or (
      counter = 0
      and $counter = 0
    )
  )
returning
  passenger_id;

-- passkeys.holdPasskey
--   values: $credentialId text, $passengerId uuid
--   row: credential_id text
select
  credential_id
from
  passkeys
where
  credential_id = $credentialId
  and passenger_id = $passengerId
for key share;

-- passkeys.listPasskeys
--   values: $passengerId uuid
--   row: passkey_id uuid, credential_id text, transports text[], name text, created_at timestamp with time zone
--     last_used_at timestamp with time zone or null
select
  passkey_id,
  credential_id,
  transports,
  name,
  created_at,
  last_used_at
from
  passkeys
where
  passenger_id = $passengerId
order by
  created_at,
  passkey_id;

-- passkeys.countPasskeys
--   values: $passengerId uuid
--   row: count integer
select
  count(*)::integer as count
from
  passkeys
where
  passenger_id = $passengerId;

-- passkeys.insertPasskey
--   values: $credentialId text, $passkeyId uuid, $passengerId uuid, $publicKey bytea, $counter bigint
--     $transports text[], $name text
--   row: passkey_id uuid
insert into
  passkeys (credential_id, passkey_id, passenger_id, public_key, counter, transports, name)
values
  ($credentialId, $passkeyId, $passengerId, $publicKey, $counter, $transports, $name)
on conflict on constraint passkeys__pk do nothing
returning
  passkey_id;

-- passkeys.deletePasskey
--   values: $passengerId uuid, $passkeyId uuid
--   row: passkey_id uuid
delete from passkeys
where
  passenger_id = $passengerId
  and passkey_id = $passkeyId
returning
  passkey_id;

-- passkeys.findOwner
--   values: $passengerId uuid
--   row: email text, mail_code boolean, is_sso_shadow_user boolean
select
  email,
  mail_code,
  is_sso_shadow_user
from
  passengers
where
  passenger_id = $passengerId;

-- ===== modules/sessions/sessions.queries.ts =====

-- sessions.findSessionState
--   values: $tokenHash bytea
--   row: state text
select
  case
    when s.expires_at <= now() then 'expired'
    when least(
      s.expires_at,
      case
        when s.idle_seconds > 0 then s.last_seen_at + make_interval(secs => s.idle_seconds)
      end
    ) <= now() then 'idle'
    else 'live'
  end as state
from
  sessions s
  join passengers p using (passenger_id)
where
  s.token_hash = $tokenHash
  and p.status = 'active';

-- sessions.insertSession
--   values: $tokenHash bytea, $passengerId uuid, $absoluteHours integer, $idleSeconds integer
--     $userAgent text or null
insert into
  sessions (token_hash, passenger_id, expires_at, idle_seconds, user_agent)
values
  ($tokenHash, $passengerId, now() + make_interval(hours => $absoluteHours), $idleSeconds, $userAgent);

-- sessions.deleteOldestSessions
--   values: $passengerId uuid, $most bigint
delete from sessions
where
  token_hash in (
    select
      s.token_hash
    from
      sessions s
    where
      s.passenger_id = $passengerId
    order by
      least(
        s.expires_at,
        case
          when s.idle_seconds > 0 then s.last_seen_at + make_interval(secs => s.idle_seconds)
        end
      ) > now() desc,
      s.created_at desc,
      s.token_hash
    offset
      $most
  );

-- sessions.findOwner
--   values: $tokenHash bytea
--   row: passenger_id uuid
select
  passenger_id
from
  sessions
where
  token_hash = $tokenHash;

-- sessions.deleteSession
--   values: $tokenHash bytea
--   row: passenger_id uuid
delete from sessions
where
  token_hash = $tokenHash
returning
  passenger_id;

-- sessions.noteProof
--   values: $tokenHash bytea
update sessions
set
  proven_at = now()
where
  token_hash = $tokenHash;

-- sessions.listOwn
--   values: $passengerId uuid, $currentHash bytea
--   row: id text, started_at timestamp with time zone, last_seen_at timestamp with time zone
--     user_agent text or null, is_current boolean
select
  substr(encode(token_hash, 'hex'), 1, 16) as id,
  created_at as started_at,
  last_seen_at,
  user_agent,
  token_hash = $currentHash as is_current
from
  sessions s
where
  passenger_id = $passengerId
  and least(
    s.expires_at,
    case
      when s.idle_seconds > 0 then s.last_seen_at + make_interval(secs => s.idle_seconds)
    end
  ) > now()
order by
  created_at desc;

-- sessions.deleteOwn
--   values: $passengerId uuid, $sessionId text
--   row: passenger_id uuid
delete from sessions
where
  passenger_id = $passengerId
  and substr(encode(token_hash, 'hex'), 1, 16) = $sessionId
returning
  passenger_id;

-- sessions.deleteOtherSessions
--   values: $passengerId uuid, $keptHash bytea
--   row: token_hash bytea
delete from sessions
where
  passenger_id = $passengerId
  and token_hash <> $keptHash
returning
  token_hash;

-- sessions.deleteSessionsByOrder
--   values: $email text or null, $kind text, $traceId text
--   row: sessions integer, passengers integer
with
  held as (
    select
      p.passenger_id
    from
      passengers p
    where
      (
        $email::text is null
        or p.email = $email
      )
      and exists (
        select
        from
          sessions s
        where
          s.passenger_id = p.passenger_id
      )
    order by
      p.passenger_id
    for no key update
  ),
  ended as (
    delete from sessions s using held
    where
      held.passenger_id = s.passenger_id
    returning
      s.passenger_id
  ),
  written as (
    insert into
      audit_events (kind, passenger_id, trace_id, detail)
    select
      $kind,
      passenger_id,
      $traceId,
      jsonb_build_object('sessions', count(*))
    from
      ended
    group by
      passenger_id
  )
select
  count(*)::integer as sessions,
  count(distinct passenger_id)::integer as passengers
from
  ended;

-- sessions.deleteEndedSessions
select
from
  delete_ended_sessions ();

-- ===== modules/settings/operators.queries.ts =====

-- settings.listOperatorCodes
--   row: operator_code text
select
  operator_code
from
  operators;

-- settings.upsertOperators
--   values: $codes text[], $names text[], $timeZones text[], $dayCuts time without time zone[]
--     $currencies character[], $areHome boolean[]
with
  others as (
    update operators
    set
      is_home = false
    where
      is_home
      and operator_code <> all ($codes::text[])
  )
insert into
  operators (operator_code, name, time_zone, day_cut, currency, is_home)
select
  *
from
  unnest($codes::text[], $names::text[], $timeZones::text[], $dayCuts::time[], $currencies::char(3) [], $areHome::boolean[])
on conflict (operator_code) do update
set
  name = excluded.name,
  time_zone = excluded.time_zone,
  day_cut = excluded.day_cut,
  currency = excluded.currency,
  is_home = excluded.is_home;

-- ===== modules/single-sign-on/single-sign-on.queries.ts =====

-- singleSignOn.insertFlow
--   values: $stateHash bytea, $browserHash bytea, $nonce text, $codeVerifier text, $returnTo text
insert into
  sso_flows (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
values
  ($stateHash, $browserHash, $nonce, $codeVerifier, $returnTo, now() + interval '10 minutes');

-- singleSignOn.takeFlow
--   values: $stateHash bytea, $browserHash bytea
--   row: nonce text, code_verifier text, return_to text
with
  taken as (
    delete from sso_flows
    where
      state_hash = $stateHash
    returning
      *
  )
select
  nonce,
  code_verifier,
  return_to
from
  taken
where
  browser_hash = $browserHash
  and expires_at > now();

-- singleSignOn.deleteStale
with
  flows as (
    delete from sso_flows
    where
      expires_at < now()
  )
delete from sso_logout_tokens
where
  expires_at < now();

-- singleSignOn.findIdentity
--   values: $issuer text, $subject text
--   row: passenger_id uuid, status text
select
  p.passenger_id,
  p.status
from
  sso_identities i
  join passengers p using (passenger_id)
where
  i.issuer = $issuer
  and i.subject = $subject
for update of
  p;

-- singleSignOn.lockIdentity
--   values: $identity text
select
from
  pg_advisory_xact_lock(hashtextextended ($identity, 0));

-- singleSignOn.insertShadowUser
--   values: $passengerId uuid, $email text, $firstName text or null, $lastName text or null, $language text
--   row: passenger_id uuid
insert into
  passengers (passenger_id, email, first_name, last_name, display_language, is_sso_shadow_user)
values
  ($passengerId, $email, $firstName, $lastName, $language, true)
on conflict on constraint passengers__email do nothing
returning
  passenger_id;

-- singleSignOn.insertIdentity
--   values: $issuer text, $subject text, $passengerId uuid
insert into
  sso_identities (issuer, subject, passenger_id)
values
  ($issuer, $subject, $passengerId);

-- singleSignOn.updateShadowUser
--   values: $passengerId uuid, $firstName text or null, $lastName text or null
update passengers
set
  first_name = $firstName,
  last_name = $lastName
where
  passenger_id = $passengerId
  and is_sso_shadow_user;

-- singleSignOn.updateAddress
--   values: $passengerId uuid, $email text
--   row: passenger_id uuid
update passengers
set
  email = $email
where
  passenger_id = $passengerId
  and is_sso_shadow_user
  and status = 'active'
  and email <> $email
returning
  passenger_id;

-- singleSignOn.lockMarks
--   values: $marks bytea[]
select
from
  unnest($marks::bytea[]) as mark,
  pg_advisory_xact_lock(hashtextextended (encode(mark, 'hex'), 0));

-- singleSignOn.insertSsoSession
--   values: $tokenHash bytea, $issuer text, $subject text, $providerSession text or null, $idToken text
--     $issuedAt timestamp with time zone, $subjectMark bytea or null, $sessionMark bytea or null
--   row: token_hash bytea
insert into
  sso_sessions (token_hash, issuer, subject, provider_session, id_token)
select
  $tokenHash,
  $issuer,
  $subject,
  $providerSession,
  $idToken
where
  not exists (
    select
    from
      sso_logout_tokens
    where
      signed_out = $sessionMark
  )
  and not exists (
    select
    from
      sso_logout_tokens
    where
      signed_out = $subjectMark
      and issued_at >= $issuedAt
  )
returning
  token_hash;

-- singleSignOn.findIdToken
--   values: $tokenHash bytea
--   row: id_token text
select
  id_token
from
  sso_sessions
where
  token_hash = $tokenHash;

-- singleSignOn.noteLogoutToken
--   values: $tokenId text, $signedOut bytea or null, $issuedAt timestamp with time zone
--   row: token_id text
insert into
  sso_logout_tokens (token_id, signed_out, issued_at, expires_at)
values
  ($tokenId, $signedOut, $issuedAt, now() + interval '1 hour')
on conflict on constraint sso_logout_tokens__pk do nothing
returning
  token_id;

-- singleSignOn.endSessionsOfProvider
--   values: $issuer text, $subject text or null, $providerSession text or null
--   row: passenger_id uuid
with
  ending as (
    select
      token_hash,
      passenger_id
    from
      sso_sessions
      join sessions using (token_hash)
    where
      issuer = $issuer
      and (
        $subject::text is null
        or subject = $subject
      )
      and (
        $providerSession::text is null
        or provider_session = $providerSession
      )
  ),
  held as (
    select
      passenger_id
    from
      passengers
    where
      passenger_id in (
        select
          passenger_id
        from
          ending
      )
    order by
      passenger_id
    for no key update
  )
delete from sessions
where
  token_hash in (
    select
      token_hash
    from
      ending
      join held using (passenger_id)
  )
returning
  passenger_id;

-- ===== modules/spend/spend.queries.ts =====

-- spend.sum
--   values: $mediumId uuid, $firstDay date, $from timestamp with time zone
--   row: currency character, first_day date, operator_code text, line_id text or null, transport_type text or null
--     trips integer, fare_minor bigint
select
  currency,
  $firstDay::date + (service_day - $firstDay::date) / 7 * 7 as first_day,
  operator_code,
  line_id,
  transport_type,
  count(*)::integer as trips,
  sum(fare_minor)::bigint as fare_minor
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and service_day >= $firstDay::date
group by
  1,
  2,
  3,
  4,
  5;

-- ===== modules/statement-references/statement-references.queries.ts =====

-- statementReferences.find
--   values: $srid text, $amountMinor bigint
--   row: srid text, medium_id uuid, payment_id uuid, opened_at timestamp with time zone, paid boolean
--     is_proven boolean
select
  srid,
  medium_id,
  payment_id,
  opened_at,
  paid,
  $amountMinor = any (coalesce(charged_minor, array[amount_minor])) as is_proven
from
  service_references
where
  srid = $srid
  and not exists (
    select
    from
      contested_references as contest
    where
      contest.srid = $srid
      and contest.payment_id <> service_references.payment_id
  );

-- statementReferences.findCollected
--   values: $mediumId uuid, $paymentId uuid, $amountMinor bigint
--   row: found integer
select
  1 as found
from
  collections
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and outcome = 'approved'
  and coalesce(taken_minor, amount_minor) = $amountMinor
limit
  1;

-- statementReferences.findFormerAmount
--   values: $mediumId uuid, $paymentId uuid, $amountMinor bigint
--   row: found integer
select
  1 as found
from
  debts
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and $amountMinor in (due_minor, paid_before_minor)
union all
select
  1
from
  debt_events
where
  medium_id = $mediumId
  and payment_id = $paymentId
  and amount_minor = $amountMinor
  and event = 'delivered_unpaid'
limit
  1;

-- ===== modules/throttles/throttles.queries.ts =====

-- throttles.reserve
--   values: $buckets bytea[], $limits integer[], $windowSeconds integer[], $leaseSeconds double precision
--   row: bucket bytea, reserved boolean, is_full boolean
with
  wanted as (
    select
      *
    from
      unnest($buckets::bytea[], $limits::integer[], $windowSeconds::integer[]) as w (bucket, most, window_seconds)
  ),
  crowded as (
    select
    from
      throttles t
      join wanted using (bucket)
    where
      t.window_ends_at > now()
      and t.failures + case
        when t.pending_until > now() then t.pending
        else 0
      end >= wanted.most
  ),
  reserved as (
    insert into
      throttles as t (bucket, failures, pending, pending_until, window_ends_at)
    select
      bucket,
      0,
      1,
      now() + make_interval(secs => $leaseSeconds),
      now() + make_interval(secs => window_seconds)
    from
      wanted
    where
      not exists (
        select
        from
          crowded
      )
    on conflict (bucket) do update
    set
      failures = case
        when t.window_ends_at > now() then t.failures
        else 0
      end,
      pending = 1 + case
        when t.pending_until > now() then t.pending
        else 0
      end,
      pending_until = excluded.pending_until,
      window_ends_at = case
        when t.window_ends_at > now() then t.window_ends_at
        else excluded.window_ends_at
      end
    where
      t.window_ends_at <= now()
      or t.failures + case
        when t.pending_until > now() then t.pending
        else 0
      end < (
        select
          most
        from
          wanted
        where
          wanted.bucket = t.bucket
      )
    returning
      bucket
  )
select
  wanted.bucket,
  reserved.bucket is not null as reserved,
  coalesce(
    t.failures >= wanted.most
    and t.window_ends_at > now(),
    false
  ) as is_full
from
  wanted
  left join reserved using (bucket)
  left join throttles t on t.bucket = wanted.bucket;

-- throttles.recordOutcomes
--   values: $buckets bytea[], $failures integer[], $forgives boolean[], $extends boolean[]
--     $windowSeconds integer[]
with
  outcome as (
    select
      *
    from
      unnest($buckets::bytea[], $failures::integer[], $forgives::boolean[], $extends::boolean[], $windowSeconds::integer[]) as o (bucket, failed, forgive, extend, window_seconds)
  ),
  locked as (
    select
      bucket
    from
      throttles
    where
      bucket = any ($buckets)
    order by
      bucket
    for update
  )
update throttles t
set
  pending = greatest(t.pending - 1, 0),
  failures = case
    when outcome.forgive then 0
    else t.failures + outcome.failed
  end,
  window_ends_at = case
    when outcome.failed > 0
    and outcome.extend then now() + make_interval(secs => outcome.window_seconds)
    else t.window_ends_at
  end
from
  outcome
  join locked using (bucket)
where
  t.bucket = outcome.bucket;

-- throttles.findFailure
--   values: $buckets bytea[]
select
from
  throttles
where
  bucket = any ($buckets)
  and failures > 0
  and window_ends_at > now()
limit
  1;

-- throttles.deleteEnded
with
  locked as (
    select
      bucket
    from
      throttles
    where
      greatest(window_ends_at, pending_until) <= now()
      or window_ends_at > now() + interval '25 hours'
    order by
      bucket
    for update
  )
delete from throttles using locked
where
  throttles.bucket = locked.bucket;

-- throttles.deleteBuckets
--   values: $buckets bytea[]
with
  locked as (
    select
      bucket
    from
      throttles
    where
      bucket = any ($buckets)
    order by
      bucket
    for update
  )
delete from throttles using locked
where
  throttles.bucket = locked.bucket;

-- ===== modules/travel/history.queries.ts =====

-- travel.findSeen
--   values: $mediumId uuid
--   row: first_seen_at timestamp with time zone, last_seen_at timestamp with time zone
select
  first_seen_at,
  greatest(
    last_seen_at,
    (
      select
        max(closed_at)
      from
        collections
      where
        medium_id = $mediumId
    ),
    (
      select
        max(closed_at)
      from
        refunds
      where
        medium_id = $mediumId
    )
  ) as last_seen_at
from
  media
where
  medium_id = $mediumId;

-- ===== modules/travel/payment-facts.queries.ts =====

-- travel.listMoves
--   values: $mediumId uuid, $srids text[]
--   row: settlement_id uuid, srid text, requested_at timestamp with time zone or null, direction text, kind text
--     amount_minor bigint, approved boolean, refusal text or null, retrieval_reference text or null
--     given_minor bigint or null, given_currency character or null
select
  settlement_id,
  move.srid,
  move.requested_at,
  direction,
  kind,
  move.amount_minor,
  approved,
  refusal,
  retrieval_reference,
  coalesce(own.given_minor, move.amount_minor) as given_minor,
  coalesce(own.given_currency, own.currency) as given_currency
from
  settlements as
move
left join refunds as own on own.medium_id = move.medium_id
and own.srid = move.srid
and move.settlement_id in (own.refund_id, own.delivered_id)
where
  move.medium_id = $mediumId
  and move.srid = any ($srids)
union all
select
  chargeback_id,
  srid,
  charged_back_at,
  'credit',
  'refund',
  amount_minor,
  true,
  null,
  retrieval_reference,
  amount_minor,
  currency
from
  chargebacks
where
  medium_id = $mediumId
  and srid = any ($srids)
order by
  requested_at nulls last,
  settlement_id;

-- travel.listFares
--   values: $mediumId uuid, $paymentIds uuid[]
--   row: payment_id uuid, is_unpaid boolean, is_settled boolean, currency character, paid_before_minor bigint
--     whole_minor bigint, settled_minor bigint, written_off_minor bigint, collection_id uuid or null
--     amount_minor bigint or null, requested_at timestamp with time zone or null
--     closed_at timestamp with time zone or null, bank_reference text or null, taken_minor bigint or null
--     taken_currency character or null
select
  debts.payment_id,
  debts.is_unpaid,
  debts.state in ('approved', 'unblocking', 'ready') as is_settled,
  debts.currency,
  debts.paid_before_minor,
  debts.paid_before_minor + debts.due_minor as whole_minor,
  case
    when (
      select
        event = 'approve'
      from
        debt_events
      where
        debt_events.medium_id = $mediumId
        and debt_events.payment_id = debts.payment_id
        and event in ('approve', 'delivered_unpaid')
      order by
        version desc
      limit
        1
    ) then debts.paid_before_minor + debts.due_minor - debts.written_off_minor
    else 0
  end as settled_minor,
  case
    when state = 'ready'
    and not exists (
      select
      from
        payments payment
      where
        payment.medium_id = $mediumId
        and payment.opened_at = debts.opened_at
        and payment.payment_id = debts.payment_id
        and payment.status in ('open', 'pending', 'application_error', 'corrupted')
    ) then written_off_minor
    else 0
  end as written_off_minor,
  taken.collection_id,
  taken.amount_minor,
  taken.requested_at,
  taken.closed_at,
  taken.bank_reference,
  coalesce(taken.taken_minor, taken.amount_minor) as taken_minor,
  coalesce(taken.taken_currency, taken.currency) as taken_currency
from
  debts
  left join collections as taken on taken.medium_id = debts.medium_id
  and taken.payment_id = debts.payment_id
  and taken.outcome = 'approved'
where
  debts.medium_id = $mediumId
  and debts.payment_id = any ($paymentIds)
order by
  taken.closed_at;

-- travel.listCollectedFares
--   values: $mediumId uuid, $collectionIds uuid[]
--   row: collection_id uuid, payment_id uuid, opened_at timestamp with time zone, reason text, status text
--     due_minor bigint, paid_minor bigint, debt_paid_minor bigint, srid text or null
--     closed_at timestamp with time zone or null, operator_code text, service_day date, currency character
--     method text
select
  own.collection_id,
  payment.payment_id,
  payment.opened_at,
  payment.reason,
  payment.status,
  payment.due_minor,
  payment.paid_minor,
  payment.debt_paid_minor,
  payment.srid,
  payment.closed_at,
  payment.operator_code,
  payment.service_day,
  payment.currency,
  payment.method
from
  collections as own
  join debts on debts.medium_id = own.medium_id
  and debts.payment_id = own.payment_id
  join payments as payment on payment.medium_id = debts.medium_id
  and payment.opened_at = debts.opened_at
  and payment.payment_id = debts.payment_id
where
  own.medium_id = $mediumId
  and own.collection_id = any ($collectionIds);

-- travel.countTrips
--   values: $mediumId uuid, $from timestamp with time zone, $to timestamp with time zone
--     $shownFrom timestamp with time zone, $srids text[], $duesMinor bigint[], $areOfProducts boolean[]
--   row: srid text, trips integer, sold text[] or null
with
  counted as materialized (
    select
      srid,
      count(*)::integer as trips,
      sum(fare_minor) as fares_minor
    from
      trips
    where
      medium_id = $mediumId
      and started_at >= $from
      and started_at <= $to
      and srid is not null
    group by
      srid
  ),
  unexplained as materialized (
    select
      asked.srid,
      asked.is_of_products
    from
      unnest($srids::text[], $duesMinor::bigint[], $areOfProducts::boolean[]) as asked (srid, due_minor, is_of_products)
      left join counted on counted.srid = asked.srid
    where
      asked.is_of_products
      or asked.due_minor > coalesce(counted.fares_minor, 0)
  )
select
  srid,
  trips,
  null::text[] as sold
from
  counted
union all
select
  unexplained.srid,
  0,
  array_agg(
    distinct product.name
    order by
      product.name
  )
from
  unexplained
  join products as product on product.medium_id = $mediumId
  and product.srid = unexplained.srid
  and product.valid_from >= $shownFrom
where
  unexplained.is_of_products
  or not exists (
    select
    from
      trips as trip
    where
      trip.medium_id = $mediumId
      and trip.started_at >= $from
      and trip.started_at <= $to
      and trip.srid = product.srid
      and (
        trip.started_at = product.valid_from
        or (trip.file_id, trip.line_number) = (product.file_id, product.line_number)
      )
  )
group by
  unexplained.srid;

-- travel.findPaymentKey
--   values: $srid text
--   row: medium_id uuid, payment_id uuid, opened_at timestamp with time zone
select
  medium_id,
  payment_id,
  opened_at
from
  service_references
where
  srid = $srid;

-- travel.findPaymentByKey
--   values: $mediumId uuid, $openedAt timestamp with time zone, $paymentId uuid
--   row: payment_id uuid, opened_at timestamp with time zone, reason text, status text, due_minor bigint
--     paid_minor bigint, debt_paid_minor bigint, srid text or null, closed_at timestamp with time zone or null
--     operator_code text, service_day date, currency character, method text
select
  payment_id,
  opened_at,
  reason,
  status,
  due_minor,
  paid_minor,
  debt_paid_minor,
  srid,
  closed_at,
  operator_code,
  service_day,
  currency,
  method
from
  payments
where
  medium_id = $mediumId
  and opened_at = $openedAt
  and payment_id = $paymentId;

-- ===== modules/travel/timetable-names.queries.ts =====

-- timetableNames.readVersion
--   row: version bigint or null
select
  max(file_id) as version
from
  feed_files
where
  format = 'gtfs';

-- timetableNames.listOperators
--   row: operator_code text, name text, time_zone text, day_cut time without time zone, is_home boolean
select
  operator_code,
  name,
  time_zone,
  day_cut,
  is_home
from
  operators;

-- timetableNames.findLines
--   values: $language text, $operatorCode text, $lineIds text[]
--   row: line_id text, name text, long_name text or null, color text or null, text_color text or null
--     transport_type text
select
  line_id,
  name,
  coalesce(names ->> $language, long_name) as long_name,
  color,
  text_color,
  transport_type
from
  lines
where
  operator_code = $operatorCode
  and line_id = any ($lineIds);

-- timetableNames.findLinesOfSigns
--   values: $language text, $operatorCode text, $signs text[]
--   row: line_id text, name text, long_name text or null, color text or null, text_color text or null
--     transport_type text
select distinct
  on (name) line_id,
  name,
  coalesce(names ->> $language, long_name) as long_name,
  color,
  text_color,
  transport_type
from
  lines line
where
  operator_code = $operatorCode
  and name = any ($signs)
  and not exists (
    select
    from
      lines other
    where
      other.operator_code = line.operator_code
      and other.name = line.name
      and (
        other.updated_at > line.updated_at
        or other.updated_at = line.updated_at
        and (other.long_name, other.names, other.color, other.text_color, other.transport_type) is distinct from (line.long_name, line.names, line.color, line.text_color, line.transport_type)
      )
  )
order by
  name,
  line_id;

-- timetableNames.findStops
--   values: $language text, $operatorCode text, $stopIds text[]
--   row: stop_id text, name text
select
  stop.stop_id,
  coalesce(station.names ->> $language, station.name, stop.names ->> $language, stop.name) as name
from
  stops stop
  left join stops station on station.operator_code = stop.operator_code
  and station.stop_id = stop.parent_stop_id
where
  stop.operator_code = $operatorCode
  and stop.stop_id = any ($stopIds);

-- timetableNames.findStopsOfCodes
--   values: $language text, $operatorCode text, $codes text[]
--   row: code text, name text
select
  code,
  min(name) as name
from
  (
    select
      stop.stop_code as code,
      coalesce(station.names ->> $language, station.name, stop.names ->> $language, stop.name) as name
    from
      stops stop
      left join stops station on station.operator_code = stop.operator_code
      and station.stop_id = stop.parent_stop_id
    where
      stop.operator_code = $operatorCode
      and stop.stop_code = any ($codes)
      and not exists (
        select
        from
          stops newer
        where
          newer.operator_code = stop.operator_code
          and newer.stop_code = stop.stop_code
          and newer.updated_at > stop.updated_at
      )
  ) coded
group by
  code
having
  count(distinct name) = 1;

-- ===== modules/trips/trips.queries.ts =====

-- trips.list
--   values: $mediumId uuid, $from timestamp with time zone, $before timestamp with time zone, $beforeId uuid
--     $rows bigint
--   row: trip_id uuid, started_at timestamp with time zone, operator_code text, line_id text or null
--     line_name text or null, transport_type text or null, status text, fare_minor bigint, currency character
--     fare_reason text or null, updated_at timestamp with time zone
--     checked_out_at timestamp with time zone or null, from_stop_id text or null, from_name text or null
--     to_stop_id text or null, to_name text or null, service_day date, srid text or null
--     refund_minor bigint or null, refund_reason text or null
select
  trip_id,
  started_at,
  operator_code,
  line_id,
  line_name,
  transport_type,
  status,
  fare_minor,
  currency,
  fare_reason,
  updated_at,
  checked_out_at,
  from_stop_id,
  from_name,
  to_stop_id,
  to_name,
  service_day,
  srid,
  refund_minor,
  refund_reason
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $before
  and (started_at, trip_id) < ($before, $beforeId)
order by
  started_at desc,
  trip_id desc
limit
  $rows;

-- trips.listKeys
--   values: $mediumId uuid, $from timestamp with time zone, $before timestamp with time zone, $beforeId uuid
--     $rows bigint
--   row: trip_id uuid, started_at timestamp with time zone
select
  trip_id,
  started_at
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $before
  and (started_at, trip_id) < ($before, $beforeId)
order by
  started_at desc,
  trip_id desc
limit
  $rows;

-- trips.findKeys
--   values: $mediumId uuid, $tripIds uuid[], $from timestamp with time zone, $to timestamp with time zone
--   row: trip_id uuid, started_at timestamp with time zone
select
  trip_id,
  started_at
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $to
  and trip_id = any ($tripIds);

-- trips.listFares
--   values: $mediumId uuid, $srids text[], $from timestamp with time zone, $to timestamp with time zone
--   row: trip_id uuid, started_at timestamp with time zone, srid text, fare_minor bigint
--     refund_minor bigint or null
select
  trip_id,
  started_at,
  srid,
  fare_minor,
  refund_minor
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $to
  and srid = any ($srids);

-- trips.sumDays
--   values: $mediumId uuid, $from timestamp with time zone, $fromId uuid, $to timestamp with time zone, $toId uuid
--   row: service_day date, currency character, trips integer, fare_minor bigint
select
  service_day,
  currency,
  count(*)::integer as trips,
  sum(fare_minor)::bigint as fare_minor
from
  trips
where
  medium_id = $mediumId
  and started_at >= $from
  and started_at <= $to
  and (started_at, trip_id) >= ($from, $fromId)
  and (started_at, trip_id) < ($to, $toId)
group by
  service_day,
  currency;

-- trips.find
--   values: $mediumId uuid, $id uuid, $from timestamp with time zone, $to timestamp with time zone
--     $chargedFrom timestamp with time zone, $chargedTo timestamp with time zone
--   row: trip_id uuid, started_at timestamp with time zone, operator_code text, line_id text or null
--     line_name text or null, transport_type text or null, status text, fare_minor bigint, currency character
--     fare_reason text or null, updated_at timestamp with time zone
--     checked_out_at timestamp with time zone or null, from_stop_id text or null, from_name text or null
--     to_stop_id text or null, to_name text or null, service_day date, srid text or null
--     refund_minor bigint or null, refund_reason text or null, checked_in_at timestamp with time zone or null
--     charge text[] or null
select
  trip_id,
  started_at,
  operator_code,
  line_id,
  line_name,
  transport_type,
  status,
  fare_minor,
  currency,
  fare_reason,
  updated_at,
  checked_out_at,
  from_stop_id,
  from_name,
  to_stop_id,
  to_name,
  service_day,
  srid,
  refund_minor,
  refund_reason,
  checked_in_at,
  (
    select
      array[charge.payment_id::text, charge.opened_at::text]
    from
      payments charge
    where
      charge.medium_id = $mediumId
      and charge.srid = trips.srid
      and charge.reason not in ('refund', 'debt_recovery', 'recover')
      and charge.opened_at >= $chargedFrom
      and charge.opened_at <= $chargedTo
      and trips.started_at - charge.opened_at <= interval '40 days'
      and charge.opened_at - trips.started_at <= interval '2 days'
    order by
      charge.opened_at desc
    limit
      1
  ) as charge
from
  trips
where
  medium_id = $mediumId
  and trip_id = $id
  and started_at >= $from
  and started_at <= $to
order by
  started_at desc
limit
  1;

-- ===== modules/users/users.queries.ts =====

-- users.findCandidate
--   values: $email text
--   row: passenger_id uuid, status text, must_change_password boolean, mail_code boolean
--     correct_login_count integer, password_hash text, changed_at timestamp with time zone, was_changed boolean
--     logins_since_change integer, days_since_change integer
select
  p.passenger_id,
  p.status,
  p.must_change_password,
  p.mail_code,
  p.correct_login_count,
  c.password_hash,
  c.changed_at,
  c.changed_at > p.created_at as was_changed,
  c.logins_since_change,
  floor(
    extract(
      epoch
      from
        now() - c.changed_at
    ) / 86400
  )::integer as days_since_change
from
  passengers p
  join credentials c using (passenger_id)
where
  not p.is_sso_shadow_user
  and p.email = $email;

-- users.findCandidateAgain
--   values: $passengerId uuid
--   row: passenger_id uuid, status text, must_change_password boolean, mail_code boolean
--     correct_login_count integer, password_hash text, changed_at timestamp with time zone, was_changed boolean
--     logins_since_change integer, days_since_change integer
select
  p.passenger_id,
  p.status,
  p.must_change_password,
  p.mail_code,
  p.correct_login_count,
  c.password_hash,
  c.changed_at,
  c.changed_at > p.created_at as was_changed,
  c.logins_since_change,
  floor(
    extract(
      epoch
      from
        now() - c.changed_at
    ) / 86400
  )::integer as days_since_change
from
  passengers p
  join credentials c using (passenger_id)
where
  not p.is_sso_shadow_user
  and p.passenger_id = $passengerId;

-- users.countCorrectLogin
--   values: $passengerId uuid
--   row: passenger_id uuid
with
  used as (
    update credentials
    set
      logins_since_change = logins_since_change + 1
    where
      passenger_id = $passengerId
  )
update passengers
set
  correct_login_count = correct_login_count + 1,
  last_correct_login_at = now()
where
  passenger_id = $passengerId
  and status = 'active'
returning
  passenger_id;

-- users.countIncorrectLoginAt
--   values: $email text
--   row: passenger_id uuid
update passengers
set
  incorrect_login_count = incorrect_login_count + 1,
  last_incorrect_login_at = now()
where
  email = $email
returning
  passenger_id;

-- users.countIncorrectLoginOf
--   values: $passengerId uuid
update passengers
set
  incorrect_login_count = incorrect_login_count + 1,
  last_incorrect_login_at = now()
where
  passenger_id = $passengerId
  and status <> 'anonymised';

-- users.noteLogout
--   values: $passengerId uuid
update passengers
set
  last_logout_at = now()
where
  passenger_id = $passengerId
  and status = 'active';

-- users.getSettingsRow
--   values: $passengerId uuid, $version text
--   row: email text, first_name text or null, last_name text or null, is_sso_shadow_user boolean
--     show_first_page boolean, display_language text, correct_login_count integer, incorrect_login_count integer
--     last_correct_login_at timestamp with time zone or null
--     last_incorrect_login_at timestamp with time zone or null, last_logout_at timestamp with time zone or null
--     unwanted_news text[], wants_month boolean, consent_due boolean
select
  email,
  first_name,
  last_name,
  is_sso_shadow_user,
  show_first_page,
  display_language,
  correct_login_count,
  incorrect_login_count,
  last_correct_login_at,
  last_incorrect_login_at,
  last_logout_at,
  unwanted_news,
  exists (
    select
    from
      month_mails
    where
      passenger_id = $passengerId
      and is_wanted
  ) as wants_month,
  not is_sso_shadow_user
  and not exists (
    select
    from
      consents c
    where
      c.passenger_id = $passengerId
      and c.version = $version
  ) as consent_due
from
  passengers
where
  passenger_id = $passengerId;

-- users.findNames
--   values: $passengerId uuid
--   row: first_name text or null, last_name text or null
select
  first_name,
  last_name
from
  passengers
where
  passenger_id = $passengerId;

-- users.updateLanguage
--   values: $passengerId uuid, $language text
update passengers
set
  display_language = $language
where
  passenger_id = $passengerId
  and status = 'active';

-- users.updateNames
--   values: $passengerId uuid, $firstName text or null, $lastName text or null
--   row: is_changed boolean
with
  former as (
    select
      passenger_id,
      first_name,
      last_name
    from
      passengers
    where
      passenger_id = $passengerId
      and status = 'active'
      and not is_sso_shadow_user
    for no key update
  ),
  edited as (
    update passengers
    set
      first_name = $firstName,
      last_name = $lastName
    from
      former
    where
      passengers.passenger_id = $passengerId
      and passengers.passenger_id = former.passenger_id
      and (
        former.first_name is distinct from $firstName
        or former.last_name is distinct from $lastName
      )
  )
select
  first_name is distinct from $firstName
  or last_name is distinct from $lastName as is_changed
from
  former;

-- ===== modules/work-trips/work-trips.queries.ts =====

-- workTrips.findOwnCard
--   values: $passengerId uuid, $cardId integer
select
from
  cards
where
  passenger_id = $passengerId
  and card_id = $cardId
  and successor_card_id is null;

-- workTrips.listMarks
--   values: $passengerId uuid, $tripIds uuid[]
--   row: trip_id uuid, is_for_work boolean
select
  trip_id,
  is_for_work
from
  work_marks
where
  passenger_id = $passengerId
  and trip_id = any ($tripIds);

-- workTrips.listRules
--   values: $passengerId uuid, $from timestamp with time zone, $to timestamp with time zone
--   row: card_id integer, starts_at timestamp with time zone, ends_at timestamp with time zone or null
select
  card_id,
  starts_at,
  ends_at
from
  work_rules
where
  passenger_id = $passengerId
  and starts_at <= $to
  and (
    ends_at is null
    or ends_at > $from
  )
order by
  card_id,
  starts_at;

-- workTrips.findOpenRule
--   values: $passengerId uuid, $cardId integer
--   row: starts_at timestamp with time zone
select
  starts_at
from
  work_rules
where
  passenger_id = $passengerId
  and card_id = $cardId
  and ends_at is null;

-- workTrips.putMarks
--   values: $passengerId uuid, $cardId integer, $tripIds uuid[], $startedAt timestamp with time zone[]
--     $isForWork boolean[]
insert into
  work_marks (passenger_id, trip_id, card_id, started_at, is_for_work)
select
  $passengerId,
  trip_id,
  $cardId,
  started_at,
  is_for_work
from
  unnest($tripIds::uuid[], $startedAt::timestamptz[], $isForWork::boolean[]) as wanted (trip_id, started_at, is_for_work)
on conflict (passenger_id, trip_id) do update
set
  card_id = excluded.card_id,
  started_at = excluded.started_at,
  is_for_work = excluded.is_for_work;

-- workTrips.deleteMarks
--   values: $passengerId uuid, $tripIds uuid[]
delete from work_marks
where
  passenger_id = $passengerId
  and trip_id = any ($tripIds);

-- workTrips.beginRule
--   values: $passengerId uuid, $cardId integer
insert into
  work_rules (passenger_id, card_id)
values
  ($passengerId, $cardId)
on conflict (passenger_id, card_id)
where
  ends_at is null do nothing;

-- workTrips.endRule
--   values: $passengerId uuid, $cardId integer
update work_rules
set
  ends_at = greatest(clock_timestamp(), starts_at)
where
  passenger_id = $passengerId
  and card_id = $cardId
  and ends_at is null;

-- workTrips.deleteOldMarks
--   values: $monthsToKeep integer
with
  old as (
    select
      passenger_id,
      trip_id
    from
      work_marks
    where
      started_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
    for update
      skip locked
  )
delete from work_marks using old
where
  work_marks.passenger_id = old.passenger_id
  and work_marks.trip_id = old.trip_id;

-- workTrips.deleteOldRules
--   values: $monthsToKeep integer
with
  old as (
    select
      passenger_id,
      card_id,
      starts_at
    from
      work_rules
    where
      ends_at < date_trunc('month', now() - make_interval(months => $monthsToKeep), 'UTC')
    for update
      skip locked
  )
delete from work_rules using old
where
  work_rules.passenger_id = old.passenger_id
  and work_rules.card_id = old.card_id
  and work_rules.starts_at = old.starts_at;

-- ===== plugins/idempotency-keys.queries.ts =====

-- idempotencyKeys.take
--   values: $caller bytea, $key text, $call text, $requestHash bytea, $runningSeconds double precision
--   row: running_until timestamp with time zone
insert into
  idempotency_keys as known (
    caller,
    key,
    call,
    request_hash,
    running_until,
    created_at
  )
values
  ($caller, $key, $call, $requestHash, now() + make_interval(secs => $runningSeconds), now())
on conflict (caller, key) do update
set
  running_until = excluded.running_until
where
  known.status is null
  and known.running_until <= now()
  and known.request_hash = excluded.request_hash
returning
  running_until;

-- idempotencyKeys.find
--   values: $caller bytea, $key text, $requestHash bytea
--   row: is_same boolean, status integer or null, answer jsonb or null
select
  request_hash = $requestHash as is_same,
  status,
  answer
from
  idempotency_keys
where
  caller = $caller
  and key = $key;

-- idempotencyKeys.remember
--   values: $caller bytea, $key text, $runningUntil timestamp with time zone, $status integer, $answer jsonb
--   row: key text
update idempotency_keys
set
  status = $status,
  answer = $answer
where
  caller = $caller
  and key = $key
  and running_until = $runningUntil
  and status is null
returning
  key;

-- idempotencyKeys.release
--   values: $caller bytea, $key text, $runningUntil timestamp with time zone
delete from idempotency_keys
where
  caller = $caller
  and key = $key
  and running_until = $runningUntil
  and status is null;

-- idempotencyKeys.deleteOld
--   values: $before timestamp with time zone
delete from idempotency_keys
where
  created_at < least(now() - interval '7 days', $before::timestamptz - interval '1 hour');

-- ===== queue/jobs.queries.ts =====

-- jobs.addJob
--   values: $task text, $payload json, $key text, $mostAttempts integer
select
from
  enqueue_job ($task, $payload, $key, $mostAttempts);

-- jobs.removeJobsAbout
--   values: $passengerId uuid, $subjectIds uuid[]
select
from
  remove_jobs_about ($passengerId, $subjectIds);

-- jobs.listMailsUnderWay
--   row: attempt text
select
  id || '/' || locked_at as attempt
from
  graphile_worker._private_jobs
where
  locked_at > now() - interval '65 seconds'
  and payload ->> 'mail' <> 'account-closed';

-- jobs.sumWaitingMails
--   values: $task text, $aboutAddress text
--   row: mails integer, since timestamp with time zone or null, error text or null, refused_addresses integer
select
  count(*) filter (
    where
      not is_about_address
  )::integer as mails,
  min(created_at) filter (
    where
      not is_about_address
  ) as since,
  (
    array_agg(
      last_error
      order by
        created_at desc
    ) filter (
      where
        not is_about_address
    )
  ) [1] as error,
  count(*) filter (
    where
      is_about_address
  )::integer as refused_addresses
from
  (
    select
      created_at,
      last_error,
      last_error like $aboutAddress as is_about_address
    from
      graphile_worker.jobs
    where
      task_identifier = $task
      and last_error is not null
      and attempts < max_attempts
      and created_at < now() - interval '1 hour'
  ) as waiting;

-- jobs.retryRefused
--   values: $errors text
update graphile_worker._private_jobs
set
  run_at = now()
where
  locked_at is null
  and run_at > now()
  and attempts < max_attempts
  and last_error ~ $errors;

-- jobs.countFewerAttempts
--   values: $jobId bigint, $most integer, $days integer
update graphile_worker._private_jobs
set
  attempts = least(attempts, $most::integer)
where
  id = $jobId
  and created_at > now() - make_interval(days => $days);

-- jobs.leaveFewAttempts
--   values: $jobId bigint, $error text, $left integer
update graphile_worker._private_jobs
set
  attempts = greatest(attempts, max_attempts - $left::integer)
where
  id = $jobId
  and last_error like $error;

-- jobs.endFarWaits
update graphile_worker._private_jobs
set
  run_at = now()
where
  locked_at is null
  and run_at > now() + greatest(interval '2 hours', make_interval(secs => exp(least(attempts, 10)) + 600));

-- jobs.deleteGivenUp
with
  given_up as (
    select
      array_agg(id) as ids
    from
      graphile_worker._private_jobs
    where
      attempts >= max_attempts
      and locked_at is null
      and (
        key is null
        or payload ->> 'recipient' is not null
        or updated_at < now() - interval '7 days'
      )
    having
      count(*) > 0
  )
select
from
  given_up
  cross join lateral graphile_worker.complete_jobs (given_up.ids);

-- ===== queue/workers.queries.ts =====

-- workers.beat
--   values: $workerId text, $process text or null
insert into
  queue_workers (worker_id, process)
values
  ($workerId, $process)
on conflict (worker_id) do update
set
  seen_at = now();

-- workers.signOff
--   values: $workerId text
delete from queue_workers
where
  worker_id = $workerId;

-- workers.findLiving
--   row: is_alive boolean
select
  exists (
    select
    from
      queue_workers
    where
      seen_at > now() - interval '5 minutes'
  ) as is_alive;

-- workers.listHolders
--   row: worker_id text, seen_at timestamp with time zone or null, process text or null
select distinct
  job.locked_by as worker_id,
  worker.seen_at,
  worker.process
from
  graphile_worker._private_jobs job
  left join queue_workers worker on worker.worker_id = job.locked_by
where
  job.locked_by is not null;

-- workers.freeJobsOf
--   values: $workerIds text[]
--   row: id bigint
update graphile_worker._private_jobs
set
  locked_at = null,
  locked_by = null
where
  locked_by = any ($workerIds)
returning
  id;

-- workers.deleteOldWorkers
delete from queue_workers
where
  seen_at < now() - interval '1 day';

-- workers.findLongestWait
--   values: $tasks text[]
--   row: seconds integer or null
select
  extract(
    epoch
    from
      now() - min(greatest(run_at, created_at))
  )::int as seconds
from
  graphile_worker.jobs
where
  locked_at is null
  and attempts < max_attempts
  and run_at <= now()
  and task_identifier = any ($tasks);

-- workers.correctTimetable
--   values: $ownTime timestamp with time zone
update graphile_worker._private_known_crontabs
set
  last_execution = least(now(), $ownTime)
where
  last_execution > least(now(), $ownTime) + interval '2 minutes';

-- ===== sign-in/new-password.queries.ts =====

-- signIn.endOldAccess
--   values: $passengerId uuid, $keptSession bytea or null, $keptPasskeys uuid[] or null
--   row: removed integer, kept integer
with
  sessions_ended as (
    delete from sessions
    where
      passenger_id = $passengerId
      and token_hash is distinct from $keptSession
  ),
  codes_ended as (
    delete from sign_in_codes
    where
      passenger_id = $passengerId
  ),
  removed as (
    delete from passkeys
    where
      passenger_id = $passengerId
      and passkey_id <> all ($keptPasskeys::uuid[])
    returning
      passkey_id
  )
select
  (
    select
      count(*)::integer
    from
      removed
  ) as removed,
  count(*)::integer as kept
from
  passkeys
where
  passenger_id = $passengerId
  and passkey_id not in (
    select
      passkey_id
    from
      removed
  );
