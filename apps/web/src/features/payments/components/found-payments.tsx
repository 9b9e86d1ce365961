import type { FoundPayment } from '@tapfolio/contracts/payments.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { PaymentLink } from '../../../passenger/payment-link.tsx';
import { RowList } from '../../../ui/layout.tsx';
import { PaymentSummary } from './payment-summary.tsx';

/** Payments of several cards, or several of one: each with its card, and a link that opens it. */
export function FoundPayments({ found }: { found: readonly FoundPayment[] }) {
  const { shortDay } = useFormats();
  return (
    <RowList>
      {found.map(({ cardId, cardName, medium, payment }) => (
        <li key={payment.id}>
          <PaymentSummary
            payment={payment}
            name={
              <PaymentLink cardId={cardId} payment={payment}>
                {shortDay(payment.serviceDay)}
              </PaymentLink>
            }
            card={
              <>
                {cardName} <CardNumber lastFour={medium.lastFour} />
              </>
            }
          />
        </li>
      ))}
    </RowList>
  );
}
