import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import { isRefusedCard, type RefusedCardStatus } from '@tapfolio/domain/card-status.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';

/** Why readers still refuse a card when one of its fares is paid: another fare, or the state of the card. */
type Refusal = 'fare' | RefusedCardStatus;

/**
 * What the payment of a fare means for its card. travels: it can travel again. unknown: a guest pays one fare, and must not learn
 * whether the card has others. Otherwise readers still refuse it, for this reason.
 */
export type CardOutlook = 'travels' | 'unknown' | Refusal;

/** The reason why readers still refuse the card, if they do and it is known. */
export function refusalOf(outlook: CardOutlook): Refusal | undefined {
  return outlook === 'travels' || outlook === 'unknown' ? undefined : outlook;
}

/** What the payment of one of these fares means for their card. */
export function outlookOf({ status }: Pick<Card, 'status'>, fare: Debt, fares: readonly Debt[]): CardOutlook {
  if (isRefusedCard(status)) return status;
  // Fares that the bank has paid are let in together, so they keep a fare waiting only after its own turn.
  const isInTheWay = ({ paymentId, state }: Debt): boolean =>
    paymentId !== fare.paymentId && (fare.state === 'ready' ? state !== 'ready' : !settledDebtStates.includes(state));
  return fares.some(isInTheWay) ? 'fare' : 'travels';
}
