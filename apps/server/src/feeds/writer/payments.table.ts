import { paymentsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { arrayOf, bigint, boolean, day, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import {
  asDelivered,
  content,
  deliveredTable,
  exportedAtOf,
  key,
  once,
  silent,
  staged,
  workTable,
} from './feed-table.ts';

export const payments = deliveredTable({
  name: 'payments',
  identity: ['medium_id', 'payment_id'],
  columns: [
    key('medium_id', uuid),
    key('opened_at', instant),
    key('payment_id', uuid),
    content('operator_code', text),
    content('srid', nullable(text)),
    content('reason', oneOf(paymentReasons)),
    content('method', oneOf(paymentMethods)),
    content('status', oneOf(paymentStatuses)),
    content('due_minor', bigint),
    content('paid_minor', bigint),
    content('debt_paid_minor', bigint),
    ...asDelivered('content', paymentsAsDelivered),
    silent('updated_at', instant, exportedAtOf),
    /** The operator's own until a tap of the same payment says otherwise. */
    once('currency', text),
    once('service_day', day),
  ],
  working: [staged('was_opened_at', instant)],
});

/** Whose payments these are, as their rows say: where another card has one so far, it moves before anything else is written. */
export const paymentOwners = deliveredTable({
  name: 'payment_owners',
  identity: ['payment_id'],
  columns: [staged('medium_id', uuid), staged('payment_id', uuid), staged('srid', text)],
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
export const references = workTable(
  'references',
  {
    srid: text,
    medium_id: uuid,
    payment_id: uuid,
    opened_at: instant,
    operator_code: text,
    amount_minor: bigint,
    currency: text,
    paid: boolean,
    charged_minor: arrayOf(bigint),
  },
  ['srid', 'medium_id', 'payment_id', 'opened_at'],
);

/**
 * Payments that are delivered in parts. Their sums come from their trips and their movements of money, which are written
 * separately; this table has what cannot be derived from those.
 */
export const paymentParts = deliveredTable({
  name: 'payment_parts',
  identity: ['payment_id'],
  columns: [
    staged('medium_id', uuid),
    staged('payment_id', uuid),
    staged('operator_code', text),
    staged('opened_at', instant),
    ...asDelivered('staged', paymentsAsDelivered),
    staged('srid', text),
    /** The reference it went by before the back office named one. */
    staged('former_srid', nullable(text)),
    staged('is_product', boolean),
    /** Its state as long as it is not paid. */
    staged('unpaid_status', oneOf(paymentStatuses)),
    /** What is due in addition to the written trips: fares that wait for a tap, and credits below zero. */
    staged('unwritten_minor', bigint),
    /** What is due where no trip is known of. */
    staged('asked_minor', bigint),
    staged('currency', text),
    staged('service_day', day),
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
