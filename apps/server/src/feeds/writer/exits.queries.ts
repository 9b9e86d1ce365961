import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { bigint, integer } from '../../lib/sql-types.ts';
import { sameColumns, stageText } from './feed-table.sql.ts';
import { exits, taps } from './taps.table.ts';

/**
 * What trips took over from their exits: a fare names the time of the exit and no tap. A trip lasts less than a day. Of two exits at one
 * instant the one with the lower id counts.
 */
export const stageExits = countingStatement(
  'feeds.exits.stage',
  stageText(exits, {
    values: sameColumns(['medium_id', 'started_at', 'trip_id', 'stop_id', 'stop_name'], 'trip_exit'),
    from: `from (
    select distinct on (trip.medium_id, trip.started_at, trip.trip_id) trip.medium_id, trip.started_at, trip.trip_id,
      exit_tap.stop_id, coalesce(exit_tap.stop_name, nullif(trip.to_name, stage.was_stop_name)) as stop_name,
      trip.to_stop_id, trip.to_name
    from stage_taps as stage
    join trips as trip on trip.medium_id = stage.medium_id
      and trip.started_at >= stage.tapped_at - interval '1 day'
      and trip.started_at <= stage.tapped_at
      and trip.checked_out_at = stage.tapped_at
    join taps as exit_tap on exit_tap.medium_id = trip.medium_id
      and exit_tap.tapped_at = trip.checked_out_at
      and exit_tap.direction = 'off'
    where stage.direction = 'off'
    order by trip.medium_id, trip.started_at, trip.trip_id, exit_tap.tap_id, stage.tap_id
  ) as trip_exit
  where (trip_exit.to_stop_id, trip_exit.to_name) is distinct from (trip_exit.stop_id, trip_exit.stop_name)`,
  }),
);

export const carryExitsToTrips = workStatement(
  'feeds.exits.carryToTrips',
  `update trips as trip
  set to_stop_id = stage.stop_id,
    to_name = stage.stop_name
  from stage_exits as stage
  where trip.medium_id = stage.medium_id
    and trip.started_at = stage.started_at
    and trip.trip_id = stage.trip_id`,
);

/** Where and when exits were that are elsewhere now, are no exits any more, or name no stop any more. */
const lostExits = `(
      select coalesce(was_medium_id, medium_id) as medium_id, coalesce(was_tapped_at, tapped_at) as at
      from ${taps.stage}
      where was_direction = 'off'
        and (was_medium_id is not null or direction <> 'off' or (stop_name is null and was_stop_name is not null))
    )`;

/**
 * Fares of trips that have lost their exit or its name: what the fare says of it stands in its delivered row alone. Reads the trips of each
 * card once, and not once for each of its exits. To be run within `withHashJoins`.
 */
export const listFaresOfLostExits = statement({
  name: 'feeds.exits.listFaresOfLost',
  row: { file_id: bigint, line_number: integer },
  text: `
    select distinct trip.file_id, trip.line_number
    from (
      select medium_id, min(at) as first_at, max(at) as last_at
      from ${lostExits} as lost
      group by medium_id
    ) as card
    join trips as trip on trip.medium_id = card.medium_id
      and trip.started_at >= card.first_at - interval '1 day'
      and trip.started_at <= card.last_at
    join ${lostExits} as lost on lost.medium_id = trip.medium_id
      and lost.at = trip.checked_out_at
      and trip.started_at between lost.at - interval '1 day' and lost.at`,
  isPrepared: false,
});
