import { useQuery } from '@tanstack/react-query';
import type { GuestDebt as Debt } from '@tapfolio/contracts/debts.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { useEffect, useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { alertTypeOf } from '../alert-type.ts';
import { type DebtProof, foundDebtQuery } from '../api/find-debt.ts';
import { payFoundDebt } from '../api/pay-debt.ts';
import { headingOf } from '../heading-of.ts';
import { useOutcomeNotice } from '../use-outcome-notice.ts';
import { DebtProgress } from './debt-progress.tsx';
import { PayDebt } from './pay-debt.tsx';

type Props = {
  proof: DebtProof;
  /** The fare was paid while the page was open. */
  onPaid: () => void;
};

/** The unpaid fare of a statement line, without an account: only its state and its button. */
export function GuestDebt({ proof, onPaid }: Props) {
  const t = useT();
  const query = useQuery(foundDebtQuery(proof));
  return (
    <Loaded
      query={query}
      lines={3}
      refused={({ code }) => (code === 'debt_not_found' ? null : undefined)}
      failed={t('debts.loadFailed')}
    >
      {(debt) => <Found debt={debt} srid={proof.srid} onAnswer={() => query.refetch()} onPaid={onPaid} />}
    </Loaded>
  );
}

type FoundProps = { debt: Debt; srid: string; onAnswer: () => Promise<unknown>; onPaid: () => void };

function Found({ debt, srid, onAnswer, onPaid }: FoundProps) {
  const t = useT();
  const formats = useFormats();
  const { state } = debt;
  useOutcomeNotice(debt, undefined);
  const isPaid = settledDebtStates.includes(state);
  const before = useRef(state);
  useEffect(() => {
    if (isPaid && before.current !== state) onPaid();
    before.current = state;
  }, [isPaid, state, onPaid]);
  const date = formats.shortDay(debt.serviceDay);
  const pay = (amount: Money) => payFoundDebt({ body: { srid, ...amount } }, debt);
  return (
    <Alert type={alertTypeOf(state)} isStanding title={t(`debts.guestHeading${headingOf(debt)}`, { date })}>
      <Stack gap={3}>
        <DebtProgress debt={debt} outlook="unknown" />
        <PayDebt debt={debt} pay={pay} onAnswer={onAnswer}>
          {(amount) => t('debts.dialogTextGuest', { amount, srid })}
        </PayDebt>
      </Stack>
    </Alert>
  );
}
