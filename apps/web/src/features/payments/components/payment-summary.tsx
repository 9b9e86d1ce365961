import type { PaymentSummary as Payment } from '@tapfolio/contracts/payments.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PaymentDebt } from '../../../passenger/debts.tsx';
import { PaymentKind } from '../../../passenger/payment-kind.tsx';
import { StatusText } from '../../../ui/status-text.tsx';
import { Summary } from '../../../ui/summary.tsx';
import { amountOf, paymentState } from '../payment-states.ts';
import style from './payment-list.module.css';

type Props = {
  payment: Payment;
  /** The day with a link, in a list whose rows do not open. */
  name?: ReactNode;
  /** The card, where payments of several cards stand together. */
  card?: ReactNode;
};

/** A payment on one row: day, kind, amount and state. */
export function PaymentSummary({ payment, name, card }: Props) {
  const formats = useFormats();
  return (
    <Summary
      name={name ?? formats.shortDay(payment.serviceDay)}
      amount={formats.money(amountOf(payment))}
      note={
        <>
          <PaymentKind payment={payment} />
          {card && <div>{card}</div>}
        </>
      }
      status={<PaymentStatus payment={payment} />}
      below={payment.refunded && <Refunded payment={payment} />}
    />
  );
}

/** The status of a payment. A successful refund is called refunded, not paid. */
export function PaymentStatus({
  payment: { id, status, reason },
}: {
  payment: Pick<Payment, 'id' | 'status' | 'reason'>;
}) {
  const t = useT();
  const isGivenBack = reason === 'refund' && status === 'accepted';
  return (
    <span className={style.states}>
      <StatusText tone={paymentState(status).tone}>
        {isGivenBack ? t('payments.refundDone') : t(`common.paymentStatus.${status}`)}
      </StatusText>{' '}
      <PaymentDebt paymentId={id} />
    </span>
  );
}

/** What was given back of a payment, to show under the amount that the bank took; nothing if nothing was given back. */
export function Refunded({ payment: { refunded, timeZone } }: { payment: Pick<Payment, 'refunded' | 'timeZone'> }) {
  const t = useT();
  const formats = useFormats();
  if (!refunded) return null;
  const { count, lastAt } = refunded;
  const amount = formats.money(refunded.amount);
  return count === 1 && lastAt
    ? t('payments.refundedAfter', { amount, date: formats.date(lastAt, timeZone) })
    : t('payments.refundedInParts', { count, amount });
}
