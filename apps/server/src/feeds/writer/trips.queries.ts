import { keepLatest, type StageStatements } from './staging.queries.ts';
import { transportTypeOf } from './transport-type.sql.ts';
import { upsertStatements } from './upsert.queries.ts';

const copyFares = `
  copy stage_fares (trip_id, tap_id, operator_code, line_id, status, fare_minor, fare_reason, from_name, to_name,
    checked_out_at, updated_at, product_id, product_name, product_description, valid_from, valid_to,
    exported_at, file_id, line_number) from stdin`;

export const stageFares: StageStatements = { copy: copyFares, keepLatest: keepLatest('stage_fares', 'trip_id') };

/** Look-up and tap are met in two statements: they lie on different nodes of a distributed engine. */
export const findBoardings = `
  insert into stage_boarded_fares
  select known.medium_id, known.tapped_at, fare.*
  from stage_fares as fare
  join tap_lookups as known on known.tap_id = fare.tap_id`;

/**
 * A trip is a fare and what its taps know: card, start, currency, payment, line and stops. What the reader wrote goes
 * before what the fare repeats of it (zones, often), so that a correction of the tap means the same whether it comes
 * before the fare or after. The day of operation is the same rule as `serviceDayOf` of the domain package; a test holds
 * the two together.
 */
export const stageTrips = `
  insert into stage_trips (medium_id, started_at, trip_id, operator_code, tap_id, srid, line_id, line_name,
    transport_type, status, fare_minor, currency, fare_reason, from_stop_id, from_name, to_stop_id, to_name,
    checked_in_at, checked_out_at, service_day, updated_at, exported_at, file_id, line_number)
  select fare.medium_id,
    fare.started_at,
    fare.trip_id,
    fare.operator_code,
    fare.tap_id,
    tap.srid,
    coalesce(tap.line_id, fare.line_id),
    tap.line_name,
    ${transportTypeOf('tap.line_name')},
    fare.status,
    fare.fare_minor,
    coalesce(tap.currency, operator.currency),
    fare.fare_reason,
    tap.stop_id,
    coalesce(tap.stop_name, fare.from_name),
    exit_tap.stop_id,
    coalesce(exit_tap.stop_name, fare.to_name),
    fare.started_at,
    fare.checked_out_at,
    ((fare.started_at at time zone operator.time_zone) - operator.day_cut)::date,
    fare.updated_at,
    fare.exported_at,
    fare.file_id,
    fare.line_number
  from stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
  join taps as tap on tap.medium_id = fare.medium_id
    and tap.tapped_at = fare.started_at
    and tap.tap_id = fare.tap_id
  left join lateral (
    select off.stop_id, off.stop_name
    from taps as off
    where off.medium_id = fare.medium_id
      and off.tapped_at = fare.checked_out_at
      and off.direction = 'off'
    order by off.tap_id
    limit 1
  ) as exit_tap on true`;

/** A correction cannot reach the columns that belong to the tap: those follow the tap (see `carryToTrips`). */
export const upsertTrips = upsertStatements({
  table: 'trips',
  stage: 'stage_trips',
  key: ['medium_id', 'started_at', 'trip_id'],
  content: [
    'operator_code',
    'tap_id',
    'srid',
    'line_id',
    'line_name',
    'transport_type',
    'status',
    'fare_minor',
    'currency',
    'fare_reason',
    'from_stop_id',
    'from_name',
    'to_stop_id',
    'to_name',
    'checked_in_at',
    'checked_out_at',
    'service_day',
  ],
  silent: ['updated_at'],
});

export const anyTrips = 'select exists (select from trips) as found';

export const stageProducts = `
  insert into stage_products (medium_id, valid_from, product_id, operator_code, name, description, valid_to,
    amount_minor, currency, status, srid, updated_at, exported_at, file_id, line_number)
  select fare.medium_id, fare.valid_from, fare.product_id, fare.operator_code, fare.product_name,
    fare.product_description, fare.valid_to, fare.fare_minor, coalesce(tap.currency, operator.currency), 'active',
    tap.srid, fare.updated_at, fare.exported_at, fare.file_id, fare.line_number
  from stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
  join taps as tap on tap.medium_id = fare.medium_id
    and tap.tapped_at = fare.started_at
    and tap.tap_id = fare.tap_id
  where fare.product_id is not null`;

/** The start of validity is part of the key: a product whose start was corrected is moved, not doubled. */
export const removeMovedProducts = `
  delete from products as target
  using stage_products as stage
  where target.medium_id = stage.medium_id
    and target.product_id = stage.product_id
    and target.valid_from <> stage.valid_from
    and (target.exported_at, target.file_id, target.line_number)
      < (stage.exported_at, stage.file_id, stage.line_number)`;

/** The reverse: an older export that comes late must not bring the old start back. */
export const dropOutdatedProducts = `
  delete from stage_products as stage
  using products as target
  where target.medium_id = stage.medium_id
    and target.product_id = stage.product_id
    and target.valid_from <> stage.valid_from`;

export const upsertProducts = upsertStatements({
  table: 'products',
  stage: 'stage_products',
  key: ['medium_id', 'valid_from', 'product_id'],
  content: ['operator_code', 'name', 'description', 'valid_to', 'amount_minor', 'currency', 'status', 'srid'],
  silent: ['updated_at'],
});

export const insertWaiting = `
  insert into feed_waiting (tap_id, trip_id, file_id, line_number, record)
  select fare.tap_id, fare.trip_id, fare.file_id, fare.line_number, to_jsonb(fare)
  from stage_fares as fare
  where not exists (select from tap_lookups as known where known.tap_id = fare.tap_id)
  on conflict do nothing`;

/** A newer version of a fare that is still waiting. */
export const updateWaiting = `
  update feed_waiting as waiting
  set file_id = fare.file_id,
    line_number = fare.line_number,
    record = to_jsonb(fare)
  from stage_fares as fare
  where waiting.tap_id = fare.tap_id
    and waiting.trip_id = fare.trip_id
    and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number)
      < (fare.exported_at, fare.file_id, fare.line_number)`;

/** Fares that wait for a tap which, says a newer export, was not theirs. */
export const forgetOutdatedWaiting = `
  delete from feed_waiting as waiting
  using stage_fares as fare
  where waiting.trip_id = fare.trip_id
    and waiting.tap_id <> fare.tap_id
    and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number)
      < (fare.exported_at, fare.file_id, fare.line_number)`;

export const anythingWaits = 'select exists (select from feed_waiting) as found';
