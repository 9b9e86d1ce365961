import { longestWindowDays } from '@tapfolio/domain/payment-window.ts';
import { paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { shortestLookupDays } from '../../config/config.schema.ts';
import { statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  day,
  instant,
  integer,
  jsonb,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import type { SettlementRecord } from './canonical.ts';

const aggregated = 'null where there are none, and then something else';
const ids = (id: string) => `coalesce(array_agg(${id}), '{}')`;

/** A movement of money as the tables know it. */
export type KnownMovement = Pick<
  SettlementRecord,
  'settlementId' | 'direction' | 'amountMinor' | 'approved' | 'retrievalReference'
>;

/**
 * What the tables know of these payments, where it may be older than the pieces that are kept: the payments themselves, and of
 * their trips and questions to the bank the ids, the sum and the times, and their movements of money. A delivery of these days finds none.
 */
export const listKnownPayments = statement({
  name: 'feeds.knownPayments.list',
  values: { mediumIds: arrayOf(uuid), paymentIds: arrayOf(uuid) },
  row: {
    payment_id: uuid,
    opened_at: instant,
    service_day: day,
    closed_at: nullable(instant),
    srid: nullable(text),
    reason: oneOf(paymentReasons),
    status: oneOf(paymentStatuses),
    due_minor: bigint,
    exported_at: instant,
    file_id: bigint,
    line_number: integer,
    trip_ids: notNull(arrayOf(uuid), aggregated),
    fares_minor: notNull(bigint, aggregated),
    movements: notNull(jsonb<readonly KnownMovement[]>(), aggregated),
    authorisation_ids: notNull(arrayOf(uuid), aggregated),
    answered_at: nullable(instant),
    agreed_at: nullable(instant),
  },
  text: `select known.payment_id, known.opened_at, known.service_day, known.closed_at, known.srid, known.reason, known.status,
    known.due_minor, known.exported_at, known.file_id, known.line_number,
    trip.ids as trip_ids, trip.fares_minor, move.movements, asked.ids as authorisation_ids,
    greatest(move.refused_at, asked.answered_at) as answered_at, asked.agreed_at
  from unnest($mediumIds::uuid[], $paymentIds::uuid[]) as told (medium_id, payment_id)
  join payments as known on known.medium_id = told.medium_id
    and known.payment_id = told.payment_id
    and known.opened_at < now() - interval '${shortestLookupDays} days'
    and known.reason <> 'refund'
  cross join lateral (
    select ${ids('trip_id')} as ids, coalesce(sum(fare_minor), 0)::bigint as fares_minor
    from trips
    where medium_id = known.medium_id
      and srid = known.srid
      and started_at >= known.opened_at - interval '${longestWindowDays} days'
      and started_at < known.opened_at + interval '${longestWindowDays} days'
  ) as trip
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('settlementId', settlement_id, 'direction', direction, 'amountMinor', amount_minor,
        'approved', approved, 'retrievalReference', retrieval_reference)), '[]') as movements,
      max(requested_at) filter (where direction = 'debit' and not approved) as refused_at
    from settlements
    where medium_id = known.medium_id
      and srid = known.srid
  ) as move
  cross join lateral (
    select ${ids('authorisation_id')} as ids, max(requested_at) filter (where kind <> 'card_check') as answered_at,
      max(requested_at) filter (where kind <> 'card_check' and approved) as agreed_at
    from authorisations
    where medium_id = known.medium_id
      and srid = known.srid
  ) as asked`,
  isPrepared: false,
});
