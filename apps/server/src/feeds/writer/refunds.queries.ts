import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { instant, integer, notNull, text, uuid } from '../../lib/sql-types.ts';
import { isRecentFare } from '../../modules/card-news/recent-fare.sql.ts';
import {
  faresOfPayment,
  ofOthers,
  ownOfTrip,
  reasonOfShare,
  shareOfTrip,
  withOwnOfTrip,
} from '../../modules/refunds/delivered-refunds.sql.ts';
import { referencesOfMoney } from './acquirer.queries.ts';
import { emptyingStatement, sameColumns, stageText, uncounted } from './feed-table.sql.ts';
import { timeOfCards } from './payments.queries.ts';
import { refundedPayments, refundedTrips } from './refunds.table.ts';
import { referencesOfTaps } from './taps.queries.ts';

/** Whether an operator ever refunded money through us. */
export const anyRefunds = statement({
  name: 'feeds.refunds.any',
  row: { found: notNull(integer, 'a constant') },
  text: 'select 1 as found from refunds limit 1',
});

/** The references with refunds of our own, among those that staged movements have or have left: a movement may be one of these refunds. */
export const listOwnReferences = statement({
  name: 'feeds.refunds.listOwnReferences',
  row: { medium_id: uuid, srid: text },
  text: `select distinct own.medium_id, own.srid
  from (
    ${referencesOfMoney}
  ) as stage
  join refunds as own on own.medium_id = stage.medium_id
    and own.srid = stage.srid
  order by own.medium_id, own.srid`,
  isPrepared: false,
});

/** The staged payments with refunds of ours that have another reference or opening. */
export const listMovedPayments = statement({
  name: 'feeds.refunds.listMovedPayments',
  row: {
    medium_id: uuid,
    payment_id: uuid,
    former_srid: text,
    srid: notNull(text, 'others are left out'),
    opened_at: instant,
  },
  text: `select distinct own.medium_id, own.payment_id, own.srid as former_srid, payment.srid, payment.opened_at
  from stage_payment_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
    and payment.opened_at = stage.opened_at
    and payment.payment_id = stage.payment_id
  join refunds as own on own.medium_id = payment.medium_id
    and own.payment_id = payment.payment_id
  where payment.srid is not null
    and (own.srid, own.opened_at) <> (payment.srid, payment.opened_at)
  order by own.medium_id, own.srid`,
  isPrepared: false,
});

/** The payments that a staging table names and that have a refund, or had one, by what others than we gave back of them. */
function stageRefunded(name: string, named: string) {
  return countingStatement(
    name,
    stageText(refundedPayments, {
      values: {
        ...sameColumns(['medium_id', 'srid', 'opened_at'], 'known'),
        charged_minor: 'known.amount_minor',
        charged_currency: 'known.currency',
        refunded_minor: 'given.refunded_minor',
      },
      // On a cluster, references and movements are on different nodes, and it joins the two only if one of them is local.
      from: `from (
    with credited as materialized (
      select credit.medium_id, credit.srid,
        coalesce(sum(credit.amount_minor) filter (where credit.approved), 0) as refunded_minor
      from (
        ${named}
      ) as stage
      join settlements as credit on credit.medium_id = stage.medium_id
        and credit.srid = stage.srid
        and ${uncounted(`credit.kind = 'refund'`)}
      ${ofOthers}
      group by credit.medium_id, credit.srid
    )
    select * from credited
  ) as given
  join service_references as known on known.srid = given.srid
    and known.medium_id = given.medium_id`,
    }),
  );
}

export const stageRefundedOfMoney = stageRefunded(
  'feeds.refunds.stageOfMoney',
  `select medium_id, srid from stage_settlements where kind = 'refund' and srid is not null
    union
    select medium_id, srid from stage_left_payments
    union
    select medium_id, srid from stage_payments where reason <> 'refund' and srid is not null`,
);

export const stageRefundedOfTrips = stageRefunded(
  'feeds.refunds.stageOfTrips',
  `select medium_id, srid from stage_trips where srid is not null
    union
    select medium_id, srid from stage_left_payments`,
);

/** Clears the refunds at the trips of payments that lose a movement. `stageRefundedOfMoney` then finds what is still refunded. */
export const clearLeftTrips = workStatement(
  'feeds.refunds.clearLeftTrips',
  `update trips as target
  set refund_minor = null
  from stage_left_payments as stage
  where target.medium_id = stage.medium_id
    and target.srid = stage.srid
    and target.refund_reason is null
    and target.refund_minor is not null`,
);

export const stageRefundedOfTaps = stageRefunded('feeds.refunds.stageOfTaps', referencesOfTaps);

/** The refunded amount of each trip of these payments. One whose refund a delivery named has a `refund_reason` without a refund of ours. */
export const stageRefundedTrips = countingStatement(
  'feeds.refunds.stageTrips',
  stageText(refundedTrips, {
    values: {
      ...sameColumns(['medium_id', 'started_at', 'trip_id'], 'fare'),
      refund_minor: shareOfTrip,
      refund_reason: reasonOfShare,
    },
    from: `from (
    select trip.medium_id, trip.started_at, trip.trip_id, trip.fare_minor, trip.currency, trip.refund_reason,
      stage.charged_minor, stage.charged_currency, stage.refunded_minor, own.reason as own_reason, ${ownOfTrip} as own_minor, sum(${ownOfTrip}) over payment as all_own_minor,
      ${faresOfPayment('payment')}
    from ${timeOfCards(refundedPayments)} as card
    join trips as trip on trip.medium_id = card.medium_id
      and trip.started_at >= card.first_at - interval '${windowSlackDays} days'
      and trip.started_at < card.last_at + interval '${longestWindowDays + windowSlackDays} days'
    join ${refundedPayments.stage} as stage on stage.medium_id = trip.medium_id
      and stage.srid = trip.srid
      and trip.started_at >= stage.opened_at - interval '${windowSlackDays} days'
      and trip.started_at < stage.opened_at + interval '${longestWindowDays + windowSlackDays} days'
    ${withOwnOfTrip}
    window payment as (partition by stage.medium_id, stage.srid)
  ) as fare
  where fare.refund_reason is null or fare.own_minor > 0`,
  }),
);

export const markRefundedTrips = workStatement(
  'feeds.refunds.markTrips',
  `update trips as target
  set refund_minor = stage.refund_minor,
    refund_reason = stage.refund_reason
  from stage_refunded_trips as stage
  where target.medium_id = stage.medium_id
    and target.started_at = stage.started_at
    and target.trip_id = stage.trip_id
    and (target.refund_minor, target.refund_reason) is distinct from (stage.refund_minor, stage.refund_reason)`,
);

/** The references of our refunds that name a staged trip. */
export const listOwnReferencesOfTrips = statement({
  name: 'feeds.refunds.listOwnReferencesOfTrips',
  row: { medium_id: uuid, srid: text },
  text: `select distinct own.medium_id, own.srid
  from stage_trips as stage
  join refund_trips as given on given.medium_id = coalesce(stage.was_medium_id, stage.medium_id)
    and given.trip_id = stage.trip_id
  join refunds as own on own.medium_id = given.medium_id
    and own.refund_id = given.refund_id
  order by own.medium_id, own.srid`,
  isPrepared: false,
});

/** What a refund of ours gave back of a trip (`target`). What another currency gave back of it is not known. */
const ofOwn = (column: string): string => `case when own.currency = target.currency then ${column} end`;

const carryOwn = (name: string, stage: string, isStaged: string) =>
  workStatement(
    name,
    `update trips as target
  set refund_minor = ${ofOwn('given.amount_minor')},
    refund_reason = ${ofOwn('own.reason')}
  from ${stage} as stage
  cross join refund_trips as given
  join refunds as own on own.medium_id = given.medium_id
    and own.refund_id = given.refund_id
  where own.state = 'refunded'
    and own.given_currency is null
    and not given.is_void
    and given.medium_id = stage.medium_id
    and given.trip_id = target.trip_id
    and target.medium_id = stage.medium_id
    and ${isStaged}
    and (target.refund_minor, target.refund_reason) is distinct from (${ofOwn('given.amount_minor')}, ${ofOwn('own.reason')})`,
  );

/** Writes our refunds at these trips again: a trip that is delivered again does not have them. */
export const carryOwnRefunds = carryOwn(
  'feeds.refunds.carryOwn',
  'stage_trips',
  'target.started_at = stage.started_at and target.trip_id = stage.trip_id',
);

/** The same for the trips of payments that lose a movement, to be run after {@link clearLeftTrips}. */
export const carryOwnRefundsOfLeft = carryOwn(
  'feeds.refunds.carryOwnOfLeft',
  'stage_left_payments',
  'target.srid = stage.srid',
);

/** The same for the trips of these taps, which may have given them another currency. */
export const carryOwnRefundsOfTaps = carryOwn(
  'feeds.refunds.carryOwnOfTaps',
  'stage_taps',
  'target.started_at = stage.tapped_at and target.tap_id = stage.tap_id',
);

export const emptyRefunded = emptyingStatement('feeds.refunds.empty', [refundedPayments, refundedTrips]);

/** The media of the refunds in `stage_payments` that are recent enough for a mail. */
export const listRecentRefunds = statement({
  name: 'feeds.refunds.listRecent',
  row: { medium_id: notNull(uuid, 'a column of the key') },
  text: `select distinct medium_id from stage_payments where reason = 'refund' and ${isRecentFare('opened_at')}`,
  isPrepared: false,
});
