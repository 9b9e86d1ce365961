import { capReasons, type FareReason, fareReasonOf } from './fare-reason.ts';
import type { Money } from './money.ts';
import {
  givenBackMinor,
  isGivenBack,
  isUnderWay,
  keptOf,
  knownPaid,
  type PaidMoney,
  type RestKind,
  restKindOf,
  restLines,
  type SumLine,
} from './paid-and-rest.ts';
import { creditReason } from './refund-reasons.ts';
import { codeOf, type PricedTrip, type Saving, savedBy } from './saved-by-caps.ts';

/** "Why this amount?": the parts of the amount of a payment, the same on every screen and on the receipt. */

interface SourceTrip extends PricedTrip {
  readonly id: string;
  readonly serviceDay: string;
  /** What was given back of it, by the bank or before it was charged. */
  readonly refund: { readonly amount: Money; readonly reason: string | null } | null;
}

interface SourceProduct {
  readonly id: string;
  readonly name: string;
  readonly price: Money;
  /** The trip that it was bought with, and whose price contains its own. */
  readonly tripId: string | null;
}

/** What the story is made of; `paymentDetail` of the contract has all of it. */
export interface SourcePayment<Trip extends SourceTrip> extends PaidMoney {
  readonly total: Money;
  readonly previouslyPaid: Money;
  readonly differencePaid: Money;
  /** In the order in which they were made. */
  readonly trips: readonly Trip[];
  readonly products: readonly SourceProduct[];
  /** Service days of which other payments have fares too. */
  readonly splitDays?: readonly string[] | undefined;
}

/** The reason of the price of a trip: in our words, or in the back office's if we have no better ones. */
export type TripReason =
  /** `reached` is the cap itself, if the trips of the day show it and cost as much as was charged. */
  | { readonly code: 'daily_cap'; readonly reached: Money | null }
  /** `name` is the pass, if it was bought with this payment. */
  | { readonly code: 'pass'; readonly name: string | null }
  | { readonly code: Exclude<FareReason, 'daily_cap' | 'pass'> }
  | { readonly code: 'delivered'; readonly text: string };

type SumKind =
  /** An unpaid fare that the bank paid later. */
  | 'recovered'
  /** Fares in another currency, as the operator charged them in this one. */
  | 'converted'
  /** The fares and the charge of a payment that is still open do not agree yet. */
  | 'notFinal'
  /** Given back before the bank was asked for the fare, so it was charged less. */
  | 'credited'
  | 'unexplained'
  | 'total'
  | 'paid'
  | 'previouslyPaid'
  | 'difference'
  | 'net'
  | RestKind;

/** A line of the story. The lines are in the order in which screens show them. */
export type StoryLine<Trip> =
  | { readonly kind: 'trip'; readonly amount: Money; readonly trip: Trip; readonly reason: TripReason | null }
  | { readonly kind: 'product'; readonly amount: Money; readonly id: string; readonly name: string }
  | { readonly kind: 'reduced'; readonly amount: Money; readonly code: FareReason }
  | { readonly kind: 'refunded'; readonly amount: Money; readonly at: string | null }
  | SumLine<SumKind>;

/** The story of a payment. */
export interface Story<Trip> {
  readonly lines: readonly StoryLine<Trip>[];
  /** What caps saved against the full prices of the trips; null where none of those is known. */
  readonly saved: Saving | null;
}

/**
 * Shows a payment as a sum: each trip and ticket with its reason, what a cap took off, the total, what was paid when,
 * what is missing, what was given back. Different currencies are never added. A difference that the trips do not
 * explain is called `unexplained`.
 */
export function storyOf<Trip extends SourceTrip>(payment: SourcePayment<Trip>): Story<Trip> {
  if (payment.reason === 'refund')
    return { lines: [{ kind: 'refunded', amount: payment.total, at: null }], saved: null };
  // The unpaid payment shows the fares.
  if (payment.reason === 'debt_recovery') {
    const { due: amount } = payment;
    const lines: StoryLine<Trip>[] = [{ kind: 'recovered', amount }, { kind: 'total', amount }, ...paidLines(payment)];
    return { lines, saved: null };
  }
  const fares = fareLines(payment);
  const adjustment = adjustmentOf(payment, fares);
  return {
    lines: [
      ...(adjustment.some(({ kind }) => otherSums.includes(kind)) ? fares.map(withoutCap) : fares),
      ...adjustment,
      { kind: 'total', amount: payment.due },
      ...paidLines(payment),
      ...refundLines(payment),
    ],
    saved: savedBy(payment, cappedMinor(adjustment)),
  };
}

/** With one of these lines the fares are not what the trips cost in the end, so the sum of a day is not its cap. */
const otherSums: readonly StoryLine<unknown>['kind'][] = ['reduced', 'notFinal', 'unexplained'];

function withoutCap<Trip>(line: StoryLine<Trip>): StoryLine<Trip> {
  const isCapped = line.kind === 'trip' && line.reason?.code === 'daily_cap';
  return isCapped ? { ...line, reason: { code: 'daily_cap', reached: null } } : line;
}

function fareLines<Trip extends SourceTrip>(payment: SourcePayment<Trip>): StoryLine<Trip>[] {
  const { trips, products } = payment;
  const [pass] = products;
  const tripLines = trips.flatMap((trip): StoryLine<Trip>[] => {
    const bought = products.filter(({ tripId }) => tripId === trip.id);
    const [product] = bought;
    if (product === undefined)
      return [{ kind: 'trip', amount: trip.price, trip, reason: reasonOf(trip, payment, pass?.name ?? null) }];
    // The price of a trip contains the tickets that were bought with it.
    const restMinor = trip.price.amountMinor - sumOf(bought.map(({ price }) => price));
    const reason: TripReason = { code: 'pass', name: product.name };
    return [
      ...bought.map(productLine),
      { kind: 'trip', amount: { ...trip.price, amountMinor: restMinor }, trip, reason },
    ];
  });
  return [...tripLines, ...products.filter(({ tripId }) => tripId === null).map(productLine)];
}

const productLine = ({ id, name, price }: SourceProduct) => ({ kind: 'product' as const, amount: price, id, name });

type Sold = Pick<SourcePayment<SourceTrip>, 'trips' | 'products' | 'splitDays'>;

function reasonOf(trip: SourceTrip, sold: Sold, pass: string | null): TripReason | null {
  if (!trip.fareReason) return null;
  const code = fareReasonOf(trip.fareReason);
  if (code === undefined) return { code: 'delivered', text: trip.fareReason };
  if (code === 'daily_cap') return { code, reached: capReached(trip, sold) };
  return code === 'pass' ? { code, name: pass } : { code };
}

/** After the capped trip nothing more was paid that day, so the day's sum is the cap. Fares of another operator may have no part in it. */
function capReached(
  { serviceDay, price, operator }: SourceTrip,
  { trips, products, splitDays = [] }: Sold,
): Money | null {
  const day = trips.filter((trip) => trip.serviceDay === serviceDay);
  const first = day.findIndex((trip) => codeOf(trip) === 'daily_cap');
  const hasTicket = (trip: SourceTrip) => products.some(({ tripId }) => tripId === trip.id);
  const isOfCap = (trip: SourceTrip) => trip.operator === operator && trip.price.currency === price.currency;
  const isPlain = day.every((trip) => isOfCap(trip) && codeOf(trip) !== 'incomplete' && !hasTicket(trip));
  const isPaidAfter = day.slice(first + 1).some((trip) => trip.price.amountMinor !== 0);
  const amountMinor = sumOf(day.map((trip) => trip.price));
  if (!isPlain || isPaidAfter || splitDays.includes(serviceDay) || amountMinor <= 0) return null;
  return { ...price, amountMinor };
}

const sumOf = (amounts: readonly Money[]): number => amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function adjustmentOf<Trip extends SourceTrip>(
  payment: SourcePayment<Trip>,
  fares: readonly StoryLine<Trip>[],
): StoryLine<Trip>[] {
  const { trips, products, due, status, reason } = payment;
  // A reservation or a top-up is no sum of trips.
  if (reason !== 'trip' && trips.length === 0 && products.length === 0) return [];
  const isOwn = ({ currency }: Money): boolean => currency === due.currency;
  const own = fares.map(({ amount }) => amount).filter(isOwn);
  const amountMinor = due.amountMinor - sumOf(own);
  if (amountMinor === 0) return [];
  const amount = { ...due, amountMinor };
  if (amountMinor < 0 && creditedMinor(payment).includes(-amountMinor)) return [{ kind: 'credited', amount }];
  if (amountMinor < 0 && loweredMinor(payment) === -amountMinor) return [{ kind: 'writtenOff', amount }];
  if (isUnderWay(status)) return [{ kind: 'notFinal', amount }];
  if (own.length < fares.length && amountMinor > 0) return [{ kind: 'converted', amount }];
  const code = reducedBy(
    trips.filter(({ price }) => isOwn(price)),
    -amountMinor,
  );
  return [code ? { kind: 'reduced', amount, code } : { kind: 'unexplained', amount }];
}

/** What a cap took off the fares as a whole. */
function cappedMinor<Trip>([taken]: readonly StoryLine<Trip>[]): number {
  return taken?.kind === 'reduced' && capReasons.includes(taken.code) ? -taken.amount.amountMinor : 0;
}

/** What nobody asks for any more of the fares beyond the rest of the amount due: the back office lowered that amount. */
function loweredMinor<Trip extends SourceTrip>(payment: SourcePayment<Trip>): number {
  const { writtenOff, due, paid } = payment;
  const ofDueMinor = restKindOf(payment) === 'writtenOff' ? Math.max(0, due.amountMinor - paid.amountMinor) : 0;
  return (writtenOff?.amountMinor ?? 0) - ofDueMinor;
}

/**
 * What may have been given back of the trips before the charge: what they call so, since the bank may have given back money that no trip
 * shows; or all that they got back beyond what the bank gave back.
 */
function creditedMinor<Trip extends SourceTrip>({ trips, charges, due }: SourcePayment<Trip>): number[] {
  const refunds = trips.flatMap(({ refund }) => (refund?.amount.currency === due.currency ? [refund] : []));
  const amountsOf = (some: typeof refunds) => sumOf(some.map(({ amount }) => amount));
  const credits = refunds.filter(({ reason }) => reason === creditReason);
  return [amountsOf(credits), amountsOf(refunds) - givenBackMinor(charges, due.currency)];
}

/** The only cap or transfer that the trips of the payment's currency name, if their prices leave room for what was taken off. */
function reducedBy(trips: readonly SourceTrip[], offMinor: number): FareReason | undefined {
  const reducing = trips.filter((trip) => {
    const code = codeOf(trip);
    return code !== undefined && (code === 'transfer' || capReasons.includes(code));
  });
  const [code, ...others] = new Set(reducing.map(codeOf));
  return offMinor > 0 && others.length === 0 && sumOf(reducing.map(({ price }) => price)) >= offMinor
    ? code
    : undefined;
}

/** What was paid before and now, and the rest. The former is shown only if both happened, or if a part is missing. */
function paidLines<Trip extends SourceTrip>(payment: SourcePayment<Trip>): StoryLine<Trip>[] {
  const { due, previouslyPaid, differencePaid } = payment;
  const paid = knownPaid(payment);
  if (paid === null) return [];
  const lines: StoryLine<Trip>[] = [];
  if (previouslyPaid.amountMinor !== 0)
    lines.push({ kind: 'previouslyPaid', amount: previouslyPaid }, { kind: 'difference', amount: differencePaid });
  else if (paid.amountMinor !== due.amountMinor && paid.amountMinor !== 0) lines.push({ kind: 'paid', amount: paid });
  return [...lines, ...restLines(payment)];
}

/** What was given back, and what was paid in the end if it is known. */
function refundLines<Trip extends SourceTrip>(payment: SourcePayment<Trip>): StoryLine<Trip>[] {
  const refunds = payment.charges.filter(isGivenBack);
  if (refunds.length === 0) return [];
  const back = refunds.map(({ amount, at }): StoryLine<Trip> => {
    return { kind: 'refunded', amount: { ...amount, amountMinor: -amount.amountMinor }, at };
  });
  const net = keptOf(payment);
  return net === null ? back : [...back, { kind: 'net', amount: net }];
}
