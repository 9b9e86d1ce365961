import { arrayOf, bigint, boolean, day, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { PaymentPartsRecord, PaymentRecord } from '../canonical-money.ts';
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
    payment.silent('updated_at', instant, ({ origin }, provenance) => (origin ?? provenance).exportedAt),
    payment.once('currency', text, ({ currency }) => currency),
    payment.once('service_day', day, ({ serviceDay }) => serviceDay),
  ],
  working: [derived.staged('was_opened_at', instant), derived.staged('is_told_in_parts', boolean)],
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

const parts = delivered<PaymentPartsRecord>();

/** Payments that are told in parts: what is not to be had from the parts themselves. */
export const paymentParts = deliveredTable<PaymentPartsRecord>({
  name: 'payment_parts',
  identity: ['payment_id'],
  columns: [
    parts.staged('medium_id', uuid, ({ mediumId }) => mediumId),
    parts.staged('payment_id', uuid, ({ paymentId }) => paymentId),
    parts.staged('operator_code', text, ({ operatorCode }) => operatorCode),
    parts.staged('opened_at', instant, ({ openedAt }) => openedAt),
    parts.staged('closed_at', nullable(instant), ({ closedAt }) => closedAt),
    parts.staged('srid', text, ({ srid }) => srid),
    parts.staged('former_srid', nullable(text), ({ formerSrid }) => formerSrid),
    parts.staged('is_product', boolean, ({ isProduct }) => isProduct),
    parts.staged('unpaid_status', text, ({ unpaidStatus }) => unpaidStatus),
    parts.staged('unwritten_minor', bigint, ({ unwrittenMinor }) => unwrittenMinor),
    parts.staged('asked_minor', bigint, ({ askedMinor }) => askedMinor),
    parts.staged('currency', text, ({ currency }) => currency),
    parts.staged('service_day', day, ({ serviceDay }) => serviceDay),
  ],
});

/** What the trips of these payments cost. */
export const partFares = workTable('part_fares', { payment_id: uuid, fares_minor: bigint }, ['payment_id']);

/** What the bank took for these payments. */
export const partCharges = workTable(
  'part_charges',
  { payment_id: uuid, charged_minor: bigint, recovered_minor: bigint },
  ['payment_id'],
);
