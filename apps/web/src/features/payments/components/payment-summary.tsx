import type { PaymentSummary as Payment } from '@tapfolio/contracts/payments.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PaymentStatus } from './payment-status.tsx';
import style from './payment-summary.module.css';
import { Refunded } from './refunded.tsx';

/** A payment on one row: which day, what for, how much, and where it stands. */
export function PaymentSummary({ payment }: { payment: Payment }) {
  const t = useT();
  const formats = useFormats();
  return (
    <div className={style.row}>
      <span>{formats.shortDay(payment.serviceDay)}</span>
      <span className={style.total}>{formats.money(payment.total)}</span>
      <span className={style.reason}>
        {t(`common.paymentReason.${payment.reason}`)}
        {payment.tripCount > 0 &&
          payment.reason !== 'refund' &&
          ` · ${t('common.trips', { count: payment.tripCount })}`}
      </span>
      <span className={style.status}>
        <PaymentStatus payment={payment} />
      </span>
      <Refunded payment={payment} className={style.refunded} />
    </div>
  );
}
