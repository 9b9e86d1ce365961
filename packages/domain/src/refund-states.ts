import { type StateEdges, type StateTable, stateEdges } from './state-edges.ts';

/**
 * What becomes of a refund. The one table of its states: the server changes a state only as it says, and docs/flows/refund.md
 * shows what it says.
 */

/**
 * requested: an operator asked for it. submitting: a worker asks the bank. unknown: the bank's answer is missing. refunded: the
 * bank gave the money back. declined: it did not and will not. returned: the bank gave it back, and the card's account did not
 * take it, so that the bank has it again.
 */
export const refundStates = ['requested', 'submitting', 'unknown', 'refunded', 'declined', 'returned'] as const;
/** Where a refund stands. */
export type RefundState = (typeof refundStates)[number];

/**
 * submit: a worker took the lease for the first time. doubt: the bank gave no certain answer. refund, decline: the bank's answer, its call, its
 * reply to a query, or its report. not_refunded: the bank was asked twice and knows of no refund. return: the money came back to
 * the bank, told in the same ways as a refund.
 */
export const refundEvents = ['submit', 'doubt', 'refund', 'decline', 'not_refunded', 'return'] as const;
/** What happens to a refund. */
export type RefundEvent = (typeof refundEvents)[number];

/** All edges. */
const refundTransitions: StateTable<RefundState, RefundEvent> = {
  // A report may name a refund whose worker died before it wrote down that it asked.
  requested: { submit: 'submitting', refund: 'refunded', return: 'returned' },
  submitting: {
    submit: 'submitting',
    doubt: 'unknown',
    refund: 'refunded',
    decline: 'declined',
    not_refunded: 'declined',
    return: 'returned',
  },
  // However often the bank is asked again, its answer is missing until it comes.
  unknown: {
    refund: 'refunded',
    decline: 'declined',
    not_refunded: 'declined',
    return: 'returned',
  },
  // The bank may prove later that it gave the money back after all.
  declined: { refund: 'refunded', return: 'returned' },
  refunded: { return: 'returned' },
  // We may hear an older answer of the bank after the return: it changes nothing.
  returned: {},
};

/** The state that follows; undefined where the event is refused in this state. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState | undefined {
  return refundTransitions[state][event];
}

/** Where an event leads a refund from and to. */
export function refundEdges(event: RefundEvent): StateEdges<RefundState> {
  return stateEdges(refundStates, refundTransitions, event);
}

/** In these states the bank has not decided, and no second refund of the same payment may begin. */
export const openRefundStates: readonly RefundState[] = ['requested', 'submitting', 'unknown'];
