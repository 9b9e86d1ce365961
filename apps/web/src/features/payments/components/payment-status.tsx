import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { useT } from '../../../lib/i18n.ts';
import { StatusText } from '../../../ui/status-text.tsx';
import { paymentTones } from '../payment-tones.ts';

/** Where a payment stands. A refund that went through is not paid but given back. */
export function PaymentStatus({ payment: { status, reason } }: { payment: PaymentSummary }) {
  const t = useT();
  const isGivenBack = reason === 'refund' && status === 'accepted';
  return (
    <StatusText tone={paymentTones[status]}>
      {isGivenBack ? t('payments.refundDone') : t(`common.paymentStatus.${status}`)}
    </StatusText>
  );
}
