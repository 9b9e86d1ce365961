import { arrayOf, bigint, boolean, day, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { PaymentRecord } from '../canonical.ts';
import { delivered, derived } from './columns.ts';
import { deliveredTable, workTable } from './feed-table.ts';

const payment = delivered<PaymentRecord>();

export const payments = deliveredTable<PaymentRecord>({
  name: 'payments',
  identity: ['medium_id', 'payment_id'],
  columns: [
    payment.key('medium_id', uuid, ({ mediumId }) => mediumId),
    payment.key('opened_at', instant, ({ openedAt }) => openedAt),
    payment.key('payment_id', uuid, ({ paymentId }) => paymentId),
    payment.content('operator_code', text, ({ operatorCode }) => operatorCode),
    payment.content('srid', nullable(text), ({ srid }) => srid),
    payment.content('reason', text, ({ reason }) => reason),
    payment.content('method', text, ({ method }) => method),
    payment.content('status', text, ({ status }) => status),
    payment.content('due_minor', bigint, ({ dueMinor }) => dueMinor),
    payment.content('paid_minor', bigint, ({ paidMinor }) => paidMinor),
    payment.content('debt_paid_minor', bigint, ({ debtPaidMinor }) => debtPaidMinor),
    payment.content('closed_at', nullable(instant), ({ closedAt }) => closedAt),
    payment.silent('updated_at', instant, (_, { exportedAt }) => exportedAt),
    payment.once('currency', text, ({ currency }) => currency),
    payment.once('service_day', day, ({ serviceDay }) => serviceDay),
  ],
  working: [derived.staged('was_opened_at', instant)],
});

/** Payments to be looked at again: their taps or their charges have changed. */
export const paymentWindows = workTable('payment_windows', {
  medium_id: uuid,
  opened_at: instant,
  payment_id: uuid,
  srid: text,
});

/** What the first tap of each of these payments says. */
export const firstTaps = workTable('first_taps', {
  medium_id: uuid,
  opened_at: instant,
  payment_id: uuid,
  currency: text,
  service_day: day,
});

/** What the statement references of these payments should say. */
export const references = workTable('references', {
  srid: text,
  medium_id: uuid,
  payment_id: uuid,
  opened_at: instant,
  operator_code: text,
  amount_minor: bigint,
  currency: text,
  paid: boolean,
  charged_minor: arrayOf(bigint),
});
