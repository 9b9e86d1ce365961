import type { TripFacts } from '@tapfolio/contracts/trips.ts';
import { addUp, type Money } from '@tapfolio/domain/money.ts';
import { isExitOnly } from '../travel/trip.present.ts';
import type { OfCard } from '../travel-documents/travel-documents.service.ts';
import type { RefundableTrip } from '../trips/trips.service.ts';

/** A trip of the history of a card. */
export interface ProvenTrip {
  readonly cardId: number;
  readonly cardName: string;
  /** The medium that was tapped, by its scheme and last characters; both null if the back office delivers none. */
  readonly cardNumber: { readonly scheme: string | null; readonly lastFour: string | null };
  readonly trip: RefundableTrip;
  readonly isForWork: boolean;
}

export type TripOfCard = OfCard<RefundableTrip>;

/** Where and when a card was tapped. */
export interface Tap {
  readonly at: string | null;
  readonly stop: string | null;
}

type Taps = Pick<TripFacts, 'startedAt' | 'endedAt' | 'from' | 'to'>;

/** The tap at the start; null if none was recorded. */
export function checkInOf(trip: Taps): Tap | null {
  return isExitOnly(trip) ? null : { at: trip.startedAt, stop: trip.from };
}

/** The tap at the end; null if none was recorded. */
export function checkOutOf({ endedAt, to }: Taps): Tap | null {
  return endedAt === null && to === null ? null : { at: endedAt, stop: to };
}

/** The sum of the fares, as the foot of the history has it, and of the refunds: one for each currency. */
export function sumsOf(trips: readonly ProvenTrip[]): { fares: Money[]; refunds: Money[] } {
  return {
    fares: addUp(trips.map(({ trip }) => trip.fare)),
    refunds: addUp(trips.flatMap(({ trip }) => trip.refund?.amount ?? [])),
  };
}
