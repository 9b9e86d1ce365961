import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { ChargeRow } from '../travel/payment.sql.ts';
import { presentRefund, presentTrip, type TripNames } from '../travel/trip.present.ts';
import type { findTrip } from './trips.queries.ts';

type TripDetailRow = Awaited<ReturnType<typeof findTrip>>[number];

/** A trip with its two ends, its refund and its payment. */
export function presentTripDetail(row: TripDetailRow, names: TripNames, payment: ChargeRow | undefined): TripDetail {
  const trip = presentTrip(row, names);
  return {
    ...trip,
    start: { pointId: row.from_stop_id, name: trip.from, at: isoInstant(row.checked_in_at ?? row.started_at) },
    stop: { pointId: row.to_stop_id, name: trip.to, at: trip.endedAt },
    refund: presentRefund(row),
    payment: payment === undefined ? null : { id: payment.payment_id, openedAt: isoInstant(payment.opened_at) },
  };
}
