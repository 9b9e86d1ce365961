import { refundRefusals } from '@tapfolio/domain/refund-rules.ts';
import { refundStates } from '@tapfolio/domain/refund-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { refundCodes } from './errors/refund-codes.ts';
import { declineCode, instant, money, tripId } from './shared.ts';

/** The code of the operator, as the configuration of the portal has it. An alias is not known here. */
const operatorCode = z.string().check(z.minLength(1), z.maxLength(60));
/** The most trips of one request: more than any payment has, and few enough for the largest request that the server reads. */
export const mostRefundTrips = 300;

/**
 * What to refund: trips, each in full unless it has an amount; or a part of the payment; or, without `amountMinor` and `trips`, all that
 * is left of it. Amounts are minor units of `currency`, above zero. The codes of the refusals are the rules.
 */
export const refundWish = z
  .object({
    operatorCode,
    /** The statement reference of the payment, or a statement line that contains it. */
    srid: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The currency of the payment. Another one is refused. */
    currency: z.string().check(z.length(3)),
    /**
     * `delay`, `cancelled_service`, `wrong_fare`, `charged_twice`, `missed_tap`, `goodwill` or `other`: passengers read it in their language.
     */
    reason: z.string().check(z.minLength(1), z.maxLength(60)),
    /** A part of the payment. Not together with `trips`. */
    amountMinor: z.optional(z.int()),
    /** Trips of this payment, each once. Absent if a part of the payment or all that is left of it is meant. */
    trips: z.optional(
      z
        .array(
          z.object({
            /**
             * The id of the trip in the files that the operator delivers. If that is no UUID: a UUID of version 8 with the first 16 bytes of the
             * SHA-256 of `trip:CODE:ID`, where CODE is `operatorCode` and ID the delivered id.
             */
            tripId: z.uuid(),
            /** A part of the fare of this trip. Absent for all that it cost. */
            amountMinor: z.optional(z.int()),
          }),
        )
        .check(z.maxLength(mostRefundTrips)),
    ),
  })
  .check(
    z.refine(({ amountMinor, trips }) => amountMinor === undefined || trips === undefined, {
      path: ['amountMinor'],
      error: 'stands beside trips',
    }),
  );

/** Made by the portal. The bank knows the refund by it too, and the payment history shows the refund under it. */
const refundId = z.uuid();

/** A refund as the operator's system sees it. */
export const refund = z.object({
  id: refundId,
  /** The operator of the payment, as the request named it. */
  operatorCode: z.string(),
  /** The statement reference of the payment, without what banks put before it. */
  srid: z.string(),
  /**
   * `requested`, `submitting` (the bank is being asked) and `unknown` (its answer is missing) may change by themselves: ask again later.
   * `refunded`: the bank gave the money back. `declined`: it did not, and will not. `returned`: it did, and days later the money came back to
   * the bank. A `declined` refund may still become `refunded`, and a `refunded` one `returned`, if the bank says so later.
   */
  state: z.enum(refundStates),
  /** What was asked for; once the bank gave money back, what it gave, also if that is another amount or another currency. */
  amount: money,
  /** As the request named it. */
  reason: z.string(),
  /**
   * The amount refunded for each trip. Empty if a part of the payment is refunded and no trip is named, and if the bank gave back another
   * currency than it was asked for: what it gave for each trip is then not known.
   */
  trips: z.array(z.object({ tripId, amount: money })),
  /** When the portal stored the request. */
  requestedAt: instant,
  /** When it was decided that the money went back, did not, or came back to the bank. Null if nothing is decided yet. */
  decidedAt: z.nullable(instant),
  /** Why the refund is not done yet, or was refused: see the error codes of this name. Null if nothing is wrong. */
  code: z.nullable(z.enum(Object.keys(refundCodes))),
  /** The bank's reason for refusing, or for taking the money back. Null if it gave none. */
  declineCode: z.nullable(declineCode),
  /** The bank's id of the refund. Null until the bank names one. */
  bankReference: z.nullable(z.string()),
});
export type RefundDto = z.infer<typeof refund>;

const exampleWish: z.input<typeof refundWish> = {
  operatorCode: '1',
  srid: '7K2M4Q9T1XB5ZC',
  currency: 'CAD',
  reason: 'delay',
  trips: [{ tripId: '6f1c2b9e-4a0d-4c53-9d0e-2f6b8a7c1e35', amountMinor: 190 }],
};

const exampleRefund: RefundDto = {
  id: '0b8f6c1c-6c1e-4a39-8a55-3d2a6a4c9d10',
  operatorCode: '1',
  srid: '7K2M4Q9T1XB5ZC',
  state: 'requested',
  amount: { amountMinor: 190, currency: 'CAD' },
  reason: 'delay',
  trips: [{ tripId: '6f1c2b9e-4a0d-4c53-9d0e-2f6b8a7c1e35', amount: { amountMinor: 190, currency: 'CAD' } }],
  requestedAt: '2026-11-22T09:14:03.512Z',
  decidedAt: null,
  code: null,
  declineCode: null,
  bankReference: null,
};

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
  example: { body: exampleWish, answer: exampleRefund },
});

export const getRefund = defineCall({
  method: 'GET',
  path: '/internal/api/v1/refunds/:refundId',
  who: 'operator',
  scope: 'refunds:read',
  tag: 'refunds',
  summary: 'The state of a refund',
  params: z.object({ refundId }),
  refuses: ['PS0023'],
  answers: { 200: refund },
  example: {
    answer: {
      ...exampleRefund,
      state: 'refunded',
      decidedAt: '2026-11-22T09:14:05.204Z',
      bankReference: 're_5c1d',
    } satisfies RefundDto,
  },
});
