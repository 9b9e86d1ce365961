import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { useT } from '../lib/i18n.ts';
import { onOneLine } from '../lib/use-formats.ts';
import { Delivered } from './delivered.tsx';

type Props = { payment: Pick<PaymentSummary, 'reason' | 'tripCount' | 'sold'> };

/** What a payment is for, in few words: "6 trips", "Day pass · 4 trips", "Refund". */
export function PaymentKind({ payment: { reason, tripCount, sold } }: Props) {
  const t = useT();
  const trips = tripCount > 0 && reason !== 'refund' && t('common.trips', { count: tripCount });
  if (!sold?.length) {
    const named = (reason !== 'trip' || !trips) && t(`common.paymentReason.${reason}`);
    return [named, trips].filter(Boolean).join(' · ');
  }
  return (
    <>
      <Delivered>{sold.join(', ')}</Delivered>
      {trips && ` · ${onOneLine(trips)}`}
    </>
  );
}
