import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { collectingDebtStates, type DebtState } from '@tapfolio/domain/debt-states.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { paidLater } from '../../../passenger/debts.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { type CardOutlook, refusalOf } from '../card-outlook.ts';
import { DebtSteps } from './debt-steps.tsx';

/** The state of a fare, why the bank refused it, and what happens next, in words; and how far its payment is. */
export function DebtProgress({ debt, outlook }: { debt: GuestDebt; outlook: CardOutlook }) {
  const t = useT();
  const formats = useFormats();
  const { state, nextStep, declineCode, writtenOff } = debt;
  const paid = paidLater(debt);
  const refusal = collectingDebtStates.includes(state) ? undefined : refusalOf(outlook);
  const values = { amount: formats.money(paid ?? debt.amount), date: formats.shortDay(debt.serviceDay) };
  return (
    <>
      <div role="status">
        {paid && <p>{t(stateText(state, outlook), values)}</p>}
        {paid && refusal && <p>{t(`debts.still_refused_${refusal}`)}</p>}
        {writtenOff && <p>{t('debts.writtenOff', { amount: formats.money(writtenOff) })}</p>}
      </div>
      {state === 'declined' && declineCode && <p>{reasonText(declineCode, t)}</p>}
      {nextStep === 'wait' && <p>{t('debts.next_wait')}</p>}
      {nextStep === 'retry' && <p>{t('debts.next_retry', { left: debt.triesLeft })}</p>}
      {nextStep === 'retry_later' && debt.nextTryAt && (
        <p>{t('debts.next_retry_later', { time: formats.dateTime(debt.nextTryAt, debt.timeZone) })}</p>
      )}
      {nextStep === 'contact' && (
        <p>
          {t(state === 'declined' ? 'debts.next_contact' : 'debts.next_not_here')} <WhomToAsk />
        </p>
      )}
      {paid && <DebtSteps state={state} outlook={outlook} />}
    </>
  );
}

/** The sentence about a fare, which promises that its card can travel only as far as that is known. */
function stateText(state: DebtState, outlook: CardOutlook) {
  const isUnpaid = state === 'owed' || state === 'declined';
  const isPaid = state === 'approved' || state === 'unblocking' || state === 'ready';
  if (isUnpaid && refusalOf(outlook)) return `debts.state_${state}_refused` as const;
  if (isPaid && refusalOf(outlook)) return 'debts.state_paid_refused';
  if (isPaid && outlook === 'unknown') return `debts.state_${state}_unless` as const;
  return `debts.state_${state}` as const;
}

function reasonText(code: NonNullable<GuestDebt['declineCode']>, t: T): string {
  // Only money that is paid back can be too much.
  return t(`debts.declined_${code === 'amount_too_large' ? 'refused' : code}`);
}
