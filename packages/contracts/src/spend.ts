import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { tripScreens } from './permissions.ts';
import { currencyCode, money, serviceDay, wholeNumber } from './shared.ts';
import { transportType } from './trips.ts';

const sum = {
  /** How many trips the sum contains. */
  trips: z.int(),
  /** The sum of their fares. Refunds are not subtracted. */
  total: money,
};

/** Fares in one currency. Amounts of different currencies are never added. */
export const currencySpend = z.object({
  currency: currencyCode,
  /** The weeks, the current one first. A week without trips has zeros. */
  weeks: z.array(
    z.object({
      /** The service day of the portal's own operator on which the week begins. */
      firstDay: serviceDay,
      ...sum,
    }),
  ),
  /** The same fares by type of transport, the highest sum first. Types without trips are left out. */
  transportTypes: z.array(z.object({ transportType, ...sum })),
});
export type CurrencySpend = z.infer<typeof currencySpend>;

/** What the trips of the last weeks cost. */
export const spend = z.object({
  /** The currency of most trips first. Empty if there were no trips. */
  currencies: z.array(currencySpend),
});
export type Spend = z.infer<typeof spend>;

const spendQuery = z.object({
  /** How many weeks, the current one among them. */
  weeks: z._default(wholeNumber(1, 13), 4),
  /** The day on which a week begins: 1 for Monday to 7 for Sunday. */
  weekStart: z._default(wholeNumber(1, 7), 1),
});
export type SpendQuery = z.output<typeof spendQuery>;

export const getSpend = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/spend',
  who: 'passenger',
  permission: tripScreens,
  tag: 'trips',
  summary: 'The cost of the trips of all cards, by week and by type of transport',
  query: spendQuery,
  answers: { 200: spend },
});
