import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { refusedCardStatuses } from '@tapfolio/domain/states.ts';

/**
 * What the payment of a fare means for its card. travels: it can travel again. refused: readers still refuse it, for another reason.
 * unknown: a guest pays one fare, and must not learn whether the card has others.
 */
export type CardOutlook = 'travels' | 'refused' | 'unknown';

/** What the payment of one of these fares means for their card. */
export function outlookOf({ status }: Pick<Card, 'status'>, fare: Debt, fares: readonly Debt[]): CardOutlook {
  // Fares that the bank has paid are let in together, so they keep a fare waiting only after its own turn.
  const isInTheWay = ({ paymentId, state }: Debt): boolean =>
    paymentId !== fare.paymentId && (fare.state === 'ready' ? state !== 'ready' : !settledDebtStates.includes(state));
  return refusedCardStatuses.includes(status) || fares.some(isInTheWay) ? 'refused' : 'travels';
}
