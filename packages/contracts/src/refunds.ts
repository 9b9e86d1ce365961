import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { refundRefusals } from '@tapfolio/domain/refund-rules.ts';
import { refundStates } from '@tapfolio/domain/refund-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { refundCodes } from './errors/refund-codes.ts';
import { instant, money } from './shared.ts';

const operatorCode = z.string().check(z.minLength(1), z.maxLength(60));
/** More trips than any payment has, and a request no larger than the server reads. */
export const mostRefundTrips = 300;

/**
 * What is to be given back: trips, each whole unless it has an amount; or a part of the payment; or all that is left of it.
 * Amounts are minor units of `currency`. The rules and their codes stand in `errors/refund-codes.ts`.
 */
export const refundWish = z
  .object({
    operatorCode,
    /** The statement reference of the payment. */
    srid: z.string().check(z.minLength(1), z.maxLength(200)),
    currency: z.string().check(z.length(3)),
    /** Why, one of the reasons that passengers are shown in their language. */
    reason: z.string().check(z.minLength(1), z.maxLength(60)),
    amountMinor: z.optional(z.int()),
    trips: z.optional(
      z.array(z.object({ tripId: z.uuid(), amountMinor: z.optional(z.int()) })).check(z.maxLength(mostRefundTrips)),
    ),
  })
  .check(
    z.refine(({ amountMinor, trips }) => amountMinor === undefined || trips === undefined, {
      path: ['amountMinor'],
      error: 'stands beside trips',
    }),
  );

export const refund = z.object({
  id: z.uuid(),
  operatorCode: z.string(),
  srid: z.string(),
  state: z.enum(refundStates),
  amount: money,
  reason: z.string(),
  /** What each trip gets back of it; empty for a part of the payment that names none. */
  trips: z.array(z.object({ tripId: z.uuid(), amount: money })),
  requestedAt: instant,
  /** When the bank decided; null while it has not. */
  decidedAt: z.nullable(instant),
  /** Why it is not refunded yet, or not at all. */
  code: z.nullable(z.enum(Object.keys(refundCodes))),
  /** The bank's reason for a refusal. */
  declineCode: z.nullable(z.enum(declineCodes)),
  /** What the bank calls it. */
  bankReference: z.nullable(z.string()),
});
export type RefundDto = z.infer<typeof refund>;

export const requestRefund = defineCall({
  method: 'POST',
  path: '/internal/api/v1/refunds',
  who: 'operator',
  scope: 'refunds:write',
  idempotency: 'key',
  tag: 'refunds',
  summary: 'Asks for money to be given back; the bank is asked at once, and until it answers',
  body: refundWish,
  refuses: [...refundRefusals, 'PS0002'],
  answers: { 202: refund },
});

export const getRefund = defineCall({
  method: 'GET',
  path: '/internal/api/v1/refunds/:refundId',
  who: 'operator',
  scope: 'refunds:read',
  tag: 'refunds',
  summary: 'What has become of a refund',
  params: z.object({ refundId: z.uuid() }),
  refuses: ['PS0023'],
  answers: { 200: refund },
});
