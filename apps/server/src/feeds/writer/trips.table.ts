import { bigint, day, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { TripRecord, WithdrawnTrip } from '../canonical.ts';
import { delivered, derived } from './columns.ts';
import { deliveredTable, derivedTable, type FeedTable, workTable } from './feed-table.ts';

const trip = delivered<TripRecord>();

/** Trips as they are delivered: most name the tap that began them, and card and start are to be found there. */
export const fares = deliveredTable<TripRecord>({
  name: 'fares',
  identity: ['trip_id'],
  columns: [
    trip.staged('trip_id', uuid, ({ tripId }) => tripId),
    trip.staged('tap_id', nullable(uuid), ({ boarding }) => ('tapId' in boarding ? boarding.tapId : null)),
    trip.staged('medium_id', nullable(uuid), ({ boarding }) => ('mediumId' in boarding ? boarding.mediumId : null)),
    trip.staged('started_at', nullable(instant), ({ boarding }) =>
      'startedAt' in boarding ? boarding.startedAt : null,
    ),
    trip.staged('operator_code', text, ({ operatorCode }) => operatorCode),
    trip.staged('srid', nullable(text), ({ srid }) => srid),
    trip.staged('line_id', nullable(text), ({ lineId }) => lineId),
    trip.staged('status', text, ({ status }) => status),
    trip.staged('fare_minor', bigint, ({ fareMinor }) => fareMinor),
    trip.staged('currency', nullable(text), ({ currency }) => currency),
    trip.staged('fare_reason', nullable(text), ({ fareReason }) => fareReason),
    trip.staged('from_name', nullable(text), ({ fromName }) => fromName),
    trip.staged('to_name', nullable(text), ({ toName }) => toName),
    trip.staged('checked_out_at', nullable(instant), ({ checkedOutAt }) => checkedOutAt),
    trip.staged('updated_at', instant, ({ updatedAt }) => updatedAt),
    trip.staged('product_id', nullable(uuid), ({ product }) => product?.productId ?? null),
    trip.staged('product_name', nullable(text), ({ product }) => product?.name ?? null),
    trip.staged('product_description', nullable(text), ({ product }) => product?.description ?? null),
    trip.staged('product_fq_code', nullable(text), ({ product }) => product?.fqCode ?? null),
    trip.staged('product_booking_id', nullable(text), ({ product }) => product?.bookingId ?? null),
    trip.staged('valid_from', nullable(instant), ({ product }) => product?.validFrom ?? null),
    trip.staged('valid_to', nullable(instant), ({ product }) => product?.validTo ?? null),
    trip.staged('refund_minor', nullable(bigint), ({ refund }) => refund?.amountMinor ?? null),
    trip.staged('refund_reason', nullable(text), ({ refund }) => refund?.reason ?? null),
  ],
});

/** Fares whose card and start are known. */
export const boardedFares: FeedTable = { ...fares, name: 'boarded_fares', stage: 'stage_boarded_fares' };

/** Where the exits of these fares are. */
export const fareExits = workTable('fare_exits', { trip_id: uuid, stop_id: text, stop_name: text }, ['trip_id']);

/** A correction cannot reach the columns that belong to the tap: those follow the tap (see `carryToTrips`). */
export const trips = derivedTable('trips', [
  derived.key('medium_id', uuid),
  derived.key('started_at', instant),
  derived.key('trip_id', uuid),
  derived.content('operator_code', text),
  derived.content('tap_id', uuid),
  derived.content('srid', text),
  derived.content('line_id', text),
  derived.content('line_name', text),
  derived.content('transport_type', text),
  derived.content('status', text),
  derived.content('fare_minor', bigint),
  derived.content('currency', text),
  derived.content('fare_reason', text),
  derived.content('from_stop_id', text),
  derived.content('from_name', text),
  derived.content('to_stop_id', text),
  derived.content('to_name', text),
  derived.content('checked_in_at', instant),
  derived.content('checked_out_at', instant),
  derived.content('service_day', day),
  derived.silent('updated_at', instant),
  derived.once('refund_reason', text),
  derived.once('refund_minor', bigint),
  derived.staged('was_medium_id', uuid),
  derived.staged('was_started_at', instant),
  derived.staged('product_id', uuid),
  derived.staged('product_name', text),
  derived.staged('product_description', text),
  derived.staged('product_fq_code', text),
  derived.staged('product_booking_id', text),
  derived.staged('valid_from', instant),
  derived.staged('valid_to', instant),
]);

const withdrawn = delivered<WithdrawnTrip>();

/** Trips that the back office has taken back. */
export const withdrawnTrips = deliveredTable<WithdrawnTrip>({
  name: 'withdrawn_trips',
  identity: ['trip_id'],
  columns: [
    withdrawn.staged('trip_id', uuid, ({ tripId }) => tripId),
    withdrawn.staged('medium_id', uuid, ({ mediumId }) => mediumId),
  ],
});
