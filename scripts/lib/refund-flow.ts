import {
  nextRefundState,
  openRefundStates,
  type RefundEvent,
  type RefundState,
} from '@tapfolio/domain/refund-states.ts';
import { code, type Flow } from './flow.ts';

const states: Readonly<Record<RefundState, string>> = {
  requested: 'An operator asked for the refund',
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
  not_refunded: 'The bank was asked twice and knows of no refund, or it was not asked because a chargeback came first',
  return: 'The money came back to the bank, told in the same ways as a refund',
};

/** What becomes of a refund. */
export const refundFlow: Flow<RefundState, RefundEvent> = {
  name: 'refund',
  title: 'What becomes of a refund',
  introduction: `An operator's system asks for a refund with \`POST /internal/api/v1/refunds\`, an API key and an \`Idempotency-Key\`. The request names
the statement reference, and asks for the whole payment, a part of it, or some of its trips. The rules are in \`packages/domain/src/refund-rules.ts\`, their
codes in [errors](../errors.md). A request that passes the rules makes a row in \`refunds\` and one in \`refund_trips\` for each trip. The server
changes a state only where this table has an edge.`,
  begins: { event: 'POST refunds', state: 'requested' },
  states,
  events,
  next: nextRefundState,
  remark: `In ${code(openRefundStates)} the bank has not decided, and no second refund of the same payment may begin.`,
  end: `## What keeps money from going back twice

- Two unique indexes allow one refund of a payment under way at a time, and one refund of a trip that was not declined. The
  rules are checked again after the row of the refund is written.
- Only the worker with the lease asks the bank, as with collections (\`modules/bank-tries\`). It uses an attempt key that was stored before
  the first call and is never renewed. From 23 hours after the request on it only asks the bank what became of the refund.
- One function (\`applyRefundOutcome\`) ends a refund, whether a worker, a webhook or a report brings the answer. In its transaction the movement, the
  payment of reason \`refund\` and the amounts at the trips are written.
- A chargeback or another refund of the payment that is delivered while a refund waits for the bank ends the refund: the money may have gone
  back already. If the bank may have received the refund before, it is only asked what became of it.
- A delivery with the same refund replaces our rows: the two are paired by the bank's reference, else by amount and time. Both writers lock the
  refunds of the statement reference first, so the second finds the rows of the first.
- When the bank proves late that it made a refund after it had refused it, the refund counts. If the trip was refunded again meanwhile, there is an
  alarm (\`refunded_twice\`).

## When the money comes back to the bank

Days after a refund the card's account may turn out to be closed. The bank reports this for its own reference. Then history, receipt and
the amounts at the trips no longer show the refund, so that another refund can be asked for. The operator's system reads
\`returned\` and the reason; an alarm (\`refund_returned\`) stays until an administrator closes it. Only the back office can withdraw a
delivery of the same refund; the delivered refund is shown until then.`,
};
