import { paymentMethods, paymentReasons } from '@tapfolio/domain/states.ts';
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
  lastFour,
  money,
  nextCursor,
  paymentId,
  paymentStatus,
  receiptAvailable,
  receiptLink,
  scheme,
  serviceDay,
  srid,
  timeZone,
  typedStatementReference,
} from './shared.ts';
import { tripFacts, tripRefund } from './trips.ts';

export const paymentReason = z.enum(paymentReasons);
export const paymentMethod = z.enum(paymentMethods);

/** A line of the history of payments: a payment window, a refund, or an unpaid fare that was collected later. */
export const paymentSummary = z.object({
  id: paymentId,
  /** When the payment window opened. The history is sorted by this time. */
  openedAt: instant,
  ...fieldsOf(paymentsAsDelivered),
  serviceDay,
  timeZone,
  reason: paymentReason,
  /** What the trips and products of the payment window cost after caps. 0 for a refund. */
  due: money,
  /** What was paid, as far as operator and bank agree: if `status` is `corrupted` it is not known. Below zero for a refund. */
  paid: money,
  /**
   * The amount of this line of the history: the amount due without what the operator no longer asks for, or a negative amount for a refund.
   * Totals may be added up.
   */
  total: money,
  /** The amount refunded of this payment so far, in its currency. Each refund is also a separate line of the history. Null if there is none. */
  refunded: z.nullable(
    z.object({
      /** Above zero. */
      amount: money,
      /** How many refunds it was. */
      count: z.int(),
      /** When the bank was last asked to give money back. Null if that is not delivered. */
      lastAt: z.nullable(instant),
    }),
  ),
  method: paymentMethod,
  status: paymentStatus,
  /**
   * True for a late collection whose fare does not contain what it paid, because nothing tells how much of the fare that is. A sum of what
   * was paid counts it by itself.
   */
  countsByItself: z.boolean(),
  srid,
  /** How many trips it contains. 0 for a refund and for a late collection: their trips are those of the other payment. */
  tripCount: z.int(),
  /**
   * The names of the tickets and passes that it charged, as delivered, where its trips do not explain what is due. Left out if there are none, and
   * by a server of the release before.
   */
  sold: z.optional(z.array(z.string())),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** A trip in the explanation of a payment: line, tour or location, time, price. */
export const relatedTrip = z.extend(tripFacts, {
  /** What the trip costs after caps and discounts. Refunds are not subtracted. */
  price: money,
  /** The price without caps and discounts. Null if the back office does not deliver it. */
  fullPrice: z.nullable(money),
  /** Null if nothing was refunded. */
  refund: z.nullable(tripRefund),
});
export type RelatedTrip = z.infer<typeof relatedTrip>;

/** A product that the payment charged. */
export const relatedProduct = z.object({
  /** The `productId` of the call for one product. */
  id: z.uuid(),
  /** As delivered. */
  name: z.string(),
  /** What the product cost. */
  price: money,
  /** The trip that the product was bought for; its price is the product's price. Null if the product was charged in addition to the trips. */
  tripId: z.nullable(z.uuid()),
});

/** One movement of money at the bank: a charge, a retry that succeeded, a refund. */
export const charge = z.object({
  /** When the bank was asked. Null if that is not delivered. */
  at: z.nullable(instant),
  /** `debit`: from the card. `credit`: back to the card. */
  direction: z.enum(['debit', 'credit']),
  /** `debt_recovery`: an unpaid fare, collected after a refusal. */
  kind: z.enum(['charge', 'debt_recovery', 'refund']),
  /** Above zero in both directions. */
  amount: money,
  /** Whether the bank agreed. If it did not, no money was moved. */
  approved: z.boolean(),
});

/** The card that was charged: after a replacement this may be the former one. */
const paidWith = z.object({ scheme, lastFour });

/** A payment with its story: what it charged, and what the bank did. */
export const paymentDetail = z.extend(paymentSummary, {
  /** The text on the bank statement: the operator's usual prefix and the reference. Null without a reference. */
  statementLine: z.nullable(z.string()),
  medium: paidWith,
  /** The trips that it charged, the oldest first. Empty for a refund and for a late collection. */
  trips: z.array(relatedTrip),
  /** The tickets and passes that it charged. */
  products: z.array(relatedProduct),
  /** What was paid before the last charge. */
  previouslyPaid: money,
  /** What was paid with the last charge. With `previouslyPaid` it makes `paid`. */
  differencePaid: money,
  /** The part of `paid` that was collected after a first refusal. */
  debtPaid: money,
  /** What the operator no longer asks for although nobody paid it: a part of the amount due, or of the fares. Null if there is none. */
  writtenOff: z.nullable(money),
  /** The movements of money at the bank that are known, the oldest first. */
  charges: z.array(charge),
  /** Unpaid fares of the same card that the bank collected with this charge, in one amount. */
  alsoCollected: z.array(
    z.object({
      paymentId,
      /** When the payment window of the unpaid fare opened. */
      openedAt: instant,
      serviceDay,
      /** What was collected of this fare. */
      amount: money,
    }),
  ),
  /**
   * Service days with a daily cap on which the card has fares outside this payment too: the trips of the payment do not show that cap.
   * A server of the release before does not know them, and answers while servers are replaced one by one.
   */
  splitDays: z.optional(z.array(serviceDay)),
  receiptAvailable,
  /** If this charge collected an unpaid fare later: the payment that failed at first. Null otherwise, and while that payment is not known. */
  recovers: z.nullable(receiptLink),
  /** If this is a refund: the payment that it refunds. Null otherwise, and while that payment is not known. */
  refundOf: z.nullable(receiptLink),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

/** One page of a card's payments. */
export const paymentPage = z.object({
  /** The lines of this page, the newest first. */
  items: z.array(paymentSummary),
  nextCursor,
});
export type PaymentPage = z.infer<typeof paymentPage>;

export const paymentParams = z.extend(cardParams, { paymentId });

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
export const foundPayment = z.object({
  cardId,
  /** The name that the passenger gave the card. */
  cardName: z.string(),
  medium: paidWith,
  payment: paymentSummary,
});
export type FoundPayment = z.infer<typeof foundPayment>;

/** The payments behind a line of a bank statement. */
export const foundPayments = z.object({
  /** The newest first. Empty if none of the passenger's cards has a payment with the reference that the passenger may see. */
  items: z.array(foundPayment),
});
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
