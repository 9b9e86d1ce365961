import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { knownPaid } from '@tapfolio/domain/paid-and-rest.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { isToBeCharged } from '../payment-states.ts';
import { signedAmount } from './bank-movements.tsx';
import style from './payment-details.module.css';

/**
 * The lines as the bank prints them, one for each time it took or gave back money, so that the passenger finds them there. A statement
 * has no line for what the bank refused, or for what costs nothing.
 */
export function StatementView({ payment }: { payment: PaymentDetail }) {
  const t = useT();
  const formats = useFormats();
  const { statementLine, status } = payment;
  const amounts = statementLine === null ? [] : amountsOf(payment);
  const isLater = isCollectedLater(payment);
  if (amounts.length === 0 && !isLater && !isToBeCharged(status)) return null;
  return (
    <Stack as="section" gap={2}>
      <h3>{t('payments.statementHeading')}</h3>
      {isLater || amounts.length === 0 ? (
        <Quiet>{t(isLater ? 'payments.collectedLater' : 'payments.statementNone')}</Quiet>
      ) : (
        Object.entries(amounts).map(([place, amount]) => (
          <p key={place} className={style.statement}>
            <span>{statementLine}</span>
            <span>{formats.money(amount)}</span>
          </p>
        ))
      )}
    </Stack>
  );
}

/** The bank refused it, and it was then paid with another charge. */
function isCollectedLater({ charges, debtPaid }: PaymentDetail): boolean {
  return debtPaid.amountMinor > 0 && charges.length > 0 && !charges.some(({ approved }) => approved);
}

function amountsOf(payment: PaymentDetail): Money[] {
  const { charges, due, reason, status } = payment;
  const mine = reason === 'refund' ? [] : charges.filter(({ approved }) => approved);
  if (mine.length > 0) return mine.map(signedAmount);
  const paid = knownPaid(payment);
  if (paid === null) return charges.length === 0 ? [due] : [];
  if (paid.amountMinor !== 0) return [paid];
  return status === 'pending' ? [due] : [];
}
