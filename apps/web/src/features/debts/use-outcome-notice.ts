import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { movingDebtStates, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { useEffect, useRef } from 'react';
import { notify, notifyChange } from '../../lib/notices.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { paidLater } from '../../passenger/debts.tsx';
import { noticeIdOf } from './notice-id.ts';

/**
 * Shows how a payment ended while the page was open, also if it began in another tab, if the bank answered before the page
 * saw that it was asked, and when the bank refuses again.
 */
export function useOutcomeNotice(debt: GuestDebt, card: string | undefined): void {
  const { state, stateAt } = debt;
  const { money } = useFormats();
  const paid = paidLater(debt);
  const isPaid = paid !== null;
  const before = useRef({ state, stateAt });
  const text = money(paid ?? debt.amount);
  const uniqId = noticeIdOf(debt);
  useEffect(() => {
    const was = before.current;
    before.current = { state, stateAt };
    if (was.state === state && (state !== 'declined' || was.stateAt === stateAt)) return;
    if (state === 'declined')
      notify({ type: 'danger', title: (t) => t('debts.declinedNotice', { amount: text }), storeInList: true, uniqId });
    else if (state === 'ready' && card !== undefined) notifyChange((t) => t('debts.readyNotice', { card }), { uniqId });
    else if (isPaid && isBankPaying(was.state, state))
      notifyChange((t) => t('debts.paidNotice', { amount: text }), { uniqId });
  }, [state, stateAt, text, isPaid, card, uniqId]);
}

/** True if the bank took the money between the two states. A fare that goes from unpaid to ready was paid in another way. */
function isBankPaying(was: GuestDebt['state'], state: GuestDebt['state']): boolean {
  if (settledDebtStates.includes(was) || !settledDebtStates.includes(state)) return false;
  return state !== 'ready' || movingDebtStates.includes(was);
}
