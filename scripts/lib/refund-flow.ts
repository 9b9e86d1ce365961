import {
  nextRefundState,
  openRefundStates,
  type RefundEvent,
  type RefundState,
} from '@tapfolio/domain/refund-states.ts';
import { code, type Flow } from './flow.ts';

const states: Readonly<Record<RefundState, string>> = {
  requested: 'An operator asked for it',
  submitting: 'A worker asks the bank',
  unknown: 'The bank’s answer is missing: it is asked again until it comes',
  refunded: 'The bank gave the money back',
  declined: 'The bank gave nothing back and will not',
  returned: 'The money came back to the bank: the card’s account did not take it',
};

const events: Readonly<Record<RefundEvent, string>> = {
  submit: 'A worker takes the lease for the first time',
  doubt: 'The bank gives no certain answer',
  refund: 'The bank gave the money back: its answer, its webhook, its reply to a query, or its report',
  decline: 'The bank refused, told in one of the same ways',
  not_refunded: 'The bank was asked twice and knows of no refund, or was not asked, since a chargeback came first',
  return: 'The money came back to the bank, told in the same ways as a refund',
};

/** What becomes of a refund. */
export const refundFlow: Flow<RefundState, RefundEvent> = {
  name: 'refund',
  title: 'What becomes of a refund',
  introduction: `An operator's system asks for it by \`POST /internal/api/v1/refunds\` with a key and an \`Idempotency-Key\`: by statement
reference, for the whole payment, a part of it, or trips of it. The rules stand in \`packages/domain/src/refund-rules.ts\`, their
codes in [errors](../errors.md). What passes them makes a row in \`refunds\` and one in \`refund_trips\` for each trip. The server
changes a state only where this table has an edge.`,
  begins: { event: 'POST refunds', state: 'requested' },
  states,
  events,
  next: nextRefundState,
  remark: `In ${code(openRefundStates)} the bank has not decided, and no second refund of the same payment may begin.`,
  end: `## What keeps money from going back twice

- One refund of a payment is under way at a time, and a trip has one refund that was not declined: two unique indexes say so. The
  rules are judged again once the refund holds its place.
- The bank is asked under a lease, as for collections (\`modules/bank-tries\`): by one worker at a time, with an attempt key that was
  stored before the first call and is never renewed. After 23 hours of doubt the bank is only asked what became of the refund.
- One function (\`obeyRefund\`) ends a refund, however we heard of the outcome. In its transaction the movement, the payment of reason \`refund\` and
  the amounts at the trips are written.
- A chargeback that is delivered while a refund waits for the bank ends it: the bank has given the money back already. If the bank may
  have heard of the refund, it is only asked what became of it.
- A delivery that brings the same refund takes the place of ours: by the bank's reference, else by amount and time. Both lock the
  refunds of the statement reference first, so that the second sees what the first has written.
- When the bank proves late that it gave back what it had refused, the refund counts. If its trip was refunded again meanwhile, an alarm
  (\`refunded_twice\`) says so.

## When the money comes back to the bank

Days after a refund the card's account may turn out to be closed. The bank says so of its own reference, and then history, receipt and
the amounts at the trips are as if there had been no refund, so that another one can be asked for. The operator's system reads
\`returned\` and why; an alarm (\`refund_returned\`) stays until an administrator closes it. What the back office has delivered of
the same refund is shown until the back office withdraws it.`,
};
