import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import type { TripStatus } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import { amountMinor, field, instant, lineText, longest, positionsOf, required, text } from '../text/values.ts';

/** Our names of the columns that are read. */
const columns = {
  id: 'id',
  ticketId: 'ticket_id',
  stationName: 'station_name',
  amount: 'amount',
  operatorId: 'operator_id',
  reason: 'reason',
  tapId: 'tap_id',
  ticketType: 'ticket_type',
  created: 'created_dttm',
  line: 'line',
  startStation: 'start_station',
  endStation: 'end_station',
  start: 'start_dttm',
  end: 'end_dttm',
  ticketCode: 'ticket_code',
};

/** `tr`: the fare of a tap. Amounts are cents. A row that carries a ticket code was a ticket with a validity. */
export const ticketResults: Entity = {
  name: 'ticket results',
  kind: 'trips',
  required: ['id', 'tap_id', 'amount', 'operator_id', 'start_dttm', 'end_dttm'],

  reader(header, context) {
    const column = positionsOf(header, columns);
    return (fields, line, chunk) => {
      const { years, validityYears } = context;
      const operatorId = field(fields, column.operatorId);
      const operator = context.operator(operatorId);
      const id = required(field(fields, column.id), 'id');
      const reason = text(field(fields, column.reason), 'reason', longest.name);
      const start = instant(field(fields, column.start), 'start_dttm', years);
      const ticketCode = text(field(fields, column.ticketCode), 'ticket_code', longest.id);
      const end = instant(field(fields, column.end), 'end_dttm', ticketCode ? validityYears : years);
      const toName = text(field(fields, column.endStation), 'end_station', longest.name);
      const product = ticketCode && start && end && Date.parse(end) > Date.parse(start);
      chunk.trips.push({
        line,
        tripId: context.id('trip', operatorId, id),
        boarding: { tapId: context.id('tap', operatorId, required(field(fields, column.tapId), 'tap_id')) },
        operatorCode: operator.code,
        srid: null,
        currency: null,
        lineId: lineText(field(fields, column.line), 'line', longest.id),
        status: statusOf(start, reason),
        fareMinor: amountMinor(field(fields, column.amount), 'amount'),
        fareReason: reason,
        fromName: text(field(fields, column.startStation), 'start_station', longest.name),
        toName,
        checkedOutAt: product || !isExit(start, end, toName) ? null : end,
        updatedAt: instant(field(fields, column.created), 'created_dttm', years) ?? context.exportedAt,
        product: product
          ? {
              productId: context.id('product', operatorId, `${context.codeInIds(operatorId)}:${id}`),
              name: text(field(fields, column.ticketType), 'ticket_type', longest.name) ?? ticketCode,
              description: text(field(fields, column.stationName), 'station_name', longest.name),
              validFrom: start,
              validTo: end,
              fqCode: ticketCode,
              bookingId: text(field(fields, column.ticketId), 'ticket_id', longest.id),
            }
          : null,
      });
    };
  },
};

/** Vehicles where one taps once are delivered with the start repeated as the end. */
function isExit(start: string | null, end: string | null, toName: string | null): boolean {
  return end !== null && (toName !== null || start === null || end !== start);
}

/** Words which mean that a rule gave the fare, and those which mean that a tap is missing. Back offices write free text. */
const ruledWords = /auto-?complet|automatically|automatique/i;

/** Before clearing a row has no start. */
function statusOf(start: string | null, reason: string | null): TripStatus {
  if (start === null) return 'provisional';
  const isByRule = reason !== null && (fareReasonOf(reason) === 'incomplete' || ruledWords.test(reason));
  return isByRule ? 'fallback' : 'calculated';
}
