import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';

type Props = { payment: PaymentSummary; className: string | undefined };

/** What came back of a payment, under the amount that the bank took; nothing when nothing did. */
export function Refunded({ payment: { refunded, timeZone }, className }: Props) {
  const t = useT();
  const formats = useFormats();
  if (!refunded) return null;
  const { count, lastAt } = refunded;
  const amount = formats.money(refunded.amount);
  return (
    <span className={className}>
      {count === 1 && lastAt
        ? t('payments.refundedAfter', { amount, date: formats.date(lastAt, timeZone) })
        : t('payments.refundedInParts', { count, amount })}
    </span>
  );
}
