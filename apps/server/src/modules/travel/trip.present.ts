import { tripsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import type { RelatedTrip } from '@tapfolio/contracts/payments.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import type { TripDetail, TripFacts, TripSummary } from '@tapfolio/contracts/trips.ts';
import { type TransportType, transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { presenterOf, sqlTypesOf } from '../../lib/as-delivered.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { selectList } from '../../lib/sql.ts';
import { bigint, character, day, instant, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';
import type { Names, Operators } from './timetable-names.ts';

/** What every list and view of trips reads of a trip, and shows of it. */
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
  ...sqlTypesOf(tripsAsDelivered),
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

const presentAsDelivered = presenterOf(tripsAsDelivered);

export type TripRow = RowOf<typeof tripColumns>;

/** The same as a select list. */
export const tripList = selectList(tripColumns);

export interface TripNames extends Names {
  readonly operators: Operators;
}

type LineRow = Pick<TripRow, 'operator_code' | 'line_id'>;

function lineOf(row: LineRow, names: Names) {
  return row.line_id === null ? undefined : names.line(row.operator_code, row.line_id);
}

/** The type of transport that the timetable gives the line of a trip, else what was delivered. */
export function transportTypeOf(row: LineRow & Pick<TripRow, 'transport_type'>, names: Names): TransportType {
  return lineOf(row, names)?.transportType ?? row.transport_type ?? 'other';
}

/** What every view of a trip shows: with the timetable's names, else with those that were delivered. */
function presentFacts(row: TripRow, names: TripNames): TripFacts {
  const line = lineOf(row, names);
  return {
    id: row.trip_id,
    line: line?.badge ?? deliveredLine(row),
    transportType: transportTypeOf(row, names),
    startedAt: isoInstant(row.started_at),
    endedAt: isoInstantOrNull(row.checked_out_at),
    from: stopName(names, row.operator_code, row.from_stop_id) ?? row.from_name,
    to: stopName(names, row.operator_code, row.to_stop_id) ?? row.to_name,
    serviceDay: row.service_day,
    timeZone: names.operators.timeZone(row.operator_code),
    operator: names.operators.partnerName(row.operator_code),
    ...presentAsDelivered(row),
  };
}

/** A trip as histories and overviews show it. */
export function presentTrip(row: TripRow, names: TripNames): TripSummary {
  return {
    ...presentFacts(row, names),
    status: row.status,
    fare: { amountMinor: row.fare_minor, currency: row.currency },
    updatedAt: isoInstant(row.updated_at),
    srid: row.srid,
  };
}

/**
 * Is only the tap at the end known? Such a trip begins in the history when it ends, at no stop, and nobody may take that time for a
 * check-in.
 */
export function isExitOnly({ startedAt, endedAt, from }: Pick<TripFacts, 'startedAt' | 'endedAt' | 'from'>): boolean {
  return from === null && startedAt === endedAt;
}

/** The same trip as a line of its payment's story. */
export function presentRelatedTrip(row: TripRow & { full_fare_minor: number | null }, names: TripNames): RelatedTrip {
  const money = (amountMinor: number): MoneyDto => ({ amountMinor, currency: row.currency });
  return {
    ...presentFacts(row, names),
    price: money(row.fare_minor),
    fullPrice: row.full_fare_minor === null ? null : money(row.full_fare_minor),
    refund: presentRefundOfTrip(row),
  };
}

/** What was refunded of a trip; null if nothing was. */
export function presentRefundOfTrip(
  row: Pick<TripRow, 'refund_minor' | 'refund_reason' | 'currency'>,
): TripDetail['refund'] {
  if (row.refund_minor === null) return null;
  return { reason: row.refund_reason, amount: { amountMinor: row.refund_minor, currency: row.currency } };
}

/** What was delivered of a line that is in no timetable. */
function deliveredLine({ line_id: id, line_name: name }: TripRow): TripSummary['line'] {
  const shownId = id ?? name;
  const shownName = name ?? id;
  if (shownId === null || shownName === null) return null;
  return { id: shownId, name: shownName, longName: null, color: null, textColor: null };
}

function stopName(names: Names, operatorCode: string, stopId: string | null): string | undefined {
  return stopId === null ? undefined : names.stop(operatorCode, stopId);
}
