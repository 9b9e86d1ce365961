import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, tripsAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { tripScreens } from './permissions.ts';
import { cardParams, detailQuery, historyQuery, instant, money, paymentLink, serviceDay, timeZone } from './shared.ts';

/** A line as signs show it. Colours are six hexadecimal digits, as in GTFS. */
export const lineBadge = z.object({
  id: z.string(),
  name: z.string(),
  longName: z.nullable(z.string()),
  color: z.nullable(z.string()),
  textColor: z.nullable(z.string()),
});

/** What every view of a trip shows: the histories, the details and the story of a payment. */
export const tripFacts = z.object({
  id: z.uuid(),
  line: z.nullable(lineBadge),
  transportType: z.enum(transportTypes),
  startedAt: instant,
  endedAt: z.nullable(instant),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  serviceDay,
  timeZone,
  /** Name of the operator, if it is not the portal's own operator. */
  operator: z.nullable(z.string()),
  ...fieldsOf(tripsAsDelivered),
});
export type TripFacts = z.infer<typeof tripFacts>;

export const tripSummary = z.extend(tripFacts, {
  status: z.enum(tripStatuses),
  fare: money,
  updatedAt: instant,
  srid: z.nullable(z.string()),
});
export type TripSummary = z.infer<typeof tripSummary>;

/** The refund of a trip. The reason is one of those that an operator may give when it asks for a refund, or a text of the back office. */
export const tripRefund = z.object({ reason: z.nullable(z.string()), amount: money });

const stopCall = z.object({
  /** The feed's id of the stop point. Null if only a name was delivered. */
  pointId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  at: z.nullable(instant),
});

export const tripDetail = z.extend(tripSummary, {
  start: stopCall,
  stop: stopCall,
  refund: z.nullable(tripRefund),
  /** The payment that contains the fare, and when its window opened. */
  payment: z.nullable(paymentLink),
});
export type TripDetail = z.infer<typeof tripDetail>;

/** The number of trips and the sum of fares of a whole day in one currency, even if the page shows only a part of that day. */
export const dayTotal = z.object({ serviceDay, trips: z.int(), total: money });

export const tripPage = z.object({
  items: z.array(tripSummary),
  days: z.array(dayTotal),
  nextCursor: z.nullable(z.string()),
});
export type TripPage = z.infer<typeof tripPage>;

export const tripParams = z.extend(cardParams, { tripId: z.uuid() });

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
