import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { schemeName } from '@tapfolio/domain/scheme-name.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { type ReactNode, useId } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Columns, Row, Stack } from '../../../ui/layout.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { paymentState } from '../payment-states.ts';
import { BankMovements } from './bank-movements.tsx';
import { PaymentReceipt } from './payment-receipt.tsx';
import { StatementView } from './statement-view.tsx';
import { WhyThisAmount } from './why-this-amount.tsx';

/** Offers to ask about a payment. `whyId` is the heading of the explanation of the amount; `otherwise` is shown if nobody can ask here. */
export type AskAboutPayment = (payment: PaymentDetail, whyId: string, otherwise: ReactNode) => ReactNode;

type Props = { cardId: number; payment: PaymentDetail; ask: AskAboutPayment };

/** A payment: its line on the statement, why this amount, what the bank took, its trips, its receipt. */
export function PaymentView({ cardId, payment, ask }: Props) {
  const t = useT();
  const whyId = useId();
  const { help } = paymentState(payment.status);
  const { scheme, lastFour } = payment.medium;
  const withReceipt = receiptOwner(payment);
  return (
    <Columns>
      <Stack gap={6}>
        {help && <p>{t(help)}</p>}
        {payment.recovers && (
          <p>
            <PaymentLink cardId={cardId} payment={payment.recovers}>
              {t('payments.recovers')}
            </PaymentLink>
          </p>
        )}
        {payment.refundOf && (
          <p>
            <PaymentLink cardId={cardId} payment={payment.refundOf}>
              {t('payments.refundOf')}
            </PaymentLink>
          </p>
        )}
        <StatementView payment={payment} />
        <WhyThisAmount cardId={cardId} payment={payment} headingId={whyId} />
      </Stack>
      <Stack gap={6}>
        <BankMovements payment={payment} />
        <Facts
          facts={[
            { label: t('common.statementReference'), value: payment.srid && <Verbatim>{payment.srid}</Verbatim> },
            { label: t('payments.colMethod'), value: t(`common.paymentMethod.${payment.method}`) },
            {
              label: t('common.card'),
              value: (scheme || lastFour) && (
                <>
                  {scheme && schemeName(scheme)} {lastFour && <CardNumber lastFour={lastFour} />}
                </>
              ),
            },
          ]}
        />
        {withReceipt && <PaymentReceipt cardId={cardId} payment={withReceipt} />}
        <Row>{ask(payment, whyId, <WhomToAskAbout payment={payment} />)}</Row>
      </Stack>
    </Columns>
  );
}

function WhomToAskAbout({ payment: { srid } }: { payment: PaymentDetail }) {
  const t = useT();
  return (
    <p>
      {t('payments.ask')} <WhomToAsk {...(srid && { about: `${t('common.statementReference')} ${srid}` })} />
    </p>
  );
}

/** The payment whose receipt covers this one. A refund and a late collection have no receipt of their own: that of the fare has both. */
function receiptOwner(
  payment: PaymentDetail,
): Pick<PaymentDetail, 'id' | 'srid' | 'status' | 'receiptAvailable'> | null {
  const { srid, reason } = payment;
  const owner = payment.recovers ?? payment.refundOf;
  if (owner) return { ...owner, srid };
  return movementReasons.includes(reason) ? null : payment;
}
