import type { RefundCode } from '@tapfolio/contracts/errors/refund-codes.ts';
import type { RefundDto } from '@tapfolio/contracts/refunds.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { RefundRow, RefundTripRow } from './refunds.queries.ts';

/** A refund as the requesting operator sees it. `mayBeChargedBack`: a waiting chargeback may be of its payment. */
export function presentRefund(
  row: RefundRow,
  { trips, mayBeChargedBack }: { trips: readonly RefundTripRow[]; mayBeChargedBack: boolean },
): RefundDto {
  const { currency, given_minor: givenMinor, given_currency: givenCurrency } = row;
  // What another currency gave back of each trip is not known.
  const known = givenCurrency === null ? trips : [];
  return {
    id: row.refund_id,
    operatorCode: row.operator_code,
    srid: row.srid,
    state: row.state,
    amount: { amountMinor: givenMinor ?? row.amount_minor, currency: givenCurrency ?? currency },
    reason: row.reason,
    trips: known.map(({ trip_id: tripId, amount_minor: amountMinor }) => ({
      tripId,
      amount: { amountMinor, currency },
    })),
    requestedAt: isoInstant(row.requested_at),
    decidedAt: isoInstantOrNull(row.closed_at),
    code: codeOf(row, mayBeChargedBack),
    declineCode: row.decline_code,
    bankReference: row.bank_reference,
  };
}

/** Whether a refund was declined without a reason of the bank and without a delivered chargeback. */
export const isUnexplained = ({ state, decline_code: reason, is_charged_back: isChargedBack }: RefundRow): boolean =>
  state === 'declined' && reason === null && !isChargedBack;

/** Why the money is not back yet, or will not come. */
function codeOf(row: RefundRow, mayBeChargedBack: boolean): RefundCode | null {
  const { state, decline_code: reason } = row;
  if (state === 'unknown') return 'PS0027';
  if (state !== 'declined' && state !== 'returned') return null;
  if (isUnexplained(row)) return mayBeChargedBack ? 'PS0006' : 'PS0028';
  if (reason === null) return 'PS0005';
  if (reason === 'card_blocked' || reason === 'card_expired') return 'PS0029';
  return reason === 'card_not_found' ? 'PS0030' : 'PS0026';
}
