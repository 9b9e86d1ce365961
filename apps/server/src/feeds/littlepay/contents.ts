import { z } from 'zod';

/**
 * What is kept of each kind of row, as it was delivered: amounts in minor units, times in UTC, cards as keyed hashes. Rows that
 * earlier releases stored are read again, so a new field is `nullish()`.
 */

const text = z.string().nullable();
const amount = z.int();
const participant = text;

export const tapContent = z.object({
  participant,
  tapId: z.string(),
  mediumId: text,
  at: z.string(),
  receivedAt: text,
  type: text,
  isRefused: z.boolean(),
  deviceId: text,
  locationId: text,
  locationName: text,
  routeId: text,
  mode: text,
});
export type TapContent = z.infer<typeof tapContent>;

export const micropaymentContent = z.object({
  participant,
  micropaymentId: z.string(),
  aggregationId: z.string(),
  mediumId: z.string(),
  chargeMinor: amount,
  /** Before caps and discounts. */
  fullMinor: amount.nullish(),
  currency: z.string(),
  chargeType: z.string(),
  status: text,
  /** Version 1 only: when it was made of its taps. */
  at: text,
  updatedAt: text,
});
export type MicropaymentContent = z.infer<typeof micropaymentContent>;

export const adjustmentContent = z.object({ isApplied: z.boolean(), type: text, description: text });
export type AdjustmentContent = z.infer<typeof adjustmentContent>;

export const authorisationContent = z.object({
  participant,
  aggregationId: z.string(),
  request: z.string(),
  amountMinor: amount,
  currency: z.string(),
  rrn: text,
  reference: text,
  responseCode: text,
  status: text,
  at: z.string(),
});
export type AuthorisationContent = z.infer<typeof authorisationContent>;

export const settlementContent = z.object({
  participant,
  aggregationId: z.string(),
  settlementId: z.string(),
  mediumId: text,
  amountMinor: amount,
  currency: text,
  /** The currency with whose decimals the amount was read: the operator's, if the row names none. */
  readAs: text.nullish(),
  type: text,
  /** Null before 2023-11-28, when every row was a settled one. */
  status: text,
  rrn: text,
  reference: text,
  refundId: text,
  tappedAt: text,
  requestedAt: text,
  answeredAt: text,
});
export type SettlementContent = z.infer<typeof settlementContent>;

export const refundContent = z.object({
  refundId: z.string(),
  approval: text,
  amountMinor: amount,
  fareMinor: amount.nullable(),
  currency: text.nullish(),
  reason: text,
});
export type RefundContent = z.infer<typeof refundContent>;

export const customerContent = z.object({ mediumId: z.string() });

export const productContent = z.object({ code: text, description: text, days: z.int().nullable() });
export type ProductContent = z.infer<typeof productContent>;

export const purchaseContent = z.object({
  participant,
  purchaseId: z.string(),
  product: text,
  description: text,
  amount: text,
  at: text,
});
export type PurchaseContent = z.infer<typeof purchaseContent>;

export const terminalContent = z.object({ isDenied: z.boolean() });

/** What another back office calls the payment of an aggregation. */
export const windowContent = z.object({ reference: z.string() });
export type WindowContent = z.infer<typeof windowContent>;

/** A row of the bank's own file: a deposit or a chargeback. */
export const depositContent = z.object({
  id: z.string(),
  /** Below zero: to the card. */
  amountMinor: amount,
  currency: z.string(),
  /** The currency that the row itself names, if it names one. */
  namedCurrency: text.nullish(),
  at: z.string(),
  rrn: z.string(),
  reasonCode: text,
});
export type DepositContent = z.infer<typeof depositContent>;

/** The kinds of pieces. A link says nothing but what it links. */
export const pieceKinds = {
  tap: 'tap',
  link: 'link',
  micropayment: 'micropayment',
  /** A fare as it was while it belonged to this payment. */
  leftFare: 'left_fare',
  /** A settlement as it was while it belonged to this payment. */
  leftSettlement: 'left_settlement',
  /** A request for a refund as it was while it named this fare or payment. */
  leftRefund: 'left_refund',
  adjustment: 'adjustment',
  authorisation: 'authorisation',
  settlement: 'settlement',
  refund: 'refund',
  customer: 'customer',
  product: 'product',
  purchase: 'purchase',
  terminal: 'terminal',
  window: 'window',
  deposit: 'deposit',
  chargeback: 'chargeback',
} as const;
