import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';

/** Which of the headings is true of a fare: unpaid, paid, or settled without all of its money. */
export function headingOf({ state, writtenOff }: Pick<GuestDebt, 'state' | 'writtenOff'>): '' | 'Paid' | 'Settled' {
  if (writtenOff) return 'Settled';
  return settledDebtStates.includes(state) ? 'Paid' : '';
}
