import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { paymentParams } from './payments.ts';
import {
  instant,
  language,
  languageQuery,
  money,
  refusals,
  serviceDay,
  timeZone,
  typedAmountMinor,
  typedStatementReference,
} from './shared.ts';

const proof = { srid: typedStatementReference, amountMinor: typedAmountMinor };

/** What the holder of a statement line may see of its payment: the money, never places, times or the card (RCPT-03). */
export const publicReceipt = z.object({
  srid: z.string(),
  serviceDay,
  timeZone,
  closedAt: z.nullable(instant),
  reason: z.enum(paymentReasons),
  method: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  due: money,
  paid: money,
  refunds: z.array(z.object({ at: z.nullable(instant), amount: money })),
  tripCount: z.int(),
  available: z.boolean(),
});
export type PublicReceipt = z.infer<typeof publicReceipt>;

export const findReceipts = {
  operationId: 'findReceipts',
  tags: ['receipts'],
  summary: 'Receipts for a statement reference and its amount, without an account',
  body: z.object(proof),
  response: { 200: z.object({ items: z.array(publicReceipt) }), ...refusals },
};

const pdf = { description: 'A tagged PDF (PDF/UA-1)', content: { 'application/pdf': { schema: z.any() } } };

export const downloadPublicReceipt = {
  operationId: 'downloadPublicReceipt',
  tags: ['receipts'],
  summary: 'The receipt as PDF, without an account; it shows the money and no places or times',
  body: z.object({ ...proof, language }),
  response: { 200: pdf, ...refusals },
};

export const downloadReceipt = {
  operationId: 'downloadReceipt',
  tags: ['receipts'],
  summary: 'The receipt of a payment as PDF, with its trips',
  params: paymentParams,
  querystring: languageQuery,
  response: { 200: pdf, ...refusals },
};
