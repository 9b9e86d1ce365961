import { type StateEdges, type StateTable, stateEdges } from './state-edges.ts';

/**
 * The states of an unpaid fare. This is the only table of their transitions: the server changes a state only as the table says, and
 * the screens and docs/flows/debt.md show it.
 */

/**
 * How far the collection of the fare is. owed: a fare could not be collected. requested: a passenger or a guest asked to pay it. submitting: a worker asks the bank. unknown: the
 * bank's answer is missing. approved: the bank took the money. unblocking: the back office is told to let the card in.
 * ready: the card can travel. declined: the bank refused.
 */
export const debtStates = [
  'owed',
  'requested',
  'submitting',
  'unknown',
  'approved',
  'unblocking',
  'ready',
  'declined',
] as const;
/** The state of an unpaid fare. */
export type DebtState = (typeof debtStates)[number];

/**
 * What happened to the fare. request: the passenger or a guest confirmed the amount. submit: a worker begins to ask the bank. doubt: the bank gave
 * no certain answer. approve, decline: the bank's answer, its webhook, its reply to a query, or its report. not_charged: the bank took
 * nothing and will take nothing: it was asked twice and knows of no charge, it released the reserved amount, or the request was never
 * sent. tell: the back office acknowledged our message. confirm: it says that the card may travel. delivered_paid, delivered_unpaid: a
 * newer delivery says this about the payment window. written_off: a newer delivery asks for less, or for nothing more, and not all that was
 * missing was paid.
 */
export const debtEvents = [
  'request',
  'submit',
  'doubt',
  'approve',
  'decline',
  'not_charged',
  'tell',
  'confirm',
  'delivered_paid',
  'delivered_unpaid',
  'written_off',
] as const;
/** An event of an unpaid fare. */
export type DebtEvent = (typeof debtEvents)[number];

/** All transitions. If the bank is being asked, a delivery that says "paid" does not change the state, because the bank's answer does. */
const debtTransitions: StateTable<DebtState, DebtEvent> = {
  // The bank may report later that it took the money in an earlier try.
  owed: { request: 'requested', approve: 'approved', delivered_paid: 'ready', written_off: 'ready' },
  requested: {
    submit: 'submitting',
    approve: 'approved',
    not_charged: 'owed',
    delivered_paid: 'ready',
    written_off: 'ready',
  },
  submitting: { submit: 'submitting', doubt: 'unknown', approve: 'approved', decline: 'declined', not_charged: 'owed' },
  // The state stays `unknown`, however often the bank is asked, until its answer comes.
  unknown: { approve: 'approved', decline: 'declined', not_charged: 'owed' },
  declined: { request: 'requested', approve: 'approved', delivered_paid: 'ready', written_off: 'ready' },
  // The back office counted what the bank took, and more is due.
  approved: { tell: 'unblocking', confirm: 'ready', delivered_paid: 'ready', delivered_unpaid: 'owed' },
  unblocking: { confirm: 'ready', delivered_paid: 'ready', delivered_unpaid: 'owed' },
  ready: { delivered_unpaid: 'owed' },
};

/** Returns the next state; undefined if the event is refused in this state. */
export function nextDebtState(state: DebtState, event: DebtEvent): DebtState | undefined {
  return debtTransitions[state][event];
}

/** The state before and after an event. */
export function debtEdges(event: DebtEvent): StateEdges<DebtState> {
  return stateEdges(debtStates, debtTransitions, event);
}

/** In these states nothing is owed any more: the bank took the money for us or for the back office. */
export const settledDebtStates: readonly DebtState[] = ['approved', 'unblocking', 'ready'];

/** In these states somebody has to pay the fare, and may ask for it. */
export const payableDebtStates: readonly DebtState[] = debtEdges('request').before;

/** In these states a collection is in progress and a second one may not begin. */
export const collectingDebtStates: readonly DebtState[] = ['requested', 'submitting', 'unknown'];

/** In these states the next change comes by itself: from the bank, or from the back office. The passenger can do nothing. */
export const movingDebtStates: readonly DebtState[] = [...collectingDebtStates, 'approved', 'unblocking'];

/** The most urgent first: what the passenger can act on, then what the bank does, then what the back office does. */
const byUrgency: readonly DebtState[] = [
  'declined',
  'owed',
  'unknown',
  'submitting',
  'requested',
  'approved',
  'unblocking',
  'ready',
];

/** The most urgent of the states of several unpaid fares; undefined when there are none. */
export function foremostDebtState(states: readonly DebtState[]): DebtState | undefined {
  return byUrgency.find((state) => states.includes(state));
}
