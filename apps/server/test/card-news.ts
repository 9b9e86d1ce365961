import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import type { Mail, MailGateway } from '../src/gateways/mail.ts';
import { sendCardNews } from '../src/modules/card-news/send-card-news.service.ts';
import { contextOf } from '../src/plugins/context.ts';
import type { TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { buildPassenger, type PassengerRow } from './factories/passengers.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';

export const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** A card that a passenger linked ten days ago. */
export async function buildLinkedCard({ pool }: Pick<TestApp, 'pool'>, overrides: Partial<PassengerRow> = {}) {
  const passenger = await buildPassenger(pool, overrides);
  const { passenger_id: passengerId } = passenger;
  const card = await buildCard(pool, { passenger_id: passengerId, name: 'Blue' });
  await pool.query('update cards set linked_at = $2 where passenger_id = $1', [passengerId, daysAgo(10)]);
  return { passengerId, email: passenger.email, card, mediumId: card.medium_id };
}

/** An unpaid fare of yesterday. */
export const buildOwed = (pool: Pool, mediumId: string, overrides: Partial<PaymentRow> = {}): Promise<PaymentRow> =>
  buildPayment(pool, {
    medium_id: mediumId,
    opened_at: daysAgo(1),
    status: 'payment_error',
    due_minor: 740,
    paid_minor: 0,
    ...overrides,
  });

/** All unpaid fares of a medium, or one of them, get another state. */
export const setState = (pool: Pool, mediumId: string, state: string, paymentId: string | null = null) =>
  pool.query(
    `update debts set state = $2, state_at = now(), version = version + 1
    where medium_id = $1 and payment_id = coalesce($3, payment_id)`,
    [mediumId, state, paymentId],
  );

/** Does the job about a card's news, with a mail server in the same process. */
export function newsMails({ context }: Pick<TestApp, 'context'>) {
  const mails: Mail[] = [];
  const taking: Pick<MailGateway, 'send'> = { send: async (mail) => void mails.push(mail) };
  const tell = (asked: { passengerId: string; mediumId: string }, gateway = taking): Promise<void> =>
    sendCardNews(contextOf(context, 'worker'), gateway, {
      mail: 'card-news',
      id: '00000000-0000-4000-8000-000000000001',
      passengerId: asked.passengerId,
      mediumId: asked.mediumId,
    });
  return { mails, tell, subjects: () => mails.map(({ subject }) => subject) };
}

/** The jobs about news of cards that wait, and by how many seconds. */
export async function waitingNews(pool: Pool): Promise<{ mediumId: string; passengerId: string; seconds: number }[]> {
  const { rows } = await pool.query(
    `select payload->>'mediumId' as "mediumId", payload->>'passengerId' as "passengerId",
      round(extract(epoch from run_at - created_at))::int as seconds
    from graphile_worker._private_jobs
    where payload->>'mail' = 'card-news'
    order by id`,
  );
  return rows;
}
