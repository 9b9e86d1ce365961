import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { bigint, integer, notNull } from '../../lib/sql-types.ts';
import { isNewer, listOf, namesOf, sameColumns, stageText, upsertStatements } from './feed-table.sql.ts';
import { dropFound, markFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { lookupStatements } from './lookups.queries.ts';
import { isOfOtherTap } from './reused-taps.sql.ts';
import { leftPayments, taps } from './taps.table.ts';
import { transportTypeOfLine } from './transport-type.sql.ts';
import { fares, trips } from './trips.table.ts';

const staged = 'every staged row has its file and line';

export const upsertTaps = upsertStatements(taps);

export const tapLookups = lookupStatements(taps, { lookup: 'tap_lookups', id: 'tap_id', at: 'tapped_at' });

/**
 * Whether a staged tap is another one than that which has its id. A card is corrected, or a clock; both at once, and by
 * more than a day, is another tap.
 */
const isReused = `stage.was_medium_id <> stage.medium_id
      and stage.tapped_at - stage.was_tapped_at not between interval '-1 day' and interval '1 day'`;

/** Notes when the other tap was made. If there are several, the first later one counts; without a later one, the last earlier one. */
export const markReused = workStatement(
  'feeds.taps.markReused',
  `update tap_lookups as known
  set reused_at = case
      when known.reused_at > known.tapped_at and stage.tapped_at > known.tapped_at then least(known.reused_at, stage.tapped_at)
      else greatest(known.reused_at, stage.tapped_at)
    end
  from stage_taps as stage
  where known.tap_id = stage.tap_id
    and ${isReused}`,
);

/** Trips of the taps that lie under an id which a staged tap uses again, as far as they are made of fares of that one's time. */
export const stageTripsOfReused = statement({
  name: 'feeds.taps.stageTripsOfReused',
  row: { file_id: notNull(bigint, 'a trip has its row'), line_number: notNull(integer, 'a trip has its row') },
  text: `with changed as (
    ${stageText(trips, {
      values: {
        ...sameColumns(['trip_id', 'file_id', 'line_number'], 'trip'),
        was_medium_id: 'trip.medium_id',
        was_started_at: 'trip.started_at',
      },
      from: `from stage_taps as stage
  join trips as trip on trip.medium_id = stage.was_medium_id
    and trip.started_at = stage.was_tapped_at
    and trip.tap_id = stage.tap_id
  where ${isReused}
    and ${isOfOtherTap({ fare: 'trip', tappedAt: 'stage.was_tapped_at', reusedAt: 'stage.tapped_at' })}`,
    })}
    returning file_id, line_number
  )
  select file_id, line_number from changed`,
  isPrepared: false,
});

/** Removes taps under an id that belongs to another tap, and returns their lines. */
export const removeReusedTaps = statement({
  name: 'feeds.taps.removeReused',
  row: { file_id: notNull(bigint, staged), line_number: notNull(integer, staged) },
  text: `
    delete from stage_taps as stage
    where ${isReused}
    returning file_id, line_number`,
  isPrepared: false,
});

/** What a trip takes from its tap where the tap says it, and has of its fare or operator where not. */
const shared = ['srid', 'currency', 'line_id', 'stop_name'];

/** What a former version of a tap is compared by: what its trip shares with it, and whether it was an exit. */
const former = [...shared, 'direction'];

/** What is known of taps that moved, and of those that say something else now of what concerns their trips. */
export const findFormerTaps = countingStatement(
  'feeds.taps.findFormer',
  stageText(found, {
    values: {
      id: 'stage.tap_id',
      medium_id: 'stage.medium_id',
      ...Object.fromEntries(former.map((name) => [`known_${name}`, `known.${name}`])),
      is_newer: `stage.was_medium_id is not null
      and ${isNewer}`,
    },
    from: `from stage_taps as stage
  join taps as known on known.medium_id = coalesce(stage.was_medium_id, stage.medium_id)
    and known.tapped_at = coalesce(stage.was_tapped_at, stage.tapped_at)
    and known.tap_id = stage.tap_id
  where stage.was_medium_id is not null
    or (${listOf(former, 'known')}) is distinct from (${listOf(former, 'stage')})`,
  }),
);

/** An older export that comes late must not bring the old place back. */
export const dropOutdatedTaps = dropFound('feeds.taps.dropOutdated', taps, { id: 'tap_id', and: 'found.is_newer' });

/** Marks what each tap said so far, above all its payment. */
export const markFormerTaps = markFound('feeds.taps.markFormer', taps, {
  id: 'tap_id',
  values: Object.fromEntries(former.map((name) => [`was_${name}`, `found.known_${name}`])),
});

/** Payments that lose a tap, be it to another payment, card or time: they may begin on another day without it. */
export const stageLeftPayments = workStatement(
  'feeds.taps.stageLeftPayments',
  stageText(leftPayments, {
    values: { medium_id: 'coalesce(stage.was_medium_id, stage.medium_id)', srid: 'stage.was_srid' },
    from: `from stage_taps as stage
  where stage.was_srid is not null
    and (stage.was_medium_id is not null or stage.srid is distinct from stage.was_srid)
  group by 1, 2`,
  }),
);

/** The references of staged taps, and those that they have left. */
export const referencesOfTaps = `select medium_id, srid from ${taps.stage} where srid is not null
    union
    select medium_id, srid from ${leftPayments.stage}`;

/** What a tap says now goes first; what the trip has only because the tap said it before is gone. */
const afterTap = (name: string, ofTrip = name) => `coalesce(tap.${name}, nullif(trip.${ofTrip}, stage.was_${name}))`;

const takenFromTap = {
  srid: afterTap('srid'),
  currency: `coalesce(${afterTap('currency')}, operator.currency)`,
  line_id: afterTap('line_id'),
  line_name: 'tap.line_name',
  transport_type: transportTypeOfLine('tap.line_name'),
  from_stop_id: 'tap.stop_id',
  from_name: afterTap('stop_name', 'from_name'),
  // The refund of the whole former payment is not a refund of this one: see `followTapsToRefunds`.
  refund_minor: `case when trip.refund_reason is null and ${afterTap('srid')} is distinct from trip.srid then null else trip.refund_minor end`,
};

/**
 * What trips took over from a tap that has been corrected since: above all the payment it was put under. A trip keeps
 * what it brought itself, where its taps have never said anything of it.
 */
export const carryToTrips = workStatement(
  'feeds.taps.carryToTrips',
  `update trips as trip
  set ${Object.entries(takenFromTap)
    .map(([name, value]) => `${name} = ${value}`)
    .join(',\n    ')}
  from stage_taps as stage
  join taps as tap on tap.medium_id = stage.medium_id
    and tap.tapped_at = stage.tapped_at
    and tap.tap_id = stage.tap_id
  cross join operators as operator
  where trip.medium_id = tap.medium_id
    and trip.started_at = tap.tapped_at
    and trip.tap_id = tap.tap_id
    and operator.operator_code = trip.operator_code
    and (${listOf(Object.keys(takenFromTap), 'trip')})
      is distinct from (${Object.values(takenFromTap).join(', ')})`,
);

/** Taps that say no more what they said of their trips; those that are only corrected are not even looked up. */
const silentTaps = `(
      select *
      from stage_taps
      where ${shared.map((name) => `${name} is null and was_${name} is not null`).join('\n        or ')}
      offset 0
    ) as stage`;
const isSilenced = (name: string, ofTrip = name) => `stage.${name} is null and trip.${ofTrip} = stage.was_${name}`;

/**
 * Fares of trips that are about to lose a text which their tap says no more: the fare may have said the same, which stands in its delivered
 * row alone. To be asked before the trips follow.
 */
export const listSilencedFares = statement({
  name: 'feeds.taps.listSilencedFares',
  row: { file_id: bigint, line_number: integer },
  text: `
    select trip.file_id, trip.line_number
    from ${silentTaps}
    join trips as trip on trip.medium_id = stage.medium_id
      and trip.started_at = stage.tapped_at
      and trip.tap_id = stage.tap_id
    where ${['srid', 'currency', 'line_id'].map((name) => isSilenced(name)).join('\n      or ')}
      or ${isSilenced('stop_name', 'from_name')}`,
  isPrepared: false,
});

/** The same for the tickets bought there: a ticket comes in the same line as its fare. */
export const carryToProducts = workStatement(
  'feeds.taps.carryToProducts',
  `update products as product
  set srid = trip.srid,
    currency = trip.currency
  from stage_taps as stage
  join trips as trip on trip.medium_id = stage.medium_id
    and trip.started_at = stage.tapped_at
    and trip.tap_id = stage.tap_id
  where product.medium_id = trip.medium_id
    and product.file_id = trip.file_id
    and product.line_number = trip.line_number
    and (product.srid, product.currency) is distinct from (trip.srid, trip.currency)`,
);

/** Fares that were delivered before these taps; of several versions of one fare the newest. */
export const takeUpWaitingFares = statement({
  name: 'feeds.taps.takeUpWaitingFares',
  row: { taken: notNull(integer, 'a count'), staged: notNull(integer, 'a count') },
  text: `
    with taken as (
      delete from feed_waiting as waiting
      using stage_taps as stage
      where waiting.tap_id = stage.tap_id
      returning waiting.record
    ),
    staged as (
      ${stageText(fares, {
        values: sameColumns(namesOf(fares, 'staged', 'version'), 'fare'),
        from: `from taken
      cross join jsonb_populate_record(null::stage_fares, taken.record) as fare
      order by fare.trip_id, fare.exported_at desc, fare.file_id desc, fare.line_number desc`,
        distinctOn: 'fare.trip_id',
      })}
      returning 1
    )
    select (select count(*)::integer from taken) as taken, (select count(*)::integer from staged) as staged`,
  isPrepared: false,
});
