import { countingStatement, workStatement } from '../../lib/sql.ts';
import { operatorDays, serviceDay } from '../../modules/travel/service-day.sql.ts';
import { emptyingStatement, isNewer, namesOf, sameColumns, stageText } from './feed-table.sql.ts';
import { dropFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { lookupStatements } from './lookups.queries.ts';
import { products } from './products.table.ts';
import { exits, leftPayments } from './taps.table.ts';
import { trips } from './trips.table.ts';

/**
 * Card and start of a trip are part of its key. So a fare that a newer export gives to another tap, and a tap that
 * a newer export moves, move their trip: the old row is deleted, the new one written, the look-up updated.
 */

export const tripLookups = lookupStatements(trips, { lookup: 'trip_lookups', id: 'trip_id', at: 'started_at' });

/** Staged trips that a newer export has put elsewhere. */
export const findOutdatedTrips = countingStatement(
  'feeds.moves.findOutdatedTrips',
  stageText(found, {
    values: { id: 'stage.trip_id', medium_id: 'stage.medium_id' },
    from: `from stage_trips as stage
  join trips as known on known.medium_id = stage.was_medium_id
    and known.started_at = stage.was_started_at
    and known.trip_id = stage.trip_id
  where ${isNewer}`,
  }),
);

/** An older export that comes late must not bring the old place back. */
export const dropOutdatedTrips = dropFound('feeds.moves.dropOutdatedTrips', trips, { id: 'trip_id' });

/** Payments that lose a trip to another payment or card: what was given back of them is now of fewer fares. */
export const stageLeftPayments = workStatement(
  'feeds.moves.stageLeftPayments',
  stageText(leftPayments, {
    values: { medium_id: 'known.medium_id', srid: 'known.srid' },
    from: `from stage_trips as stage
  join trips as known on known.medium_id = stage.was_medium_id
    and known.started_at = stage.was_started_at
    and known.trip_id = stage.trip_id
  where known.srid is not null
    and (known.medium_id, known.srid) is distinct from (stage.medium_id, stage.srid)
  group by 1, 2`,
  }),
);

/** A ticket comes in the same line as its fare and goes with it. */
export const removeMovedTickets = workStatement(
  'feeds.moves.removeMovedTickets',
  `delete from products as target
  using stage_trips as stage
  join trips as known on known.medium_id = stage.was_medium_id
    and known.started_at = stage.was_started_at
    and known.trip_id = stage.trip_id
  where target.medium_id = known.medium_id
    and target.file_id = known.file_id
    and target.line_number = known.line_number`,
);

/** A trip that comes back is a new one. */
export const removeLookups = workStatement(
  'feeds.moves.removeLookups',
  `delete from trip_lookups as known
  using stage_trips as stage
  where known.trip_id = stage.trip_id`,
);

const kept = namesOf(trips, 'key', 'content', 'silent', 'once', 'version');

/** Trips of taps that were moved, at their new place; what else their taps know is carried afterwards. */
export const stageTripsOfMovedTaps = countingStatement(
  'feeds.moves.stageTripsOfMovedTaps',
  stageText(trips, {
    values: {
      ...sameColumns(kept, 'trip'),
      was_medium_id: 'trip.medium_id',
      was_started_at: 'trip.started_at',
      medium_id: 'stage.medium_id',
      started_at: 'stage.tapped_at',
      checked_in_at: 'stage.tapped_at',
      // The payments of another card gave nothing back of this trip, unless it was named itself.
      refund_minor:
        'case when trip.refund_reason is null and trip.medium_id <> stage.medium_id then null else trip.refund_minor end',
      service_day: serviceDay({ at: 'stage.tapped_at', ...operatorDays }),
    },
    from: `from stage_taps as stage
  join trips as trip on trip.medium_id = stage.was_medium_id
    and trip.started_at = stage.was_tapped_at
    and trip.tap_id = stage.tap_id
  join operators as operator on operator.operator_code = trip.operator_code`,
  }),
);

/** The exits of moved trips: another card has other taps. Of two exits at one instant the one with the lower id counts. */
export const stageExitsOfMovedTrips = countingStatement(
  'feeds.moves.stageExitsOfMovedTrips',
  stageText(exits, {
    values: {
      ...sameColumns(['medium_id', 'started_at', 'trip_id'], 'stage'),
      stop_id: 'coalesce(exit_tap.stop_id, stage.to_stop_id)',
      stop_name: 'coalesce(exit_tap.stop_name, stage.to_name)',
    },
    from: `from stage_trips as stage
  join taps as exit_tap on exit_tap.medium_id = stage.medium_id
    and exit_tap.tapped_at = stage.checked_out_at
    and exit_tap.direction = 'off'
  order by stage.trip_id, exit_tap.tap_id`,
    distinctOn: 'stage.trip_id',
  }),
);

export const stageTicketsOfMovedTaps = workStatement(
  'feeds.moves.stageTicketsOfMovedTaps',
  stageText(products, {
    values: {
      ...sameColumns(namesOf(products, 'key', 'content', 'silent', 'once', 'version'), 'product'),
      medium_id: 'stage.medium_id',
    },
    from: `from stage_trips as stage
  join products as product on product.medium_id = stage.was_medium_id
    and product.file_id = stage.file_id
    and product.line_number = stage.line_number`,
  }),
);

/** To be run once the moved trips are written. */
export const emptyMoves = emptyingStatement('feeds.moves.empty', [trips, products, exits]);
