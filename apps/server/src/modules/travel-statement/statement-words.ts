import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { Pen } from '../../documents/sheet.ts';

/** What a payment was for, in the words of the list of payments. */
export function writeReason({ t }: Pick<Pen, 't'>, { reason }: PaymentSummary): string {
  return t(`travelstatementdoc.reason_${reason}`);
}

/** Its status in the same words. A successful refund is called refunded, not paid. */
export function writeStatus({ t }: Pick<Pen, 't'>, { reason, status }: PaymentSummary): string {
  const isRefunded = reason === 'refund' && status === 'accepted';
  return isRefunded ? t('receiptdoc.refunded') : t(`travelstatementdoc.status_${status}`);
}
