import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import style from './payment-details.module.css';

/** The line as the bank prints it, so that it can be found on the statement. */
export function StatementView({ payment }: { payment: PaymentDetail }) {
  const t = useT();
  const formats = useFormats();
  return (
    <section className={style.part}>
      <h3>{t('payments.statementHeading')}</h3>
      {payment.statementLine ? (
        <p className={style.statement}>
          <span>{payment.statementLine}</span>
          <span>{formats.money(payment.differencePaid.amountMinor === 0 ? payment.due : payment.differencePaid)}</span>
        </p>
      ) : (
        <p className={style.quiet}>{t('payments.statementNone')}</p>
      )}
    </section>
  );
}
