import { type StateEdges, type StateTable, stateEdges } from './state-edges.ts';

/**
 * The states of a refund. This is the only table of its transitions: the server changes a state only as the table says, and
 * docs/flows/refund.md shows it.
 */

/**
 * requested: an operator requested it. submitting: a worker asks the bank. unknown: the bank's answer is missing. refunded: the
 * bank made the refund. declined: the bank refused the refund for good. returned: the bank made the refund, but the card's
 * account did not accept it, so the money is back at the bank.
 */
export const refundStates = ['requested', 'submitting', 'unknown', 'refunded', 'declined', 'returned'] as const;
/** The state of a refund. */
export type RefundState = (typeof refundStates)[number];

/**
 * submit: a worker took the lease for the first time. doubt: the bank gave no certain answer. refund, decline: the bank's answer, its webhook, its
 * reply to a query, or its report. not_refunded: the bank was asked twice and knows of no refund. return: the money came back to
 * the bank, reported in the same ways as a refund.
 */
export const refundEvents = ['submit', 'doubt', 'refund', 'decline', 'not_refunded', 'return'] as const;
/** An event of a refund. */
export type RefundEvent = (typeof refundEvents)[number];

/** All transitions. */
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
  // The state stays `unknown`, however often the bank is asked, until its answer comes.
  unknown: {
    refund: 'refunded',
    decline: 'declined',
    not_refunded: 'declined',
    return: 'returned',
  },
  // The bank may report later that it made the refund after all.
  declined: { refund: 'refunded', return: 'returned' },
  refunded: { return: 'returned' },
  // An older answer of the bank may arrive after the return: it changes nothing.
  returned: {},
};

/** Returns the next state; undefined if the event is refused in this state. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState | undefined {
  return refundTransitions[state][event];
}

/** The state before and after an event. */
export function refundEdges(event: RefundEvent): StateEdges<RefundState> {
  return stateEdges(refundStates, refundTransitions, event);
}

/** In these states the bank has not decided, and no second refund of the same payment may begin. */
export const openRefundStates: readonly RefundState[] = ['requested', 'submitting', 'unknown'];
