import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { T } from '../lib/i18n.ts';

/** What a payment is for, in few words: "6 trips", "Product · 4 trips", "Refund". */
export function paymentKind({ reason, tripCount }: Pick<PaymentSummary, 'reason' | 'tripCount'>, t: T): string {
  const trips = tripCount > 0 && reason !== 'refund' && t('common.trips', { count: tripCount });
  if (reason === 'trip' && trips) return trips;
  return [t(`common.paymentReason.${reason}`), trips].filter(Boolean).join(' · ');
}
