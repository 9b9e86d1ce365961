import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import type { Mail, MailGateway } from '../src/gateways/mail.ts';
import type { Clock } from '../src/lib/clock.ts';
import { sendCardNews } from '../src/modules/card-news/send-card-news.service.ts';
import { sendMonthNews } from '../src/modules/card-news/send-month-news.service.ts';
import { sendRefundNews } from '../src/modules/card-news/send-refund-news.service.ts';
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

/** Does the job about a card's news or about its refunds, with a mail server in the same process. */
export function newsMails({ context }: Pick<TestApp, 'context'>, mail: 'card-news' | 'refund-news' = 'card-news') {
  const mails: Mail[] = [];
  const taking: Pick<MailGateway, 'send'> = { send: async (sent) => void mails.push(sent) };
  const worker = contextOf(context, 'worker');
  const tell = (asked: { passengerId: string; mediumId: string }, gateway = taking): Promise<void> => {
    const { passengerId, mediumId } = asked;
    const job = { id: '00000000-0000-4000-8000-000000000001', passengerId, mediumId };
    return mail === 'card-news'
      ? sendCardNews(worker, gateway, { mail, ...job })
      : sendRefundNews(worker, gateway, { mail, ...job });
  };
  return { mails, tell, subjects: () => mails.map(({ subject }) => subject) };
}

/** The jobs about news of cards that wait, and by how many seconds. */
export async function waitingNews(
  pool: Pool,
  mail = 'card-news',
): Promise<{ mediumId: string; passengerId: string; seconds: number }[]> {
  const { rows } = await pool.query(
    `select payload->>'mediumId' as "mediumId", payload->>'passengerId' as "passengerId",
      round(extract(epoch from run_at - created_at))::int as seconds
    from graphile_worker._private_jobs
    where payload->>'mail' = $1
    order by id`,
    [mail],
  );
  return rows;
}

/** Does the job about a passenger's March of 2026 on a day, with a mail server in the same process. */
export function monthMails({ context }: Pick<TestApp, 'context'>) {
  const mails: Mail[] = [];
  const taking: Pick<MailGateway, 'send'> = { send: async (sent) => void mails.push(sent) };
  const tell = (passengerId: string, clock: Clock, gateway = taking): Promise<void> =>
    sendMonthNews({ ...contextOf(context, 'worker'), clock }, gateway, {
      mail: 'month-news',
      id: '00000000-0000-4000-8000-000000000002',
      passengerId,
      month: '2026-03',
    });
  return { mails, tell };
}
