import { v3 } from './littlepay-feed.ts';

/** When the one fare of these days was travelled, and two nights in which the bank was asked. */
export const [morning, night, later] = [
  '2025-10-03T08:00:00.000Z',
  '2025-10-04T03:30:00.000Z',
  '2025-10-05T03:30:00.000Z',
] as const;

/** One trip of 3.60 that is charged with the aggregation `A`. */
export const travel = {
  taps: [v3.tap('T', morning)],
  links: [v3.link('T', 'M')],
  fares: [v3.fare('M', 'A', '3.60')],
};

/** What became of its payment; for `one`. */
export const payment = `select status, reason, due_minor::int as due, paid_minor::int as paid, debt_paid_minor::int as recovered
  from payments where reason <> 'refund'`;
