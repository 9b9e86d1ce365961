import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, boolean, character, notNull, type RowOf, uuid } from '../../lib/sql-types.ts';
import { inForce } from './payments.queries.ts';

const whyNotNull = 'a column of a key, or one that is never null';
const paymentKey = { medium_id: notNull(uuid, whyNotNull), payment_id: notNull(uuid, whyNotNull) };

/** Tells a payment apart. */
export type PaymentKey = RowOf<typeof paymentKey>;

const ofPayment = `own.medium_id = payment.medium_id
    and own.payment_id = payment.payment_id
    and own.currency <> payment.currency`;

/** The payments in `stage_payment_windows` of which the bank moved money for us in another currency than they have now. */
export const listMovedInOther = statement({
  name: 'feeds.otherCurrencies.listMoved',
  row: paymentKey,
  text: `select payment.medium_id, payment.payment_id
  from stage_payment_windows as stage
  ${inForce}
  join collections as own on ${ofPayment}
  where own.outcome = 'approved'
  union
  select payment.medium_id, payment.payment_id
  from stage_payment_windows as stage
  ${inForce}
  join refunds as own on ${ofPayment}
  where own.state = 'refunded'`,
  isPrepared: false,
});

/**
 * What the bank collected or gave back for us of these payments in another currency than they have now. The view `currency_faults` has the same
 * rule. A fare whose correction came while the bank was being asked has the corrected currency, and its own alarm.
 */
export const listCorrected = statement({
  name: 'feeds.otherCurrencies.listCorrected',
  values: { mediumIds: arrayOf(uuid), paymentIds: arrayOf(uuid) },
  row: {
    is_refund: notNull(boolean, 'a constant'),
    subject: notNull(uuid, whyNotNull),
    amount_minor: notNull(bigint, whyNotNull),
    currency: notNull(character, whyNotNull),
    payment_currency: notNull(character, whyNotNull),
  },
  text: `with named as (
    select * from unnest($mediumIds::uuid[], $paymentIds::uuid[]) as named (medium_id, payment_id)
  )
  select false as is_refund, own.collection_id as subject, coalesce(own.taken_minor, own.amount_minor) as amount_minor,
    coalesce(own.taken_currency, own.currency) as currency, payment.currency as payment_currency
  from named
  join collections as own on own.medium_id = named.medium_id
    and own.payment_id = named.payment_id
    and own.outcome = 'approved'
  join debts as debt on debt.medium_id = own.medium_id
    and debt.payment_id = own.payment_id
  join payments as payment on payment.medium_id = debt.medium_id
    and payment.opened_at = debt.opened_at
    and payment.payment_id = debt.payment_id
  where payment.currency <> debt.currency
    and payment.currency <> coalesce(own.taken_currency, own.currency)
  union all
  select true, own.refund_id, coalesce(own.given_minor, own.amount_minor),
    coalesce(own.given_currency, own.currency), payment.currency
  from named
  join refunds as own on own.medium_id = named.medium_id
    and own.payment_id = named.payment_id
    and own.state = 'refunded'
  join payments as payment on payment.medium_id = own.medium_id
    and payment.opened_at = own.opened_at
    and payment.payment_id = own.payment_id
  where payment.currency <> own.currency
    and payment.currency <> coalesce(own.given_currency, own.currency)
  order by is_refund, subject`,
  isPrepared: false,
});

/** A movement of money in another currency than its payment has. */
export type CorrectedMove = ResultRow<typeof listCorrected>;
