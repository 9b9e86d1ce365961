import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { isExitOnly, presentRefundOfTrip, presentTrip, type TripNames } from '../travel/trip.present.ts';
import type { findTrip } from './trips.queries.ts';

type TripDetailRow = Awaited<ReturnType<typeof findTrip>>[number];

/** A trip with its two ends, its refund and its payment. */
export function presentTripDetail(row: TripDetailRow, names: TripNames): TripDetail {
  const trip = presentTrip(row, names);
  const checkedInAt = isoInstant(row.checked_in_at ?? row.started_at);
  const [paymentId, openedAt] = row.charge ?? [];
  return {
    ...trip,
    start: { pointId: row.from_stop_id, name: trip.from, at: isExitOnly(trip) ? null : checkedInAt },
    stop: { pointId: row.to_stop_id, name: trip.to, at: trip.endedAt },
    refund: presentRefundOfTrip(row),
    payment: paymentId && openedAt ? { id: paymentId, openedAt: isoInstant(openedAt) } : null,
  };
}
