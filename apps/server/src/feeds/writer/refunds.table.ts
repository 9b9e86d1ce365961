import { bigint, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

/** Payments of this batch with refunds: what was charged, and the sum of the refunds, which is null if there are none any more. */
export const refundedPayments = workTable('refunded_payments', {
  medium_id: uuid,
  srid: text,
  opened_at: instant,
  charged_minor: bigint,
  charged_currency: text,
  refunded_minor: bigint,
});

/** What the trips of those payments got back of it. */
export const refundedTrips = workTable('refunded_trips', {
  medium_id: uuid,
  started_at: instant,
  trip_id: uuid,
  refund_minor: bigint,
  refund_reason: nullable(text),
});
