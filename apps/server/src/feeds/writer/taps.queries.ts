import { keepLatest, type StageStatements } from './staging.queries.ts';
import { transportTypeOf } from './transport-type.sql.ts';
import { upsertStatements } from './upsert.queries.ts';

const copyTaps = `
  copy stage_taps (tap_id, medium_id, tapped_at, operator_code, direction, outcome, stop_id, stop_name, line_id,
    line_name, srid, currency, received_at, exported_at, file_id, line_number) from stdin`;

export const stageTaps: StageStatements = { copy: copyTaps, keepLatest: keepLatest('stage_taps', 'tap_id') };

export const insertLookups = `
  insert into tap_lookups (tap_id, medium_id, tapped_at, file_id, line_number)
  select tap_id, medium_id, tapped_at, file_id, line_number
  from stage_taps
  on conflict do nothing`;

/** Marks the taps that lie elsewhere so far: at another time, with another card, or both. */
export const markMovedTaps = `
  update stage_taps as stage
  set was_medium_id = known.medium_id,
    was_tapped_at = known.tapped_at
  from tap_lookups as known
  where known.tap_id = stage.tap_id
    and (known.medium_id, known.tapped_at) <> (stage.medium_id, stage.tapped_at)`;

/** A card is corrected, or a clock; both at once, and by more than a day, is another tap under an id that was used. */
export const removeReusedTaps = `
  delete from stage_taps
  where was_medium_id <> medium_id
    and (tapped_at > was_tapped_at + interval '1 day' or tapped_at < was_tapped_at - interval '1 day')
  returning line_number`;

/** An older export that comes late must not bring the old place back. */
export const dropOutdatedTaps = `
  delete from stage_taps as stage
  using taps as known
  where known.medium_id = stage.was_medium_id
    and known.tapped_at = stage.was_tapped_at
    and known.tap_id = stage.tap_id
    and (known.exported_at, known.file_id, known.line_number)
      > (stage.exported_at, stage.file_id, stage.line_number)`;

/** Payments that lose a tap, be it to another payment, card or time: they may begin on another day without it. */
export const stageLeftPayments = `
  insert into stage_left_payments (medium_id, srid)
  select distinct known.medium_id, known.srid
  from stage_taps as stage
  join taps as known on known.medium_id = coalesce(stage.was_medium_id, stage.medium_id)
    and known.tapped_at = coalesce(stage.was_tapped_at, stage.tapped_at)
    and known.tap_id = stage.tap_id
  where known.srid is not null
    and (known.medium_id, known.tapped_at, known.srid)
      is distinct from (stage.medium_id, stage.tapped_at, stage.srid)`;

export const removeMovedTaps = `
  delete from taps as target
  using stage_taps as stage
  where target.medium_id = stage.was_medium_id
    and target.tapped_at = stage.was_tapped_at
    and target.tap_id = stage.tap_id`;

export const moveLookups = `
  update tap_lookups as known
  set medium_id = stage.medium_id,
    tapped_at = stage.tapped_at
  from stage_taps as stage
  where stage.was_medium_id is not null
    and known.tap_id = stage.tap_id`;

export const upsertTaps = upsertStatements({
  table: 'taps',
  stage: 'stage_taps',
  key: ['medium_id', 'tapped_at', 'tap_id'],
  content: [
    'operator_code',
    'direction',
    'outcome',
    'stop_id',
    'stop_name',
    'line_id',
    'line_name',
    'srid',
    'currency',
    'received_at',
  ],
});

/** What trips took over from a tap that has been corrected since: above all the payment it was put under. */
export const carryToTrips = `
  update trips as trip
  set srid = tap.srid,
    currency = coalesce(tap.currency, trip.currency),
    line_id = coalesce(tap.line_id, trip.line_id),
    line_name = tap.line_name,
    transport_type = ${transportTypeOf('tap.line_name')},
    from_stop_id = tap.stop_id,
    from_name = coalesce(tap.stop_name, trip.from_name)
  from stage_taps as stage
  join taps as tap on tap.medium_id = stage.medium_id
    and tap.tapped_at = stage.tapped_at
    and tap.tap_id = stage.tap_id
  where trip.medium_id = stage.medium_id
    and trip.started_at = stage.tapped_at
    and trip.tap_id = stage.tap_id
    and (trip.srid, trip.currency, trip.line_id, trip.line_name, trip.from_stop_id, trip.from_name)
      is distinct from (tap.srid, coalesce(tap.currency, trip.currency), coalesce(tap.line_id, trip.line_id),
        tap.line_name, tap.stop_id, coalesce(tap.stop_name, trip.from_name))`;

/** The same for the tickets bought there: a ticket comes in the same line as its fare. */
export const carryToProducts = `
  update products as product
  set srid = trip.srid,
    currency = trip.currency
  from stage_taps as stage
  join trips as trip on trip.medium_id = stage.medium_id
    and trip.started_at = stage.tapped_at
    and trip.tap_id = stage.tap_id
  where product.medium_id = stage.medium_id
    and product.file_id = trip.file_id
    and product.line_number = trip.line_number
    and (product.srid, product.currency) is distinct from (trip.srid, trip.currency)`;

/**
 * The same for exits: a fare names the time of the exit and no tap. A trip lasts less than a day. Each staged exit is
 * looked up by index, once among the trips and once among the taps: `limit` keeps the planner from joining the exits of
 * all cards with all trips, which it does where a new month has no statistics yet.
 */
export const stageExits = `
  insert into stage_exits (medium_id, started_at, trip_id, stop_id, stop_name)
  select stage.medium_id, trip.started_at, trip.trip_id, exit_tap.stop_id, coalesce(exit_tap.stop_name, trip.to_name)
  from (select distinct medium_id, tapped_at from stage_taps where direction = 'off') as stage
  cross join lateral (
    select known.started_at, known.trip_id, known.to_stop_id, known.to_name
    from trips as known
    where known.medium_id = stage.medium_id
      and known.started_at >= stage.tapped_at - interval '1 day'
      and known.started_at <= stage.tapped_at
      and known.checked_out_at = stage.tapped_at
    limit 100
  ) as trip
  cross join lateral (
    select off.stop_id, off.stop_name
    from taps as off
    where off.medium_id = stage.medium_id
      and off.tapped_at = stage.tapped_at
      and off.direction = 'off'
    order by off.tap_id
    limit 1
  ) as exit_tap
  where (trip.to_stop_id, trip.to_name)
    is distinct from (exit_tap.stop_id, coalesce(exit_tap.stop_name, trip.to_name))`;

export const carryExitsToTrips = `
  update trips as trip
  set to_stop_id = stage.stop_id,
    to_name = stage.stop_name
  from stage_exits as stage
  where trip.medium_id = stage.medium_id
    and trip.started_at = stage.started_at
    and trip.trip_id = stage.trip_id`;

/** Payments whose day and currency may follow from the taps of this chunk, or from taps that it took away. */
export const stageWindowsOfTaps = `
  insert into stage_windows (medium_id, opened_at, payment_id, srid)
  select known.medium_id, known.opened_at, known.payment_id, known.srid
  from (
    select medium_id, srid from stage_taps where srid is not null
    union
    select medium_id, srid from stage_left_payments
  ) as stage
  join service_references as known on known.srid = stage.srid
    and known.medium_id = stage.medium_id`;

/** Fares that were delivered before these taps; of several versions of one fare the newest. */
export const takeUpWaitingFares = `
  with taken as (
    delete from feed_waiting as waiting
    using stage_taps as stage
    where waiting.tap_id = stage.tap_id
    returning waiting.record
  ),
  staged as (
    insert into stage_fares
    select distinct on (fare.trip_id) fare.*
    from taken
    cross join lateral jsonb_populate_record(null::stage_fares, taken.record) as fare
    order by fare.trip_id, fare.exported_at desc, fare.file_id desc, fare.line_number desc
    returning 1
  )
  select (select count(*)::int from taken) as taken, (select count(*)::int from staged) as staged`;
