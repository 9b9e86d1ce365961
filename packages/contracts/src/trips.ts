import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { tripScreens } from './permissions.ts';
import { cardParams, detailQuery, historyQuery, instant, money, paymentLink, serviceDay, timeZone } from './shared.ts';

/** A line as signs show it. Colours are six hexadecimal digits as GTFS delivers them. */
export const lineBadge = z.object({
  id: z.string(),
  name: z.string(),
  longName: z.nullable(z.string()),
  color: z.nullable(z.string()),
  textColor: z.nullable(z.string()),
});

export const tripSummary = z.object({
  id: z.uuid(),
  line: z.nullable(lineBadge),
  transportType: z.enum(transportTypes),
  status: z.enum(tripStatuses),
  fare: money,
  /** How the back office came to the fare, as delivered ("pay as you go", "daily cap"), or null. */
  fareReason: z.nullable(z.string()),
  updatedAt: instant,
  startedAt: instant,
  endedAt: z.nullable(instant),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  serviceDay,
  timeZone,
  /** Name of the operator, where it is another than the portal's own. */
  operator: z.nullable(z.string()),
  srid: z.nullable(z.string()),
});
export type TripSummary = z.infer<typeof tripSummary>;

/** What was given back of a trip. The reason is one of `refundReasons` or the back office's own words. */
export const tripRefund = z.object({ reason: z.nullable(z.string()), amount: money });

const stopCall = z.object({
  /** The feed's id of the stop point, or null when only a name was delivered. */
  pointId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  at: z.nullable(instant),
});

export const tripDetail = z.extend(tripSummary, {
  start: stopCall,
  stop: stopCall,
  refund: z.nullable(tripRefund),
  /** The payment that the fare is part of, and when that opened. */
  payment: z.nullable(paymentLink),
});
export type TripDetail = z.infer<typeof tripDetail>;

/** The whole day's number of trips and sum of fares in one currency, also when the page shows only a part of that day. */
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
