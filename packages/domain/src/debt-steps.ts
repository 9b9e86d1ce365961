import { collectingDebtStates, type DebtState } from './debt-states.ts';

/** Who made a change of a debt known to us. */
export const debtSources = ['feed', 'passenger', 'guest', 'bank', 'back_office'] as const;
/** Who made a change of a debt known to us. */
export type DebtSource = (typeof debtSources)[number];

/** Why the bank refused, in the words that a passenger can act on. */
export const declineReasons = ['funds', 'limit', 'expired', 'blocked', 'other'] as const;
/** Why the bank refused, in the words that a passenger can act on. */
export type DeclineReason = (typeof declineReasons)[number];

/**
 * pay: confirm the amount. wait: nothing to do, somebody is at it. retry: settle it with the bank, then try again. retry_later: the same, from
 * a given time on. contact: no further try is allowed. travel: the card can travel.
 */
export const debtNextSteps = ['pay', 'wait', 'retry', 'retry_later', 'contact', 'travel'] as const;
/** What the passenger can do about a debt. */
export type DebtNextStep = (typeof debtNextSteps)[number];

/** How far the tries for one debt have gone. */
export interface DebtTries {
  left: number;
  /** Whether the pause since the last try is over. */
  isPauseOver: boolean;
  /** Whether the bank said that this card will never be accepted again. */
  isFinal: boolean;
}

/** What the passenger can do about a debt in this state. */
export function debtNextStep(state: DebtState, tries: DebtTries): DebtNextStep {
  if (state === 'ready') return 'travel';
  if (state === 'approved' || state === 'unblocking' || collectingDebtStates.includes(state)) return 'wait';
  if (tries.left <= 0 || tries.isFinal) return 'contact';
  if (!tries.isPauseOver) return 'retry_later';
  return state === 'declined' ? 'retry' : 'pay';
}

/**
 * The reason behind a bank's code of refusal: the response codes of ISO 8583 that card schemes share, and the words that
 * gateways use for them.
 */
export function declineReasonOf(code: string | null | undefined): DeclineReason {
  const known = reasonsByCode[(code ?? '').toLowerCase()];
  return known ?? 'other';
}

const reasonsByCode: Readonly<Record<string, DeclineReason>> = {
  '51': 'funds',
  insufficient_funds: 'funds',
  '61': 'limit',
  '65': 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  card_velocity_exceeded: 'limit',
  '33': 'expired',
  '54': 'expired',
  expired_card: 'expired',
  '04': 'blocked',
  '07': 'blocked',
  '14': 'blocked',
  '15': 'blocked',
  '41': 'blocked',
  '43': 'blocked',
  '46': 'blocked',
  '62': 'blocked',
  lost_card: 'blocked',
  stolen_card: 'blocked',
  pickup_card: 'blocked',
  restricted_card: 'blocked',
};

/**
 * Codes after which a merchant must not try the same card again: category 1 of Visa's rules for declined transactions, and
 * the same words of gateways.
 */
const finalCodes: ReadonlySet<string> = new Set([
  ...['04', '07', '12', '14', '15', '41', '43', '46', '57', 'r0', 'r1', 'r3'],
  ...['lost_card', 'stolen_card', 'pickup_card', 'revocation_of_authorization', 'revocation_of_all_authorizations'],
]);

/** Whether the schemes forbid another try after this code of refusal. */
export function isFinalDecline(code: string | null | undefined): boolean {
  return finalCodes.has((code ?? '').toLowerCase());
}
