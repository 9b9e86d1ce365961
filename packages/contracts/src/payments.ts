import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, paymentsAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { paymentScreens } from './permissions.ts';
import {
  cardId,
  cardParams,
  detailQuery,
  historyQuery,
  instant,
  money,
  receiptLink,
  serviceDay,
  timeZone,
  typedStatementReference,
} from './shared.ts';
import { tripFacts, tripRefund } from './trips.ts';

export const paymentSummary = z.object({
  id: z.uuid(),
  /** When the payment window opened. The history is sorted by this time. */
  openedAt: instant,
  ...fieldsOf(paymentsAsDelivered),
  serviceDay,
  timeZone,
  reason: z.enum(paymentReasons),
  due: money,
  /** What was paid, as far as operator and bank agree: if `status` is `corrupted` it is not known. */
  paid: money,
  /**
   * The amount of this line of the history: the amount due without what the operator no longer asks for, or a negative amount for a refund.
   * Totals may be added up.
   */
  total: money,
  /** The amount refunded of this payment so far, in its currency. Each refund is also a separate line of the history. */
  refunded: z.nullable(z.object({ amount: money, count: z.int(), lastAt: z.nullable(instant) })),
  method: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  /**
   * True for a late collection whose fare does not contain what it paid, because nothing tells how much of the fare that is. A sum of what
   * was paid counts it by itself.
   */
  countsByItself: z.boolean(),
  srid: z.nullable(z.string()),
  tripCount: z.int(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** A trip in the explanation of a payment: line, tour or location, time, price. */
export const relatedTrip = z.extend(tripFacts, {
  price: money,
  /** The price without caps and discounts, if the back office delivers it. */
  fullPrice: z.nullable(money),
  refund: z.nullable(tripRefund),
});
export type RelatedTrip = z.infer<typeof relatedTrip>;

/** A product that the payment charged. */
export const relatedProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  price: money,
  /** The trip that the product was bought for; its price is the product's price. Null if the product was charged in addition to the trips. */
  tripId: z.nullable(z.uuid()),
});

/** One movement of money at the bank: a charge, a retry that succeeded, a refund. */
export const charge = z.object({
  at: z.nullable(instant),
  direction: z.enum(['debit', 'credit']),
  kind: z.enum(['charge', 'debt_recovery', 'refund']),
  amount: money,
  approved: z.boolean(),
});

/** What the card of a payment looks like: the card, or one that the bank has replaced by it. */
const paidWith = z.object({ scheme: z.nullable(z.string()), lastFour: z.nullable(z.string()) });

export const paymentDetail = z.extend(paymentSummary, {
  /** The text on the bank statement, with the operator's prefix. */
  statementLine: z.nullable(z.string()),
  medium: paidWith,
  trips: z.array(relatedTrip),
  products: z.array(relatedProduct),
  previouslyPaid: money,
  differencePaid: money,
  /** The part of `paid` that was collected after a first refusal. */
  debtPaid: money,
  /** What the operator no longer asks for although nobody paid it: a part of the amount due, or of the fares. Null if there is none. */
  writtenOff: z.nullable(money),
  charges: z.array(charge),
  /** Unpaid fares of the same card that the bank collected with this charge, in one amount. */
  alsoCollected: z.array(z.object({ paymentId: z.uuid(), openedAt: instant, serviceDay, amount: money })),
  /**
   * Service days with a daily cap on which the card has fares outside this payment too: the trips of the payment do not show that cap.
   * A server of the release before does not know them, and answers while servers are replaced one by one.
   */
  splitDays: z.optional(z.array(serviceDay)),
  receiptAvailable: z.boolean(),
  /** If this charge collected an unpaid fare later: the payment that failed at first. */
  recovers: z.nullable(receiptLink),
  /** If this is a refund: the payment that it refunds. */
  refundOf: z.nullable(receiptLink),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

export const paymentPage = z.object({ items: z.array(paymentSummary), nextCursor: z.nullable(z.string()) });
export type PaymentPage = z.infer<typeof paymentPage>;

export const paymentParams = z.extend(cardParams, { paymentId: z.uuid() });

export const listPayments = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/payments',
  who: 'card',
  permission: paymentScreens,
  tag: 'payments',
  summary: "A card's payments, newest first",
  params: cardParams,
  query: historyQuery,
  answers: { 200: paymentPage },
});

export const getPayment = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/payments/:paymentId',
  who: 'card',
  permission: paymentScreens,
  tag: 'payments',
  summary: 'One payment: its statement line, its trips and the amounts that the bank collected',
  params: paymentParams,
  query: detailQuery,
  refuses: ['NWA0002'],
  answers: { 200: paymentDetail },
});

/** A payment of one of the passenger's cards, as its history lists it. */
export const foundPayment = z.object({ cardId, cardName: z.string(), medium: paidWith, payment: paymentSummary });
export type FoundPayment = z.infer<typeof foundPayment>;

/** Empty if none of the passenger's cards has a payment with the reference that the passenger may see. */
export const foundPayments = z.object({ items: z.array(foundPayment) });
export type FoundPayments = z.infer<typeof foundPayments>;

export const findPayments = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/payments/search',
  who: 'passenger',
  permission: paymentScreens,
  idempotency: 'natural',
  tag: 'payments',
  summary: 'The payments behind a line of a bank statement, whichever card of the passenger it was; the newest first',
  body: z.object({
    /** A statement reference, or the whole line of the statement. */
    srid: typedStatementReference,
  }),
  refuses: ['NWA0004'],
  answers: { 200: foundPayments },
});
