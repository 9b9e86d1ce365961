import {
  collectingDebtStates,
  type DebtEvent,
  type DebtState,
  nextDebtState,
  settledDebtStates,
} from '@tapfolio/domain/debt-states.ts';
import { code, type Flow } from './flow.ts';

const states: Readonly<Record<DebtState, string>> = {
  owed: 'A fare could not be collected',
  requested: 'The passenger or a guest confirmed the amount',
  submitting: 'A worker asks the bank',
  unknown: 'The bank’s answer is missing: it is asked again until it comes',
  approved: 'The bank took the money',
  unblocking: 'The back office is told to let the card in',
  ready: 'The card can travel',
  declined: 'The bank refused',
};

const events: Readonly<Record<DebtEvent, string>> = {
  request: 'The passenger or a guest confirms the amount',
  submit: 'A worker takes the lease for the first time',
  doubt: 'The bank gives no certain answer',
  approve: 'The bank took the money: its answer, its webhook, its reply to a query, or its report',
  decline: 'The bank refused, told in one of the same ways',
  not_charged: 'The bank took nothing: it knows of no charge, released the money it held, or was not asked after all',
  tell: 'The back office acknowledged our message',
  confirm: 'The back office says that the card may travel',
  delivered_paid: 'A newer delivery says that the payment window is paid',
  delivered_unpaid: 'A newer delivery says that the payment window is unpaid',
  written_off: 'A newer delivery asks for no more, and not all that was missing was paid',
};

/** What becomes of an unpaid fare. */
export const debtFlow: Flow<DebtState, DebtEvent> = {
  name: 'debt',
  title: 'What becomes of an unpaid fare',
  introduction: `A delivery that calls a payment window unpaid makes a row in \`debts\`; each event adds a row to \`debt_events\`. The server
changes a state only where this table has an edge.`,
  begins: { event: 'delivered_unpaid', state: 'owed' },
  states,
  events,
  next: nextDebtState,
  remark: `In ${code(collectingDebtStates)} a collection is under way, and no second one may begin. In ${code(settledDebtStates)} the fare is
no longer owed. The card is let in when all its unpaid fares are \`ready\`.`,
  end: `## What a delivery does

- When a window is unpaid for the first time, its fare becomes \`owed\`, and the back office gets the message that access is denied.
- A new amount in a delivery changes the amount of the debt. A collection that is under way takes the amount that was confirmed, or
  nothing: a worker compares the amounts before it asks the bank, and again before it takes the money that the bank holds. If they
  differ, the bank releases the money and the fare is \`owed\`. If the amount changes while the bank takes the money, the rest is owed once
  a delivery counts what was taken.
- While the bank is asked (${code(['submitting', 'unknown'])}) its answer counts and not the delivery.
- After the bank took the money, the back office may still deliver the window as unpaid, because it does not know yet: that changes
  nothing. The fare is owed again only after a delivery called it paid, after the paid amount has grown by all that the bank
  took for us, or when more is due than the bank was asked for: then without what it took.`,
};
