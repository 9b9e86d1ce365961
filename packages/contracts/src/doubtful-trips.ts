import { tripDoubts } from '@tapfolio/domain/trip-doubts.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { tripScreens } from './permissions.ts';
import { cardId, instant, tripId } from './shared.ts';

export const tripDoubt = z.enum(tripDoubts);

/** A trip of one of the passenger’s cards, for the call for its details. */
export const tripPlace = z.object({
  cardId,
  tripId,
  /** When it began: the `at` of the call for its details. */
  at: instant,
});
export type TripPlace = z.infer<typeof tripPlace>;

/** A trip that looks wrong, and why. */
export const doubtfulTrip = z.extend(tripPlace, {
  doubt: tripDoubt,
  /** The trip of the passenger that it has to do with. Null if it looks wrong by itself. */
  other: z.nullable(tripPlace),
});
export type DoubtfulTrip = z.infer<typeof doubtfulTrip>;

/** The trips that look wrong. */
export const doubtfulTripList = z.object({
  /** The newest first; the 50 newest if there are more. Empty if none looks wrong. */
  items: z.array(doubtfulTrip),
});
export type DoubtfulTripList = z.infer<typeof doubtfulTripList>;

/** How many trips that look wrong are named. */
export const mostDoubtfulTrips = 50;

export const listDoubtfulTrips = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/doubtful-trips',
  who: 'passenger',
  permission: tripScreens,
  tag: 'trips',
  summary: 'The trips of the last eight weeks that look wrong, of all cards',
  answers: { 200: doubtfulTripList },
});
