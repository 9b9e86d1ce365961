import type { Card } from '@tapfolio/contracts/cards.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Coming } from '../../../ui/held-back.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { alertTypeOf } from '../alert-type.ts';
import { outlookOfCard, refusalText, stateText } from '../card-outlook.ts';

type Props = { card: Pick<Card, 'name' | 'status'>; debt: NonNullable<Card['debt']>; children?: ReactNode };

/** What the list of cards says about unpaid fares: shown while the details load, and if they cannot be loaded. */
export function DebtSummary({ card, debt, children }: Props) {
  const t = useT();
  const formats = useFormats();
  const values = { amount: formats.amounts(debt.due), date: formats.shortDay(debt.serviceDay) };
  const isPaid = settledDebtStates.includes(debt.state);
  const outlook = outlookOfCard(card);
  const refusal = refusalText(debt.state, outlook);
  return (
    <Alert
      type={alertTypeOf(debt.state)}
      isStanding
      title={t(isPaid ? 'debts.headingPaid' : 'debts.heading', { card: card.name })}
    >
      <Stack gap={3} isStart>
        <p>{t(stateText(debt.state, outlook), values)}</p>
        {refusal && <p>{t(refusal)}</p>}
        {children}
      </Stack>
    </Alert>
  );
}

/** The same while the rest loads. */
export function ComingDebts(props: Omit<Props, 'children'>) {
  return (
    <Coming>
      <DebtSummary {...props}>
        <Skeleton lines={6} />
      </DebtSummary>
    </Coming>
  );
}
