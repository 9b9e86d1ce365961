import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { bigint, integer, notNull } from '../../lib/sql-types.ts';
import { operatorDays, serviceDay } from '../../modules/travel/service-day.sql.ts';
import { isNewer, namesOf, sameColumns, sharedNames, stageText, upsertStatements } from './feed-table.sql.ts';
import { found } from './found.table.ts';
import { products } from './products.table.ts';
import { isOfOtherTap } from './reused-taps.sql.ts';
import { transportTypeOfLine } from './transport-type.sql.ts';
import { boardedFares, fareExits, fares, trips } from './trips.table.ts';

export const upsertTrips = upsertStatements(trips);

const fareColumns = sameColumns(namesOf(fares, 'staged', 'version'), 'fare');

const isOfOther = isOfOtherTap({ fare: 'fare', tappedAt: 'known.tapped_at', reusedAt: 'known.reused_at' });

/** Fares whose tap is there. Look-up and tap are met in two statements: they lie on different nodes of a distributed engine. */
export const findBoardings = countingStatement(
  'feeds.trips.findBoardings',
  stageText(boardedFares, {
    values: { ...fareColumns, medium_id: 'known.medium_id', started_at: 'known.tapped_at' },
    from: `from stage_fares as fare
  join tap_lookups as known on known.tap_id = fare.tap_id
  where (${isOfOther}) is not true`,
  }),
);

/** Fares of a tap that was set aside, since its id belongs to another one. */
export const findFaresOfReused = countingStatement(
  'feeds.trips.findFaresOfReused',
  stageText(found, {
    values: { id: 'fare.trip_id', medium_id: 'known.medium_id' },
    from: `from stage_fares as fare
  join tap_lookups as known on known.tap_id = fare.tap_id
  where ${isOfOther}`,
  }),
);

/** Removes them, and returns their lines. */
export const removeFaresOfReused = statement({
  name: 'feeds.trips.removeFaresOfReused',
  row: {
    file_id: notNull(bigint, 'every staged row has its file and line'),
    line_number: notNull(integer, 'every staged row has its file and line'),
  },
  text: `
    delete from stage_fares as stage
    using ${found.stage} as found
    where stage.trip_id = found.id
    returning stage.file_id, stage.line_number`,
  isPrepared: false,
});

/** Fares that brought card and start themselves. */
export const takeOwnBoardings = countingStatement(
  'feeds.trips.takeOwnBoardings',
  stageText(boardedFares, { values: fareColumns, from: 'from stage_fares as fare where fare.tap_id is null' }),
);

/** What a trip has of its fare, where its taps say nothing else: the columns that both have. */
const ofFare = {
  ...sameColumns(sharedNames(trips, fares), 'fare'),
  checked_in_at: 'fare.started_at',
  currency: 'coalesce(fare.currency, operator.currency)',
  service_day: serviceDay({ at: 'fare.started_at', ...operatorDays }),
  // A refund of nothing is null, so that a refund can be withdrawn.
  refund_minor: 'nullif(fare.refund_minor, 0)',
};

/**
 * Finds each exit by the card and the time that the fare names, in a separate statement: joined with the first tap, PostgreSQL
 * may use the card of that tap instead, and then reads all taps of the card in every month. Of two exits with one
 * time the one with the lower id counts.
 */
export const stageFareExits = workStatement(
  'feeds.trips.stageFareExits',
  stageText(fareExits, {
    values: { trip_id: 'fare.trip_id', stop_id: 'exit_tap.stop_id', stop_name: 'exit_tap.stop_name' },
    from: `from stage_boarded_fares as fare
  join taps as exit_tap on exit_tap.medium_id = fare.medium_id
    and exit_tap.tapped_at = fare.checked_out_at
    and exit_tap.direction = 'off'
  where fare.tap_id is not null
  order by fare.trip_id, exit_tap.tap_id`,
    distinctOn: 'fare.trip_id',
  }),
);

/**
 * A trip is a fare and what its taps know: card, start, currency, payment, line and stops. What the tap says goes
 * before what the fare repeats of it (zones, often), so that a correction of the tap means the same whether it comes
 * before the fare or after.
 */
export const stageTrips = workStatement(
  'feeds.trips.stageTrips',
  stageText(trips, {
    values: {
      ...ofFare,
      srid: 'coalesce(tap.srid, fare.srid)',
      line_id: 'coalesce(tap.line_id, fare.line_id)',
      line_name: 'tap.line_name',
      transport_type: transportTypeOfLine('tap.line_name'),
      currency: 'coalesce(tap.currency, fare.currency, operator.currency)',
      from_stop_id: 'tap.stop_id',
      from_name: 'coalesce(tap.stop_name, fare.from_name)',
      to_stop_id: 'fare_exit.stop_id',
      to_name: 'coalesce(fare_exit.stop_name, fare.to_name)',
    },
    from: `from stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
  join taps as tap on tap.medium_id = fare.medium_id
    and tap.tapped_at = fare.started_at
    and tap.tap_id = fare.tap_id
  left join stage_fare_exits as fare_exit on fare_exit.trip_id = fare.trip_id`,
  }),
);

/** Trips without a tap: what the fare says is all there is. */
export const stageOwnTrips = workStatement(
  'feeds.trips.stageOwnTrips',
  stageText(trips, {
    values: ofFare,
    from: `from stage_boarded_fares as fare
  join operators as operator on operator.operator_code = fare.operator_code
  where fare.tap_id is null`,
  }),
);

/** Tickets that came in the line of a fare, of which a staged version that is no older says that it was none. */
export const removeEmptiedTickets = workStatement(
  'feeds.products.removeEmptied',
  `delete from products as target
  using stage_trips as stage
  join trips as known on known.medium_id = stage.medium_id
    and known.started_at = stage.started_at
    and known.trip_id = stage.trip_id
  where stage.product_id is null
    and not ${isNewer}
    and target.medium_id = known.medium_id
    and target.file_id = known.file_id
    and target.line_number = known.line_number`,
);

/** Tickets that were bought with a trip, as its version in force says: payment and currency are the trip's. */
export const stageProductsOfTrips = countingStatement(
  'feeds.products.stageOfTrips',
  stageText(products, {
    values: {
      medium_id: 'trip.medium_id',
      valid_from: 'trip.valid_from',
      product_id: 'trip.product_id',
      operator_code: 'trip.operator_code',
      name: 'trip.product_name',
      description: 'trip.product_description',
      valid_to: 'trip.valid_to',
      amount_minor: 'trip.fare_minor',
      currency: 'trip.currency',
      status: `'active'`,
      fq_code: 'trip.product_fq_code',
      booking_id: 'trip.product_booking_id',
      srid: 'trip.srid',
      ...sameColumns(['updated_at', 'exported_at', 'file_id', 'line_number'], 'trip'),
    },
    from: `from stage_trips as trip
  join trips as known on known.medium_id = trip.medium_id
    and known.started_at = trip.started_at
    and known.trip_id = trip.trip_id
    and (known.exported_at, known.file_id, known.line_number) = (trip.exported_at, trip.file_id, trip.line_number)
  where trip.product_id is not null`,
  }),
);

/** Fares whose tap has not arrived. Local tables only: those with a tap are in a staging table. */
export const insertWaiting = countingStatement(
  'feeds.trips.insertWaiting',
  `insert into feed_waiting (tap_id, trip_id, file_id, line_number, record)
  select fare.tap_id, fare.trip_id, fare.file_id, fare.line_number, to_jsonb(fare)
  from stage_fares as fare
  where fare.trip_id not in (select boarded.trip_id from stage_boarded_fares as boarded)
  on conflict do nothing`,
);

/** A newer version of a fare that is still waiting. */
export const updateWaiting = workStatement(
  'feeds.trips.updateWaiting',
  `update feed_waiting as waiting
  set file_id = fare.file_id,
    line_number = fare.line_number,
    record = to_jsonb(fare)
  from stage_fares as fare
  where waiting.tap_id = fare.tap_id
    and waiting.trip_id = fare.trip_id
    and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number)
      < (fare.exported_at, fare.file_id, fare.line_number)`,
);

/** Fares that wait for a tap which, says a newer export, was not theirs. */
export const forgetOutdatedWaiting = countingStatement(
  'feeds.trips.forgetOutdatedWaiting',
  `delete from feed_waiting as waiting
  using stage_fares as fare
  where waiting.trip_id = fare.trip_id
    and waiting.tap_id is distinct from fare.tap_id
    and ((waiting.record ->> 'exported_at')::timestamptz, waiting.file_id, waiting.line_number)
      < (fare.exported_at, fare.file_id, fare.line_number)`,
);

/** The refund of the whole former payment is not one of the payment to which a trip belongs now: see `followTripsToRefunds`. */
export const leaveRefunds = workStatement(
  'feeds.trips.leaveRefunds',
  `update trips as known
  set refund_minor = null
  from stage_trips as stage
  where known.medium_id = stage.medium_id
    and known.started_at = stage.started_at
    and known.trip_id = stage.trip_id
    and known.srid is distinct from stage.srid
    and known.refund_minor is not null
    and known.refund_reason is null
    and not ${isNewer}`,
);

/** The refund that a delivery states, for trips that existed before. */
export const carryRefundsToTrips = workStatement(
  'feeds.trips.carryRefunds',
  `update trips as trip
  set refund_minor = nullif(fare.refund_minor, 0),
    refund_reason = fare.refund_reason
  from stage_boarded_fares as fare
  where fare.refund_minor is not null
    and trip.medium_id = fare.medium_id
    and trip.started_at = fare.started_at
    and trip.trip_id = fare.trip_id
    and (trip.refund_minor, trip.refund_reason) is distinct from (nullif(fare.refund_minor, 0), fare.refund_reason)`,
);

/** Where trips lie that the back office has taken back. */
export const findWithdrawn = countingStatement(
  'feeds.trips.findWithdrawn',
  stageText(found, {
    values: { id: 'stage.trip_id', medium_id: 'known.medium_id', known_at: 'known.started_at' },
    from: `from stage_withdrawn_trips as stage
  join trip_lookups as known on known.trip_id = stage.trip_id`,
  }),
);

export const removeWithdrawn = countingStatement(
  'feeds.trips.removeWithdrawn',
  `delete from trips as target
  using ${found.stage} as found
  where target.medium_id = found.medium_id
    and target.started_at = found.known_at
    and target.trip_id = found.id`,
);

/** A trip that comes back is a new one. */
export const removeWithdrawnLookups = workStatement(
  'feeds.trips.removeWithdrawnLookups',
  `delete from trip_lookups as known
  using stage_withdrawn_trips as stage
  where known.trip_id = stage.trip_id`,
);
