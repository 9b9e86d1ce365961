import type { Card } from '@tapfolio/contracts/cards.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';

/** What is still owed with a card; null if nothing is, or nothing any more. */
export function owedWith({ debt }: Pick<Card, 'debt'>): Card['debt'] {
  return debt && !settledDebtStates.includes(debt.state) ? debt : null;
}
