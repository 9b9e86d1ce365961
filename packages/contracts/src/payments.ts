import { paymentMethods, paymentReasons, paymentStatuses, transportTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { paymentScreens } from './permissions.ts';
import { cardParams, detailQuery, historyQuery, instant, money, paymentLink, serviceDay, timeZone } from './shared.ts';
import { lineBadge, tripRefund } from './trips.ts';

export const paymentSummary = z.object({
  id: z.uuid(),
  /** When the payment window opened; the history is ordered by it. */
  openedAt: instant,
  closedAt: z.nullable(instant),
  serviceDay,
  timeZone,
  reason: z.enum(paymentReasons),
  due: money,
  paid: money,
  /** What this line of the history comes to: what was due, or less than nothing for a refund. The totals may be added up. */
  total: money,
  /** What was given back of this payment so far; each refund is a line of the history of its own as well. */
  refunded: z.nullable(z.object({ amount: money, count: z.int(), lastAt: z.nullable(instant) })),
  method: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  srid: z.nullable(z.string()),
  tripCount: z.int(),
});
export type PaymentSummary = z.infer<typeof paymentSummary>;

/** A trip as a line of the payment's story: line, tour or location, time, price. */
export const relatedTrip = z.object({
  id: z.uuid(),
  line: z.nullable(lineBadge),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  transportType: z.enum(transportTypes),
  startedAt: instant,
  endedAt: z.nullable(instant),
  serviceDay,
  timeZone,
  /** Name of the operator, where it is another than the portal's own. */
  operator: z.nullable(z.string()),
  price: money,
  /** The price without caps and discounts, where the back office says so. */
  fullPrice: z.nullable(money),
  fareReason: z.nullable(z.string()),
  refund: z.nullable(tripRefund),
});
export type RelatedTrip = z.infer<typeof relatedTrip>;

/** A product that was charged with the payment. */
export const relatedProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  price: money,
  /** The trip that it was bought with, whose price contains this one; null when it was charged beside the trips. */
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

export const paymentDetail = z.extend(paymentSummary, {
  /** How the line looks on the bank statement, with the operator's prefix. */
  statementLine: z.nullable(z.string()),
  medium: z.object({ scheme: z.nullable(z.string()), lastFour: z.nullable(z.string()) }),
  trips: z.array(relatedTrip),
  products: z.array(relatedProduct),
  previouslyPaid: money,
  differencePaid: money,
  /** The part of `paid` that was collected after a first refusal. */
  debtPaid: money,
  charges: z.array(charge),
  /** Unpaid fares of the same card that were collected with this charge: the bank took them in one amount. */
  alsoCollected: z.array(z.object({ paymentId: z.uuid(), openedAt: instant, serviceDay, amount: money })),
  receiptAvailable: z.boolean(),
  /** Of an unpaid fare that was collected later: the payment that was not made in time. */
  recovers: z.nullable(paymentLink),
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
  summary: 'One payment: how it looks on the statement, the trips in it and what the bank took',
  params: paymentParams,
  query: detailQuery,
  refuses: ['NWA0002'],
  answers: { 200: paymentDetail },
});
