import { upsertStatements } from './upsert.queries.ts';

export const copyTaps = `
  copy stage_taps (tap_id, medium_id, tapped_at, operator_code, direction, outcome, stop_id, stop_name, line_id,
    line_name, srid, currency, received_at, exported_at, file_id, line_number) from stdin`;

export const insertLookups = `
  insert into tap_lookups (tap_id, medium_id, tapped_at)
  select tap_id, medium_id, tapped_at
  from stage_taps
  on conflict do nothing`;

/** A tap belongs to the card it was first delivered with. */
export const removeForeignTaps = `
  delete from stage_taps as stage
  using tap_lookups as known
  where known.tap_id = stage.tap_id
    and known.medium_id <> stage.medium_id
  returning stage.line_number`;

/** The time is part of keys: a correction of it is not followed. */
export const keepFirstTimes = `
  update stage_taps as stage
  set tapped_at = known.tapped_at
  from tap_lookups as known
  where known.tap_id = stage.tap_id
    and known.tapped_at <> stage.tapped_at`;

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
    from_stop_id = tap.stop_id
  from stage_taps as stage
  join taps as tap on tap.medium_id = stage.medium_id
    and tap.tapped_at = stage.tapped_at
    and tap.tap_id = stage.tap_id
  where trip.medium_id = stage.medium_id
    and trip.started_at = stage.tapped_at
    and trip.tap_id = stage.tap_id
    and (trip.srid, trip.currency, trip.from_stop_id)
      is distinct from (tap.srid, coalesce(tap.currency, trip.currency), tap.stop_id)`;

/** The same for exits: a fare names the time of the exit and no tap. A trip lasts less than a day. */
export const carryExitsToTrips = `
  update trips as trip
  set to_stop_id = tap.stop_id,
    to_name = coalesce(trip.to_name, tap.stop_name)
  from stage_taps as stage
  join taps as tap on tap.medium_id = stage.medium_id
    and tap.tapped_at = stage.tapped_at
    and tap.tap_id = stage.tap_id
  where tap.direction = 'off'
    and trip.medium_id = tap.medium_id
    and trip.started_at >= tap.tapped_at - interval '1 day'
    and trip.started_at <= tap.tapped_at
    and trip.checked_out_at = tap.tapped_at
    and (trip.to_stop_id, trip.to_name) is distinct from (tap.stop_id, coalesce(trip.to_name, tap.stop_name))`;

/** Payments whose day and currency may follow from the taps of this chunk. */
export const stageWindowsOfTaps = `
  insert into stage_windows (medium_id, opened_at, payment_id, srid)
  select known.medium_id, known.opened_at, known.payment_id, known.srid
  from (select distinct medium_id, srid from stage_taps where srid is not null) as stage
  join service_references as known on known.srid = stage.srid
    and known.medium_id = stage.medium_id`;

/** Fares that were delivered before these taps. */
export const takeUpWaitingFares = `
  with taken as (
    delete from feed_waiting as waiting
    using stage_taps as stage
    where waiting.tap_id = stage.tap_id
    returning waiting.record
  )
  insert into stage_fares
  select fare.*
  from taken
  cross join lateral jsonb_populate_record(null::stage_fares, taken.record) as fare`;
