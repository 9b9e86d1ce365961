import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { paymentMethod, paymentParams, paymentReason } from './payments.ts';
import {
  instant,
  language,
  languageQuery,
  money,
  paymentStatus,
  receiptAvailable,
  serviceDay,
  statementProof,
  timeZone,
} from './shared.ts';

/** What a person with a statement line may see of its payment: the amounts, but never places, times or the card (RCPT-03). */
export const publicReceipt = z.object({
  /** The statement reference, without what banks put before it. */
  srid: z.string(),
  serviceDay,
  timeZone,
  /** When the payment window closed. Null if that is not delivered. */
  closedAt: z.nullable(instant),
  /**
   * The days on which the bank collected money, in `timeZone`. If the bank has not reported them, the day of `closedAt`. Empty if that is null
   * too, or if the bank took the money together with another payment.
   */
  chargedOn: z.array(z.iso.date()),
  reason: paymentReason,
  method: paymentMethod,
  status: paymentStatus,
  /** What the trips and products of the payment window cost after caps. */
  due: money,
  /** What was paid. If `status` is `corrupted` it is not known. */
  paid: money,
  /** The part of the amount due, or of the fare before it was lowered, that the operator no longer asks for although nobody paid it. Null if there is none. */
  writtenOff: z.nullable(money),
  /** What the bank gave back, the oldest first. */
  refunds: z.array(
    z.object({
      /** When the bank was asked. Null if that is not delivered. */
      at: z.nullable(instant),
      /** Above zero. */
      amount: money,
    }),
  ),
  /** How many trips it contains. */
  tripCount: z.int(),
  available: receiptAvailable,
});
export type PublicReceipt = z.infer<typeof publicReceipt>;

export const findReceipts = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/receipts/search',
  who: 'anyone',
  idempotency: 'natural',
  tag: 'receipts',
  summary: 'The receipts for a statement reference and amount, without an account',
  body: z.object(statementProof),
  refuses: ['NWA0010'],
  answers: {
    200: z.object({
      /** One: a reference belongs to one payment. */
      items: z.array(publicReceipt),
    }),
  },
});

const pdf = { description: 'A tagged PDF (PDF/UA-1)', content: { 'application/pdf': { schema: z.any() } } };

export const downloadPublicReceipt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/receipts/document',
  who: 'anyone',
  idempotency: 'natural',
  tag: 'receipts',
  summary: 'The receipt as PDF, without an account; it shows amounts, but no places or times',
  body: z.object({
    ...statementProof,
    /** The language of the document. */
    language,
  }),
  refuses: ['NWA0010', 'NWA0011', 'NWA0012', 'NWA0013'],
  answers: { 200: pdf },
});

export const downloadReceipt = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/payments/:paymentId/receipt',
  who: 'card',
  permission: ['card-payments-history-table.receipt'],
  // One thread compiles all receipts.
  rate: { places: 10 },
  tag: 'receipts',
  summary: 'The receipt of a payment as PDF, with its trips',
  params: paymentParams,
  query: languageQuery,
  refuses: ['NWA0002', 'NWA0011', 'NWA0012', 'NWA0013'],
  answers: { 200: pdf },
});
