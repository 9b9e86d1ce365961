/**
 * Where a trip lies (card, start) is part of its key. A fare that a newer export gives to another tap, and a tap that
 * a newer export puts elsewhere, move their trip: the old row goes, the new one is written, the look-up follows.
 */

export const insertTripLookups = `
  insert into trip_lookups (trip_id, medium_id, started_at, file_id, line_number)
  select trip_id, medium_id, started_at, file_id, line_number
  from stage_trips
  on conflict do nothing`;

/** Marks the staged trips that lie elsewhere so far. */
export const markMovedTrips = `
  update stage_trips as stage
  set was_medium_id = known.medium_id,
    was_started_at = known.started_at
  from trip_lookups as known
  where known.trip_id = stage.trip_id
    and (known.medium_id, known.started_at) <> (stage.medium_id, stage.started_at)`;

/** An older export that comes late must not bring the old place back. */
export const dropOutdatedTrips = `
  delete from stage_trips as stage
  using trips as known
  where known.medium_id = stage.was_medium_id
    and known.started_at = stage.was_started_at
    and known.trip_id = stage.trip_id
    and (known.exported_at, known.file_id, known.line_number)
      > (stage.exported_at, stage.file_id, stage.line_number)`;

/** A ticket comes in the same line as its fare and goes with it. */
export const removeMovedTickets = `
  delete from products as target
  using stage_trips as stage
  join trips as known on known.medium_id = stage.was_medium_id
    and known.started_at = stage.was_started_at
    and known.trip_id = stage.trip_id
  where target.medium_id = known.medium_id
    and target.file_id = known.file_id
    and target.line_number = known.line_number`;

export const removeMovedTrips = `
  delete from trips as target
  using stage_trips as stage
  where target.medium_id = stage.was_medium_id
    and target.started_at = stage.was_started_at
    and target.trip_id = stage.trip_id`;

export const moveTripLookups = `
  update trip_lookups as known
  set medium_id = stage.medium_id,
    started_at = stage.started_at
  from stage_trips as stage
  where stage.was_medium_id is not null
    and known.trip_id = stage.trip_id`;

/** Of fares that turned out to be outdated nothing else is made either. */
export const dropFaresElsewhere = `
  delete from stage_boarded_fares as fare
  using trip_lookups as known
  where known.trip_id = fare.trip_id
    and (known.medium_id, known.started_at) <> (fare.medium_id, fare.started_at)`;

/** Trips of taps that were moved, at their new place; what else the tap knows is carried afterwards. */
export const stageTripsOfMovedTaps = `
  insert into stage_trips (was_medium_id, was_started_at, medium_id, started_at, checked_in_at, service_day, trip_id,
    operator_code, tap_id, srid, line_id, line_name, transport_type, status, fare_minor, currency, fare_reason,
    from_stop_id, from_name, to_stop_id, to_name, checked_out_at, refund_reason, refund_minor, updated_at, exported_at,
    file_id, line_number)
  select trip.medium_id, trip.started_at, stage.medium_id, stage.tapped_at, stage.tapped_at,
    ((stage.tapped_at at time zone operator.time_zone) - operator.day_cut)::date,
    trip.trip_id, trip.operator_code, trip.tap_id, trip.srid, trip.line_id, trip.line_name, trip.transport_type,
    trip.status, trip.fare_minor, trip.currency, trip.fare_reason, trip.from_stop_id, trip.from_name,
    coalesce(exit_tap.stop_id, trip.to_stop_id), coalesce(exit_tap.stop_name, trip.to_name), trip.checked_out_at,
    trip.refund_reason, trip.refund_minor, trip.updated_at, trip.exported_at, trip.file_id, trip.line_number
  from stage_taps as stage
  join trips as trip on trip.medium_id = stage.was_medium_id
    and trip.started_at = stage.was_tapped_at
    and trip.tap_id = stage.tap_id
  join operators as operator on operator.operator_code = trip.operator_code
  left join lateral (
    select off.stop_id, off.stop_name
    from taps as off
    where off.medium_id = stage.medium_id
      and off.tapped_at = trip.checked_out_at
      and off.direction = 'off'
    order by off.tap_id
    limit 1
  ) as exit_tap on true`;

export const stageTicketsOfMovedTaps = `
  insert into stage_products (medium_id, valid_from, product_id, operator_code, name, description, valid_to,
    amount_minor, currency, status, srid, updated_at, exported_at, file_id, line_number)
  select stage.medium_id, product.valid_from, product.product_id, product.operator_code, product.name,
    product.description, product.valid_to, product.amount_minor, product.currency, product.status, product.srid,
    product.updated_at, product.exported_at, product.file_id, product.line_number
  from stage_trips as stage
  join products as product on product.medium_id = stage.was_medium_id
    and product.file_id = stage.file_id
    and product.line_number = stage.line_number`;

export const emptyMoveStages = 'truncate stage_trips, stage_products';
