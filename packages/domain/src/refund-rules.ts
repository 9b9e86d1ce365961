import { dayMs } from './durations.ts';
import { isUnderWay } from './paid-and-rest.ts';
import { type RefundReason, refundReasonOf } from './refund-reasons.ts';
import type { PaymentMethod, PaymentReason, PaymentStatus, TripStatus } from './states.ts';

/**
 * When a refund is refused, and what is given back if not (spec section 4). Amounts are minor units of the currency of the payment; the
 * fare of a trip may have another one.
 */

/** What an operator requests: the whole payment, a part of it, or trips of it, each whole or in part. */
export interface RefundWish {
  readonly operatorCode: string;
  readonly currency: string;
  readonly reason: string;
  /** A part of the payment; absent for the whole rest of it, or if trips are named. */
  readonly amountMinor?: number | undefined;
  readonly trips?: readonly { readonly tripId: string; readonly amountMinor?: number | undefined }[] | undefined;
}

/** The payment of which something is to be given back. */
export interface RefundablePayment {
  readonly operatorCode: string;
  readonly reason: PaymentReason;
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly paidMinor: number;
  readonly currency: string;
  readonly openedAt: Date;
}

/** A trip of that payment. */
export interface RefundableTrip {
  readonly tripId: string;
  readonly status: TripStatus;
  readonly fareMinor: number;
  readonly currency: string;
  readonly isRefunded: boolean;
}

/** What is known when a refund is asked for. */
export interface RefundFacts {
  readonly payment: RefundablePayment;
  readonly trips: readonly RefundableTrip[];
  /** Trips of the same card that belong to another payment. */
  readonly otherTripIds: readonly string[];
  /** What was given back of the payment before, by us or by others. */
  readonly refundedMinor: number;
  /** Something was given back while the payment had another currency: nothing tells what is left of it. */
  readonly isRefundedInOtherCurrency: boolean;
  readonly isBeingRefunded: boolean;
  /** A collection of an unpaid part of it is in progress. */
  readonly isBeingCollected: boolean;
  /** A chargeback is finished: the bank has given money back. Chargebacks that are still running are never delivered. */
  readonly isChargedBack: boolean;
  /** A chargeback waits that may belong to this payment: a delivery that is still missing will name its payment. */
  readonly isPerhapsChargedBack: boolean;
  readonly now: Date;
}

/** The broken rule, by its code in the catalogue. */
export const refundRefusals = [
  'PS0001',
  'PS0003',
  'PS0004',
  'PS0005',
  'PS0006',
  'PS0007',
  'PS0008',
  'PS0009',
  'PS0010',
  'PS0011',
  'PS0012',
  'PS0013',
  'PS0015',
  'PS0016',
  'PS0017',
  'PS0018',
  'PS0020',
  'PS0021',
  'PS0022',
] as const;
/** The code of a broken rule. */
export type RefundRefusal = (typeof refundRefusals)[number];

/** What is given back. */
export interface RefundPlan {
  readonly reason: RefundReason;
  readonly amountMinor: number;
  /** What each trip gets back. Empty for a part of a payment without trips. */
  readonly trips: readonly { readonly tripId: string; readonly amountMinor: number }[];
}

/** The first broken rule, or else the plan. */
export type RefundJudgement = { readonly refusal: RefundRefusal } | { readonly plan: RefundPlan };

/** Card schemes accept a refund for about a year; later the account of the card may be another one. */
const longestRefundDays = 365;

/** Checks a refund by every rule. If several are broken, the answer names the first. */
export function judgeRefund(wish: RefundWish, facts: RefundFacts): RefundJudgement {
  const reason = refundReasonOf(wish.reason);
  if (reason === undefined) return { refusal: 'PS0016' };
  const refusal = refuseRequest(wish, facts) ?? refusePayment(facts) ?? refuseTrips(wish, facts);
  if (refusal !== undefined) return { refusal };
  const plan = planOf(wish, facts);
  const tooMuch = refuseAmounts(plan.trips, facts) ?? (plan.amountMinor > leftOf(facts) ? 'PS0012' : undefined);
  return tooMuch === undefined ? { plan: { ...plan, reason } } : { refusal: tooMuch };
}

/** What is wrong with the request as such. */
function refuseRequest({ trips, amountMinor, currency, operatorCode }: RefundWish, facts: RefundFacts) {
  if (trips?.length === 0) return 'PS0004';
  if (trips !== undefined && new Set(trips.map(({ tripId }) => tripId)).size < trips.length) return 'PS0015';
  const amounts = [amountMinor, ...(trips ?? []).map((trip) => trip.amountMinor)];
  if (amounts.some((amount) => amount !== undefined && amount <= 0)) return 'PS0010';
  if (facts.payment.operatorCode !== operatorCode) return 'PS0022';
  return facts.payment.currency === currency ? undefined : 'PS0013';
}

/** Why nothing of the payment can be given back. */
function refusePayment(facts: RefundFacts): RefundRefusal | undefined {
  const { payment, now } = facts;
  if (payment.reason === 'refund') return 'PS0020';
  if (payment.method !== 'emv') return 'PS0021';
  if (facts.isChargedBack) return 'PS0005';
  if (facts.isBeingRefunded) return 'PS0008';
  const { isPerhapsChargedBack, isBeingCollected } = facts;
  if (isPerhapsChargedBack || isBeingCollected || isUnderWay(payment.status)) return 'PS0006';
  if (payment.status !== 'accepted') return 'PS0009';
  if (payment.paidMinor <= 0) return 'PS0017';
  if (now.getTime() - payment.openedAt.getTime() > longestRefundDays * dayMs) return 'PS0018';
  return facts.isRefundedInOtherCurrency || leftOf(facts) <= 0 ? 'PS0007' : undefined;
}

/** What is wrong with the trips: those that are named, or all of the payment. */
function refuseTrips(wish: RefundWish, facts: RefundFacts): RefundRefusal | undefined {
  const known = new Map(facts.trips.map((trip) => [trip.tripId, trip]));
  const named = wish.trips?.map(({ tripId }) => tripId);
  const foreignId = named?.find((tripId) => !known.has(tripId));
  if (foreignId !== undefined) return facts.otherTripIds.includes(foreignId) ? 'PS0003' : 'PS0001';
  const meant = named === undefined ? facts.trips : facts.trips.filter(({ tripId }) => named.includes(tripId));
  if (named !== undefined && meant.some(({ currency }) => currency !== facts.payment.currency)) return 'PS0013';
  if (meant.some(({ status }) => status === 'provisional')) return 'PS0009';
  return named !== undefined && meant.some(({ isRefunded }) => isRefunded) ? 'PS0007' : undefined;
}

/** A trip gets back more than zero, and no more than it cost. */
function refuseAmounts(shares: RefundPlan['trips'], { trips }: RefundFacts): RefundRefusal | undefined {
  const fares = new Map(trips.map(({ tripId, fareMinor }) => [tripId, fareMinor]));
  if (shares.some(({ amountMinor }) => amountMinor <= 0)) return 'PS0010';
  return shares.some(({ tripId, amountMinor }) => amountMinor > (fares.get(tripId) ?? 0)) ? 'PS0011' : undefined;
}

function leftOf({ payment, refundedMinor }: RefundFacts): number {
  return payment.paidMinor - refundedMinor;
}

function planOf(wish: RefundWish, facts: RefundFacts): Omit<RefundPlan, 'reason'> {
  if (wish.trips !== undefined) {
    const fares = new Map(facts.trips.map(({ tripId, fareMinor }) => [tripId, fareMinor]));
    const trips = wish.trips.map(({ tripId, amountMinor = fares.get(tripId) ?? 0 }) => ({ tripId, amountMinor }));
    return { trips, amountMinor: trips.reduce((sum, trip) => sum + trip.amountMinor, 0) };
  }
  if (wish.amountMinor !== undefined) return { amountMinor: wish.amountMinor, trips: [] };
  const left = leftOf(facts);
  return {
    amountMinor: left,
    trips: shareOut(
      left,
      facts.trips.filter((trip) => isOpen(trip, facts)),
    ),
  };
}

function isOpen({ isRefunded, fareMinor, currency }: RefundableTrip, { payment }: RefundFacts): boolean {
  return !isRefunded && fareMinor > 0 && currency === payment.currency;
}

/**
 * Divides an amount among trips in proportion to their fares, at most the fare of each: the rest was paid for something else. The cents
 * that rounding leaves go to the trips with the largest remainders, of equal ones to the first.
 */
export function shareOut(
  amountMinor: number,
  trips: readonly Pick<RefundableTrip, 'tripId' | 'fareMinor'>[],
): RefundPlan['trips'] {
  const cost = trips.reduce((sum, { fareMinor }) => sum + fareMinor, 0);
  const given = Math.min(amountMinor, cost);
  const shares = trips.map(({ tripId, fareMinor }) => {
    const exact = BigInt(fareMinor) * BigInt(given);
    const whole = cost === 0 ? 0n : exact / BigInt(cost);
    return { tripId, whole: Number(whole), rest: cost === 0 ? 0n : exact % BigInt(cost) };
  });
  const missing = given - shares.reduce((sum, { whole }) => sum + whole, 0);
  const byRemainder = shares.toSorted((one, other) => Number(other.rest - one.rest));
  const rounded = new Set(byRemainder.slice(0, missing).map(({ tripId }) => tripId));
  return shares
    .map(({ tripId, whole }) => ({ tripId, amountMinor: whole + (rounded.has(tripId) ? 1 : 0) }))
    .filter((share) => share.amountMinor > 0);
}
