import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { PayDebtDialog } from './pay-debt-dialog.tsx';

type Props = {
  debt: GuestDebt;
  pay: (amount: Money) => Promise<unknown>;
  onAnswer: () => Promise<unknown>;
  children: (amount: string) => ReactNode;
};

/** The button that pays an unpaid fare, with its dialog. It is shown while the fare can be paid. */
export function PayDebt({ debt, pay, onAnswer, children }: Props) {
  const t = useT();
  const { money } = useFormats();
  const [asked, setAsked] = useState<Money>();
  const { nextStep } = debt;
  const amount = money(debt.amount);
  const isPayable = nextStep === 'pay' || nextStep === 'retry';
  // The fare may have been paid by a request without an answer, or in another tab: then there is nothing to confirm.
  if (asked && !isPayable) setAsked(undefined);
  return (
    <>
      {isPayable && (
        <p>
          <Button variant="primary" onClick={() => setAsked(debt.amount)}>
            {t(nextStep === 'pay' ? 'debts.pay' : 'debts.retry', { amount })}
          </Button>
        </p>
      )}
      <PayDebtDialog debt={debt} asked={asked} pay={pay} onAnswer={onAnswer} onClose={() => setAsked(undefined)}>
        {children}
      </PayDebtDialog>
    </>
  );
}
