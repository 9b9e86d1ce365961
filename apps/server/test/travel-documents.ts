import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { SignedIn, TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { buildSettlement } from './factories/settlements.ts';

/** A refund of a payment, as a feed delivers it: a movement at the bank, and a line of the history with the same id. */
export async function buildRefund(
  pool: Pool,
  { medium_id, srid, currency }: PaymentRow,
  { at, amountMinor }: { at: string; amountMinor: number },
): Promise<PaymentRow> {
  const payment_id = randomUUID();
  const movement = { kind: 'refund', direction: 'credit', amount_minor: amountMinor, requested_at: at };
  await buildSettlement(pool, { medium_id, srid, settlement_id: payment_id, ...movement });
  const line = { reason: 'refund', due_minor: 0, paid_minor: -amountMinor, currency };
  return await buildPayment(pool, { medium_id, srid, payment_id, opened_at: at, ...line });
}

interface Asked {
  cards: string | number;
  from?: string;
  to?: string;
  format?: string;
  language?: string;
  only?: 'work';
}

type AskForDocument = (passenger: SignedIn, asked: Asked) => ReturnType<SignedIn['call']>;

/** Asks for a document: of March, in CSV, unless something else is said. */
const askFor =
  (name: string): AskForDocument =>
  (passenger, { cards, from = '2026-03-01', to = '2026-03-31', format = 'csv', ...rest }) => {
    const query = new URLSearchParams({ from, to, format, ...rest, cards: String(cards) }).toString();
    return passenger.call({ url: `/public/api/v1/portal/${name}?${query}` });
  };

export const askForStatement = askFor('travel-statement');
export const askForProof = askFor('travel-proof');

/** An instant in 2026, in the afternoon of the operator unless another time is said. */
export const at = (day: string, time = '16:00:00') => `2026-${day}T${time}Z`;

/** A passenger with a card; `cards` is what a statement is asked with. */
export async function passengerWithCard({ pool, signIn }: Pick<TestApp, 'pool' | 'signIn'>, name = 'Everyday') {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId, name });
  return { passenger, card, medium_id: card.medium_id, cards: card.card_id };
}

/** The first and the last day of documents, and the instants between which they have records: from day cut to day cut of the operator. */
export const periodsAtDayCuts = [
  {
    period: 'in winter',
    from: '2026-02-01',
    to: '2026-02-28',
    begin: at('02-01', '09:30:00'),
    end: at('03-01', '09:30:00'),
  },
  // The clocks change in the night to 8 March and to 1 November.
  {
    period: 'on the day on which the clocks are set forward',
    from: '2026-03-08',
    to: '2026-03-08',
    begin: at('03-08', '08:30:00'),
    end: at('03-09', '08:30:00'),
  },
  {
    period: 'from the day on which the clocks are set forward',
    from: '2026-03-08',
    to: '2026-03-31',
    begin: at('03-08', '08:30:00'),
    end: at('04-01', '08:30:00'),
  },
  {
    period: 'to the day before the clocks are set forward',
    from: '2026-03-01',
    to: '2026-03-07',
    begin: at('03-01', '09:30:00'),
    end: at('03-08', '08:30:00'),
  },
  {
    period: 'to the day before the clocks are set back',
    from: '2026-10-01',
    to: '2026-10-31',
    begin: at('10-01', '08:30:00'),
    end: at('11-01', '09:30:00'),
  },
];
