import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import type { TripStatus } from '@tapfolio/domain/states.ts';
import type { Entity } from '../delimited-format.ts';
import { amountMinor, fieldReader, instant, lineText, longest, required, text } from '../text/values.ts';

const needed = ['id', 'tap_id', 'amount', 'operator_id', 'start_dttm', 'end_dttm'] as const;
const others = [
  'ticket_id',
  'station_name',
  'reason',
  'ticket_type',
  'created_dttm',
  'line',
  'start_station',
  'end_station',
  'ticket_code',
] as const;

/** `tr`: the fare of a tap. Amounts are cents. A row that carries a ticket code was a ticket with a validity. */
export const ticketResults: Entity = {
  name: 'ticket results',
  kind: 'trips',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, [...needed, ...others]);
    return (fields, line, chunk) => {
      const { years, validityYears } = context;
      const operatorId = read(fields, 'operator_id');
      const operator = context.operator(operatorId);
      const id = required(read(fields, 'id'), 'id');
      const reason = text(read(fields, 'reason'), 'reason', longest.name);
      const start = instant(read(fields, 'start_dttm'), 'start_dttm', years);
      const ticketCode = text(read(fields, 'ticket_code'), 'ticket_code', longest.id);
      const end = instant(read(fields, 'end_dttm'), 'end_dttm', ticketCode ? validityYears : years);
      const toName = text(read(fields, 'end_station'), 'end_station', longest.name);
      const product = ticketCode && start && end && Date.parse(end) > Date.parse(start);
      chunk.trips.push({
        line,
        tripId: context.id('trip', operatorId, id),
        boarding: { tapId: context.id('tap', operatorId, required(read(fields, 'tap_id'), 'tap_id')) },
        operatorCode: operator.code,
        srid: null,
        currency: null,
        lineId: lineText(read(fields, 'line'), 'line', longest.id),
        status: statusOf(start, reason),
        fareMinor: amountMinor(read(fields, 'amount'), 'amount'),
        fareReason: reason,
        fromName: text(read(fields, 'start_station'), 'start_station', longest.name),
        toName,
        checkedOutAt: product || !isExit(start, end, toName) ? null : end,
        updatedAt: instant(read(fields, 'created_dttm'), 'created_dttm', years) ?? context.exportedAt,
        product: product
          ? {
              productId: context.id('product', operatorId, `${context.codeInIds(operatorId)}:${id}`),
              name: text(read(fields, 'ticket_type'), 'ticket_type', longest.name) ?? ticketCode,
              description: text(read(fields, 'station_name'), 'station_name', longest.name),
              validFrom: start,
              validTo: end,
              fqCode: ticketCode,
              bookingId: text(read(fields, 'ticket_id'), 'ticket_id', longest.id),
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
