import { tripsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { tripStatuses } from '@tapfolio/domain/states.ts';
import { bigint, day, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import {
  asDelivered,
  content,
  deliveredTable,
  derivedTable,
  type FeedTable,
  key,
  once,
  optional,
  silent,
  staged,
  workTable,
} from './feed-table.ts';
import type { TicketRecord } from './products.table.ts';

/** Where a trip began: the tap that began it, which tells card, start, line and stop; or card and start where no tap is known. */
type Boarding = { tapId: string } | { mediumId: string; startedAt: string };

interface Boarded {
  boarding: Boarding;
}

interface WithTicket {
  /** The ticket that was bought with this trip, when it was one with a validity. */
  product: TicketRecord | null;
}

interface WithRefund {
  /** The refund of the fare according to the delivery; absent if it says nothing. */
  refund?: { amountMinor: number; reason: string | null } | undefined;
}

/** Trips as they are delivered: most name the tap that began them, and card and start are to be found there. */
export const fares = deliveredTable({
  name: 'fares',
  identity: ['trip_id'],
  columns: [
    staged('trip_id', uuid),
    staged('tap_id', nullable(uuid), ({ boarding }: Boarded) => ('tapId' in boarding ? boarding.tapId : null)),
    staged('medium_id', nullable(uuid), ({ boarding }: Boarded) => ('mediumId' in boarding ? boarding.mediumId : null)),
    staged('started_at', nullable(instant), ({ boarding }: Boarded) =>
      'startedAt' in boarding ? boarding.startedAt : null,
    ),
    staged('operator_code', text),
    staged('srid', nullable(text)),
    staged('line_id', nullable(text)),
    staged('status', oneOf(tripStatuses)),
    staged('fare_minor', bigint),
    staged('full_fare_minor', optional(bigint)),
    /** Null: the operator's, where the tap names none either. */
    staged('currency', nullable(text)),
    ...asDelivered('staged', tripsAsDelivered),
    staged('from_name', nullable(text)),
    staged('to_name', nullable(text)),
    staged('checked_out_at', nullable(instant)),
    staged('updated_at', instant),
    staged('product_id', nullable(uuid), ({ product }: WithTicket) => product?.productId ?? null),
    staged('product_name', nullable(text), ({ product }: WithTicket) => product?.name ?? null),
    staged('product_description', nullable(text), ({ product }: WithTicket) => product?.description ?? null),
    staged('product_fq_code', nullable(text), ({ product }: WithTicket) => product?.fqCode ?? null),
    staged('product_booking_id', nullable(text), ({ product }: WithTicket) => product?.bookingId ?? null),
    staged('valid_from', nullable(instant), ({ product }: WithTicket) => product?.validFrom ?? null),
    staged('valid_to', nullable(instant), ({ product }: WithTicket) => product?.validTo ?? null),
    staged('refund_minor', nullable(bigint), ({ refund }: WithRefund) => refund?.amountMinor ?? null),
    staged('refund_reason', nullable(text), ({ refund }: WithRefund) => refund?.reason ?? null),
  ],
});

/** Fares whose card and start are known. */
export const boardedFares: FeedTable = { ...fares, name: 'boarded_fares', stage: 'stage_boarded_fares' };

/** Where the exits of these fares are. */
export const fareExits = workTable('fare_exits', { trip_id: uuid, stop_id: text, stop_name: text }, ['trip_id']);

/** A correction cannot reach the columns that belong to the tap: those follow the tap (see `carryToTrips`). */
export const trips = derivedTable('trips', [
  key('medium_id', uuid),
  key('started_at', instant),
  key('trip_id', uuid),
  content('operator_code', text),
  content('tap_id', uuid),
  content('srid', text),
  content('line_id', text),
  content('line_name', text),
  content('transport_type', text),
  content('status', text),
  content('fare_minor', bigint),
  content('full_fare_minor', bigint),
  content('currency', text),
  ...asDelivered('content', tripsAsDelivered),
  content('from_stop_id', text),
  content('from_name', text),
  content('to_stop_id', text),
  content('to_name', text),
  content('checked_in_at', instant),
  content('checked_out_at', instant),
  content('service_day', day),
  silent('updated_at', instant),
  once('refund_reason', text),
  once('refund_minor', bigint),
  staged('was_medium_id', uuid),
  staged('was_started_at', instant),
  staged('product_id', uuid),
  staged('product_name', text),
  staged('product_description', text),
  staged('product_fq_code', text),
  staged('product_booking_id', text),
  staged('valid_from', instant),
  staged('valid_to', instant),
]);

/** Trips that the back office has taken back. */
export const withdrawnTrips = deliveredTable({
  name: 'withdrawn_trips',
  identity: ['trip_id'],
  columns: [staged('trip_id', uuid), staged('medium_id', uuid)],
});
