import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { bigint, character, day, instant, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** What every list and view of trips reads of a trip, for {@link presentTrip} of `trip.present.ts`. */
export const tripColumns = {
  trip_id: uuid,
  started_at: instant,
  operator_code: text,
  line_id: nullable(text),
  line_name: nullable(text),
  transport_type: nullable(oneOf(transportTypes)),
  status: oneOf(tripStatuses),
  fare_minor: bigint,
  currency: character,
  fare_reason: nullable(text),
  updated_at: instant,
  checked_out_at: nullable(instant),
  from_stop_id: nullable(text),
  from_name: nullable(text),
  to_stop_id: nullable(text),
  to_name: nullable(text),
  service_day: day,
  srid: nullable(text),
  refund_minor: nullable(bigint),
  refund_reason: nullable(text),
};

export type TripRow = RowOf<typeof tripColumns>;

/** The same as a select list. */
export const tripList = Object.keys(tripColumns).join(', ');
