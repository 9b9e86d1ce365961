import { creditReason, noReason, refundReasonOf } from '@tapfolio/domain/refund-reasons.ts';
import type { T } from '../../lib/i18n.ts';

/** Why money was given back: in our words if we know the reason, or else in the back office's. */
export function refundReasonText(delivered: string | null, t: T): string {
  if (delivered === null || delivered === noReason) return t('trips.refundReasonUnknown');
  if (delivered === creditReason) return t('trips.refundReason_credit');
  const reason = refundReasonOf(delivered);
  return reason === undefined ? delivered : t(`trips.refundReason_${reason}`);
}
