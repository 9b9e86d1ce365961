import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { maxPageSize } from './limits.ts';
import { askedInstant, cardParams, historyQuery, instant, noContent, tripId } from './shared.ts';

const tripIds = z.array(tripId).check(z.maxLength(maxPageSize));

/** Which trips of one page of the history are for work. */
export const workTrips = z.object({
  /** The ids of the trips that are for work. The other trips of the page are not. */
  tripIds,
});
export type WorkTrips = z.infer<typeof workTrips>;

export const listWorkTrips = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/work-trips',
  who: 'card',
  permission: ['card-trips-history-table.work'],
  tag: 'trips',
  summary: "Which of a card's trips are for work, page by page as in the list of trips",
  params: cardParams,
  query: historyQuery,
  answers: { 200: workTrips },
});

/** Trips that are marked together, all or none. */
const workMarks = z
  .object({
    /** These trips are for work from now on. */
    forWork: tripIds,
    /** These are not. No trip may be in both lists, and both have 1,000 trips at most. */
    notForWork: tripIds,
    /** When the first of these trips starts, as the list says. With it, the server searches only those days first. */
    from: askedInstant,
    /** When the last of them starts. */
    to: askedInstant,
  })
  .check(
    z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), { path: ['to'], error: 'is before from' }),
    z.refine(({ forWork, notForWork }) => forWork.length + notForWork.length <= maxPageSize, {
      path: ['notForWork'],
      error: 'has too many trips',
    }),
    z.refine(({ forWork, notForWork }) => !notForWork.some((id) => forWork.includes(id)), {
      path: ['notForWork'],
      error: 'has a trip of forWork',
    }),
  );
export type WorkMarks = z.output<typeof workMarks>;

export const markWorkTrips = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/work-trips',
  who: 'card',
  permission: ['card-trips-history-table.work'],
  idempotency: 'natural',
  tag: 'trips',
  summary: 'Say which trips are for work and which are not, all together or none',
  params: cardParams,
  body: workMarks,
  refuses: ['NWA0037'],
  answers: { 204: noContent },
});

/** Whether all new trips with a card are for work. */
export const workRule = z.object({
  /** Trips that start from this instant on are for work, unless a trip is marked otherwise. Null if the rule is off. */
  since: z.nullable(instant),
});
export type WorkRule = z.infer<typeof workRule>;

export const getWorkRule = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/work-rule',
  who: 'card',
  permission: ['card-trips-history-table.work'],
  tag: 'trips',
  summary: 'Whether all new trips with a card are for work',
  params: cardParams,
  answers: { 200: workRule },
});

export const changeWorkRule = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/portal/cards/:cardId/work-rule',
  who: 'card',
  permission: ['card-trips-history-table.work'],
  idempotency: 'natural',
  tag: 'trips',
  summary: 'Turn on or off that all new trips with a card are for work; trips of the past stay as they are',
  params: cardParams,
  body: z.object({
    /** True: all trips that start from now on are for work. False: from now on only those that are marked. */
    isOn: z.boolean(),
  }),
  answers: { 200: workRule },
});
