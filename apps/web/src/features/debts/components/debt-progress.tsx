import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { paidLater } from '../../../passenger/debts.tsx';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { type CardOutlook, refusalText, stateText } from '../card-outlook.ts';
import { DebtSteps } from './debt-steps.tsx';

/** The state of a fare, why the bank refused it, and what happens next, in words; and how far its payment is. */
export function DebtProgress({ debt, outlook }: { debt: GuestDebt; outlook: CardOutlook }) {
  const t = useT();
  const formats = useFormats();
  const { state, nextStep, declineCode, writtenOff } = debt;
  const paid = paidLater(debt);
  const refusal = refusalText(state, outlook);
  const values = { amount: formats.money(paid ?? debt.amount), date: formats.shortDay(debt.serviceDay) };
  return (
    <>
      <div role="status">
        {paid && <p>{t(stateText(state, outlook), values)}</p>}
        {paid && refusal && <p>{t(refusal)}</p>}
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

function reasonText(code: NonNullable<GuestDebt['declineCode']>, t: T): string {
  // Only money that is paid back can be too much.
  return t(`debts.declined_${code === 'amount_too_large' ? 'refused' : code}`);
}
