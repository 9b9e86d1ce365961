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
  request: 'A passenger or a guest confirms the amount',
  submit: 'A worker takes the lease for the first time',
  doubt: 'The bank gives no certain answer',
  approve: 'The bank took the money: its answer, its webhook, its reply to a query, or its report',
  decline: 'The bank refused, told in one of the same ways',
  not_charged: 'The bank took nothing: it knows of no charge, let go of what it held, or was not asked after all',
  tell: 'The back office acknowledged our message',
  confirm: 'The back office says that the card may travel',
  delivered_paid: 'A newer delivery says that the payment window is paid',
  delivered_unpaid: 'A newer delivery says that it is unpaid',
};

/** What becomes of an unpaid fare. */
export const debtFlow: Flow<DebtState, DebtEvent> = {
  name: 'debt',
  title: 'What becomes of an unpaid fare',
  introduction: `A delivery that calls a payment window unpaid makes a row in \`debts\`; each event leaves a row in \`debt_events\`. The server
changes a state only where this table has an edge.`,
  begins: { event: 'delivered_unpaid', state: 'owed' },
  states,
  events,
  next: nextDebtState,
  remark: `In ${code(collectingDebtStates)} a collection is under way, and no second one may begin. In ${code(settledDebtStates)} nothing is
owed any more. The card is let in when all its unpaid fares are \`ready\`.`,
  end: `## What a delivery does

- A window that is unpaid for the first time makes the fare \`owed\`; the back office is told that access is denied.
- Another amount changes what is owed. A collection that is under way takes the amount that was confirmed, or nothing: a worker looks
  before it asks the bank, and once more before it takes what the bank holds. If the amount has changed by then, the bank releases what
  it holds and the fare is \`owed\`. If it changes while the bank takes the money, the rest is owed once a delivery counts what was taken.
- While the bank is asked (${code(['submitting', 'unknown'])}) its answer counts, not the delivery.
- After the bank took the money, the back office may still deliver the window as unpaid, because it does not know yet: that changes
  nothing. The fare is owed again only after a delivery called it paid, or after what was paid has grown by all that the bank took for us.`,
};
