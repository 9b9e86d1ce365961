import { v3 } from './littlepay-feed.ts';

const morning = '2025-10-03T08:00:00.000Z';
/** Two nights in which the bank is asked to pay the trip. */
export const night = '2025-10-04T03:30:00.000Z';
export const later = '2025-10-05T03:30:00.000Z';

/** One trip of 3.60 that is charged with the aggregation `A`. */
export const travel = {
  taps: [v3.tap('T', morning)],
  links: [v3.link('T', 'M')],
  fares: [v3.fare('M', 'A', '3.60')],
};

/** The state of its payment; for `one`. */
export const payment = `select status, reason, due_minor::int as due, paid_minor::int as paid, debt_paid_minor::int as recovered
  from payments where reason <> 'refund'`;
