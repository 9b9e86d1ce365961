import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { useEffect, useRef } from 'react';
import { notify, notifyChange } from '../../lib/notices.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { isMoving } from './moving.ts';

/** Tells how a payment ended that was under way while the page was open, wherever it was begun. */
export function useOutcomeNotice(
  { state, amount }: Pick<GuestDebt, 'state' | 'amount'>,
  card: string | undefined,
): void {
  const { money } = useFormats();
  const before = useRef(state);
  const text = money(amount);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was === state || !isMoving(was)) return;
    const isAsked = was === 'requested' || was === 'submitting' || was === 'unknown';
    if (state === 'ready' && card !== undefined) notifyChange((t) => t('debts.readyNotice', { card }));
    else if (isAsked && (state === 'approved' || state === 'unblocking' || state === 'ready'))
      notifyChange((t) => t('debts.paidNotice', { amount: text }));
    if (state === 'declined')
      notify({ type: 'danger', title: (t) => t('debts.declinedNotice', { amount: text }), storeInList: true });
  }, [state, text, card]);
}
