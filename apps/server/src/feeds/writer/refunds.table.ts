import { bigint, instant, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

/** Payments of this batch with refunds, and the sum of these; null if there are none any more. */
export const refundedPayments = workTable('refunded_payments', {
  medium_id: uuid,
  srid: text,
  opened_at: instant,
  refunded_minor: bigint,
});

/** What the trips of those payments got back of it. */
export const refundedTrips = workTable('refunded_trips', {
  medium_id: uuid,
  started_at: instant,
  trip_id: uuid,
  refund_minor: bigint,
});
