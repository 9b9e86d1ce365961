import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { refundRefusals } from '@tapfolio/domain/refund-rules.ts';
import { refundStates } from '@tapfolio/domain/refund-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { refundCodes } from './errors/refund-codes.ts';
import { instant, money } from './shared.ts';

const operatorCode = z.string().check(z.minLength(1), z.maxLength(60));
/** The most trips of one request: more than any payment has, and few enough for the largest request that the server reads. */
export const mostRefundTrips = 300;

/**
 * What to refund: trips, each in full unless it has an amount; or a part of the payment; or all that is left of it.
 * Amounts are minor units of `currency`. The rules and their codes are in `errors/refund-codes.ts`.
 */
export const refundWish = z
  .object({
    operatorCode,
    /** The statement reference of the payment. */
    srid: z.string().check(z.minLength(1), z.maxLength(200)),
    currency: z.string().check(z.length(3)),
    /** The reason: one of those that the portal shows to passengers in their language. */
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
  /** What was asked for; once the bank gave money back, what it gave, also if that is another amount or another currency. */
  amount: money,
  reason: z.string(),
  /**
   * The amount refunded for each trip. Empty if a part of the payment is refunded and no trip is named, and if the bank gave back another
   * currency than it was asked for: what it gave for each trip is then not known.
   */
  trips: z.array(z.object({ tripId: z.uuid(), amount: money })),
  requestedAt: instant,
  /** When the bank decided. Null if it has not decided yet. */
  decidedAt: z.nullable(instant),
  /** Why the refund is not done yet, or was refused. */
  code: z.nullable(z.enum(Object.keys(refundCodes))),
  /** The bank's reason for refusing. */
  declineCode: z.nullable(z.enum(declineCodes)),
  /** The bank's id of the refund. */
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
  summary: 'Request a refund; the portal asks the bank at once, and again until the bank answers',
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
  summary: 'The state of a refund',
  params: z.object({ refundId: z.uuid() }),
  refuses: ['PS0023'],
  answers: { 200: refund },
});
