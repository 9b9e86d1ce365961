import type { DebtState } from '@tapfolio/domain/debt-states.ts';
import { useT } from '../../../lib/i18n.ts';
import { SuccessIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { CardOutlook } from '../card-outlook.ts';
import style from './debt-steps.module.css';

/** The states on the way from unpaid to paid. While the bank is asked, the fare counts as requested. */
const steps = ['owed', 'requested', 'approved', 'unblocking', 'ready'] as const;

const stepOf = (state: DebtState): number => {
  if (state === 'declined') return steps.indexOf('owed');
  return steps.indexOf(state === 'submitting' || state === 'unknown' ? 'requested' : state);
};

/** The progress of a payment: unpaid, requested, paid by the bank, readers informed, ready. The last step only where the card can then travel. */
export function DebtSteps({ state, outlook }: { state: DebtState; outlook: CardOutlook }) {
  const t = useT();
  const now = stepOf(state);
  const shown = outlook === 'travels' ? steps : steps.slice(0, -1);
  return (
    <ol className={style.steps} aria-label={t('debts.steps')}>
      {shown.map((step, place) => {
        // After the last step nothing is left to do.
        const isDone = place < now || state === 'ready';
        return (
          <li key={step} className={style.step} aria-current={place === now ? 'step' : undefined}>
            {isDone ? <SuccessIcon /> : <span className={style.mark} />}
            <span>
              {t(`debts.step_${step}`)}
              {isDone && <VisuallyHidden> {t('debts.stepDone')}</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
