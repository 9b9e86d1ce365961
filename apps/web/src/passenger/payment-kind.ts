import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { T } from '../lib/i18n.ts';

/** What a payment is for, in few words: "6 trips", "Day pass · 4 trips", "Refund". */
export function paymentKind(
  { reason, tripCount, sold = [] }: Pick<PaymentSummary, 'reason' | 'tripCount' | 'sold'>,
  t: T,
): string {
  const trips = tripCount > 0 && reason !== 'refund' && t('common.trips', { count: tripCount });
  const named =
    sold.length > 0 ? sold.join(', ') : (reason !== 'trip' || !trips) && t(`common.paymentReason.${reason}`);
  return [named, trips].filter(Boolean).join(' · ');
}
