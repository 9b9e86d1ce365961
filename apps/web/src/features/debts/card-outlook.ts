import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import { isRefusedCard, type RefusedCardStatus } from '@tapfolio/domain/card-status.ts';
import { collectingDebtStates, type DebtState, settledDebtStates } from '@tapfolio/domain/debt-states.ts';

/** Why readers still refuse a card when one of its fares is paid: another fare, or the state of the card. */
type Refusal = 'fare' | RefusedCardStatus;

/**
 * What the payment of a fare means for its card. travels: it can travel again. unknown: a guest pays one fare, and must not learn
 * whether the card has others. Otherwise readers still refuse it, for this reason.
 */
export type CardOutlook = 'travels' | 'unknown' | Refusal;

/** The reason why readers still refuse the card, if they do and it is known. */
function refusalOf(outlook: CardOutlook): Refusal | undefined {
  return outlook === 'travels' || outlook === 'unknown' ? undefined : outlook;
}

/** What a payment means for a card whose single fares are not loaded. */
export function outlookOfCard({ status }: Pick<Card, 'status'>): CardOutlook {
  return isRefusedCard(status) ? status : 'travels';
}

/** What the payment of one of these fares means for their card. */
export function outlookOf(card: Pick<Card, 'status'>, fare: Debt, fares: readonly Debt[]): CardOutlook {
  const ofCard = outlookOfCard(card);
  if (ofCard !== 'travels') return ofCard;
  // Fares that the bank has paid are let in together, so they keep a fare waiting only after its own turn.
  const isInTheWay = ({ paymentId, state }: Debt): boolean =>
    paymentId !== fare.paymentId && (fare.state === 'ready' ? state !== 'ready' : !settledDebtStates.includes(state));
  return fares.some(isInTheWay) ? 'fare' : 'travels';
}

/** The sentence about a fare, which promises that its card can travel only as far as that is known. */
export function stateText(state: DebtState, outlook: CardOutlook) {
  const isUnpaid = state === 'owed' || state === 'declined';
  const isPaid = state === 'approved' || state === 'unblocking' || state === 'ready';
  if (isUnpaid && refusalOf(outlook)) return `debts.state_${state}_refused` as const;
  if (isPaid && refusalOf(outlook)) return 'debts.state_paid_refused';
  if (isPaid && outlook === 'unknown') return `debts.state_${state}_unless` as const;
  return `debts.state_${state}` as const;
}

/** The sentence that says why readers refuse the card whatever is paid; none while the bank is asked. */
export function refusalText(state: DebtState, outlook: CardOutlook) {
  const refusal = collectingDebtStates.includes(state) ? undefined : refusalOf(outlook);
  return refusal && (`debts.still_refused_${refusal}` as const);
}
