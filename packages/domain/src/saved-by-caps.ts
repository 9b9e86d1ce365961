import { capReasons, type FareReason, fareReasonOf } from './fare-reason.ts';
import type { Money } from './money.ts';

/** A trip with its price, and what its price depends on. */
export interface PricedTrip {
  /** Null for the operator that is not named. */
  readonly operator: string | null;
  readonly line: { readonly id: string } | null;
  readonly from: string | null;
  /** Where it ended; null if only its beginning is known, as on vehicles where passengers tap once. */
  readonly to: string | null;
  readonly price: Money;
  /** The price without caps and discounts, if the back office gives it. */
  readonly fullPrice: Money | null;
  readonly fareReason: string | null;
}

/** What caps saved on a payment. */
export interface Saving {
  readonly amount: Money;
  /** The full price of a capped trip is not known, so the trip is not part of the amount. */
  readonly isAtLeast: boolean;
}

/** The reason of the price of a trip, if it is one that we know. */
export function codeOf({ fareReason }: Pick<PricedTrip, 'fareReason'>): FareReason | undefined {
  return fareReason ? fareReasonOf(fareReason) : undefined;
}

/**
 * A capped trip would have cost what the back office says, else what the same kind of trip cost in full on this payment.
 * Where none is known, or they cost different amounts, nothing is claimed for it. `cappedMinor` is what a cap took off the payment as a
 * whole.
 */
export function savedBy(
  { trips, due }: { readonly trips: readonly PricedTrip[]; readonly due: Money },
  cappedMinor: number,
): Saving | null {
  const isOwn = ({ price }: PricedTrip): boolean => price.currency === due.currency;
  const full = trips.filter((trip) => {
    const code = codeOf(trip);
    const isFull = code === undefined || code === 'payg';
    return isFull && trip.price.amountMinor > 0 && isOwn(trip);
  });
  const capped = trips.filter((trip) => {
    const code = codeOf(trip);
    return code !== undefined && capReasons.includes(code);
  });
  const onTrips = capped.map((trip) => {
    const fullMinor = isOwn(trip) ? (trip.fullPrice?.amountMinor ?? fullPriceOf(trip, full)) : undefined;
    return fullMinor === undefined ? undefined : Math.max(0, fullMinor - trip.price.amountMinor);
  });
  const amountMinor = onTrips.reduce<number>((sum, minor = 0) => sum + minor, cappedMinor);
  return amountMinor > 0 ? { amount: { ...due, amountMinor }, isAtLeast: onTrips.includes(undefined) } : null;
}

/**
 * What such a trip costs in full. A trip with an exit may be priced by its distance, so only the same journey tells its price; for a trip
 * without one those on its line do, else all of its operator. Undefined where no trip tells it, or where they differ.
 */
function fullPriceOf({ operator, line, from, to }: PricedTrip, full: readonly PricedTrip[]): number | undefined {
  const ofOperator = full.filter((other) => other.operator === operator);
  const alike = ofOperator.filter((other) => other.to === to && (to === null || other.from === from));
  const onLine = alike.filter((other) => line !== null && other.line?.id === line.id);
  const prices = new Set((onLine.length > 0 ? onLine : alike).map(({ price }) => price.amountMinor));
  const [only] = prices;
  return prices.size === 1 ? only : undefined;
}
