import type { DebtState } from '@tapfolio/domain/debt-states.ts';
import type { NoticeType } from '../../lib/notices.ts';
import { debtTones } from '../../passenger/debts.tsx';

/** How the permanent sentence about an unpaid fare looks in this state. */
export function alertTypeOf(state: DebtState): NoticeType {
  const tone = debtTones[state];
  return tone === 'neutral' ? 'info' : tone;
}
