import { capPeriods, capStates } from '@tapfolio/domain/caps.ts';
import * as z from 'zod/mini';
import { dataUpTo } from './cards.ts';
import { defineCall } from './define-call.ts';
import { cardId, instant, languageQuery, money, timeZone } from './shared.ts';
import { transportType } from './trips.ts';

export const capPeriod = z.enum(capPeriods);
export const capState = z.enum(capStates);

/** A cap of an operator, and how far a card is with the trips that are known. */
export const capProgress = z.object({
  period: capPeriod,
  /** What the operator calls it, in the asked language or else in the portal's first one. Null if it has no name. */
  name: z.nullable(z.string()),
  /** Name of the operator. Null if the portal has only one. */
  operator: z.nullable(z.string()),
  /** The types of transport whose trips count. Null for all. */
  transportTypes: z.nullable(z.array(transportType)),
  /** Whether each card, phone and watch counts for itself. False where the operator counts those of one account together: the portal knows only this card. */
  perMedium: z.boolean(),
  /** The most that the trips from `from` to `to` cost. */
  amount: money,
  /** When the day, week or month began. */
  from: instant,
  /** When it ends: from then on the answer is out of date. */
  to: instant,
  timeZone,
  state: capState,
  /** How many trips count so far. */
  trips: z.int(),
  /** What they cost, less what was refunded of them. */
  paid: money,
  /** What is still to be paid until travel is free. Null unless `state` is `open`. */
  left: z.nullable(money),
  /** What the cap has saved. Null if it is not reached or the full fares are not known. */
  saved: z.nullable(
    z.object({
      /** How much. */
      amount: money,
      /** The full fare of a trip is not known, so that the trip is not part of the amount. */
      isAtLeast: z.boolean(),
    }),
  ),
  /** What was refunded of the trips that count. Null for nothing. */
  refunded: z.nullable(money),
  /** Trips that do not count, or not yet. */
  leftOut: z.object({
    /** How many have a fare that is not final. */
    unpriced: z.int(),
    /** How many have a missing tap, where the operator does not count these. */
    incomplete: z.int(),
    /** How many cost another currency. */
    inOtherCurrency: z.int(),
    /** How many were made with the card before the bank replaced it, where the new card begins anew. */
    withFormerCard: z.int(),
  }),
});
export type CapProgressDto = z.infer<typeof capProgress>;

/** The caps of one card. */
export const cardCaps = z.object({
  cardId,
  /** What the passenger calls the card. */
  cardName: z.string(),
  /** The shortest period first. A cap is left out if a longer one, which counts the same trips, is reached. */
  caps: z.array(capProgress),
});
export type CardCaps = z.infer<typeof cardCaps>;

/** The caps of all cards of a passenger. */
export const capList = z.object({
  /** By the id of the card. */
  items: z.array(cardCaps),
  dataUpTo,
});
export type CapList = z.infer<typeof capList>;

export const listCaps = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/caps',
  who: 'passenger',
  permission: ['card-trips-history-table.caps'],
  tag: 'trips',
  summary: 'What is left to pay with each card until the rest of a day, week or month is free',
  query: languageQuery,
  answers: { 200: capList },
});
