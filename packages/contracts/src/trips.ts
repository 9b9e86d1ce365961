import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { tripDoubts } from '@tapfolio/domain/trip-doubts.ts';
import * as z from 'zod/mini';
import { fieldsOf, tripsAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { tripScreens } from './permissions.ts';
import {
  cardId,
  cardParams,
  detailQuery,
  historyQuery,
  instant,
  money,
  nextCursor,
  paymentLink,
  serviceDay,
  srid,
  timeZone,
  tripId,
} from './shared.ts';

export const transportType = z.enum(transportTypes);
export const tripStatus = z.enum(tripStatuses);

/** A line as signs show it. Colours are six hexadecimal digits, as in GTFS. */
export const lineBadge = z.object({
  /** As delivered: the `route_id` of the operator's timetable, or the name if only a name was delivered. */
  id: z.string(),
  /** The short name of the timetable, such as a number, else its long name. As delivered if the timetable does not have the line. */
  name: z.string(),
  /** Null if the timetable has none, or does not have the line. */
  longName: z.nullable(z.string()),
  /** The colour of the line. Null as for `longName`. */
  color: z.nullable(z.string()),
  /** The colour of text on `color`. Null as for `longName`. */
  textColor: z.nullable(z.string()),
});

/** What every view of a trip shows: the histories, the details and the story of a payment. */
export const tripFacts = z.object({
  id: tripId,
  /** Null if nothing was delivered about the line. */
  line: z.nullable(lineBadge),
  transportType,
  /** When the boarding tap was made. The history is sorted by this time. A newer delivery may correct it. */
  startedAt: instant,
  /** When the passenger tapped to get off. Null if no such tap was delivered. */
  endedAt: z.nullable(instant),
  /** The name of the first stop, in the asked language if the timetable has it, else as delivered. Null if it is not known. */
  from: z.nullable(z.string()),
  /** The same of the last stop. */
  to: z.nullable(z.string()),
  serviceDay,
  timeZone,
  /** Name of the operator. Null for the portal's own operator. */
  operator: z.nullable(z.string()),
  ...fieldsOf(tripsAsDelivered),
});
export type TripFacts = z.infer<typeof tripFacts>;

/** A trip and its fare. */
export const tripSummary = z.extend(tripFacts, {
  status: tripStatus,
  /** What the trip costs after caps and discounts. Refunds are not subtracted. */
  fare: money,
  /** When the back office last changed the trip. */
  updatedAt: instant,
  /** The statement reference of the payment that contains the fare. Null while none is delivered. */
  srid,
});
export type TripSummary = z.infer<typeof tripSummary>;

/** What was refunded of a trip. */
export const tripRefund = z.object({
  /** One of the reasons that an operator may give when it asks for a refund, or a text of the back office. Null if none is known. */
  reason: z.nullable(z.string()),
  /** Above zero. */
  amount: money,
});

const stopCall = z.object({
  /** The feed's id of the stop point. Null if only a name was delivered. */
  pointId: z.nullable(z.string()),
  /** As `from` and `to` of the trip. */
  name: z.nullable(z.string()),
  /** When the card was tapped there. Of a start without a tap it is `startedAt`, or null if only the tap at the end was delivered; null at the end if no tap was. */
  at: z.nullable(instant),
});

/** A trip with its stops, its refund and its payment. */
export const tripDetail = z.extend(tripSummary, {
  /** Where and when the trip began. */
  start: stopCall,
  /** Where and when it ended. */
  stop: stopCall,
  /** Null if nothing was refunded. */
  refund: z.nullable(tripRefund),
  /** The payment that contains the fare, and when its window opened. Null while no delivery has named it. */
  payment: z.nullable(paymentLink),
});
export type TripDetail = z.infer<typeof tripDetail>;

/** The number of trips and the sum of fares of a whole day in one currency, even if the page shows only a part of that day. */
export const dayTotal = z.object({
  serviceDay,
  /** How many trips the sum contains. */
  trips: z.int(),
  /** The sum of their fares. */
  total: money,
});

/** One page of a card's trips. */
export const tripPage = z.object({
  /** The trips of this page, the newest first. */
  items: z.array(tripSummary),
  /** A sum for each day and currency of which this page shows a trip. */
  days: z.array(dayTotal),
  nextCursor,
});
export type TripPage = z.infer<typeof tripPage>;

export const tripParams = z.extend(cardParams, { tripId });

export const listTrips = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/trips',
  who: 'card',
  permission: tripScreens,
  tag: 'trips',
  summary: "A card's trips, newest first",
  params: cardParams,
  query: historyQuery,
  answers: { 200: tripPage },
});

export const getTrip = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/trips/:tripId',
  who: 'card',
  permission: tripScreens,
  tag: 'trips',
  summary: 'One trip with its stops, times, refund and payment',
  params: tripParams,
  query: detailQuery,
  refuses: ['NWA0037'],
  answers: { 200: tripDetail },
});

export const tripDoubt = z.enum(tripDoubts);

/** A trip of one of the passenger's cards, for the call for its details. */
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
