import { randomUUID } from 'node:crypto';
import { type Question, type QuestionReceipt, questionList, questionReceipt } from '@tapfolio/contracts/questions.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { type SignedIn, type TestApp, testConfig } from './build-app.ts';
import { buildApiKey } from './factories/api-keys.ts';
import { buildCard, type CardRow } from './factories/cards.ts';
import { buildPayment, type PaymentRow } from './factories/payments.ts';
import { buildTrip, type TripRow } from './factories/trips.ts';
import { whileBusy } from './while-busy.ts';

const portal = '/public/api/v1/portal';
const internal = '/internal/api/v1/questions';

const { operators } = testConfig();

/** The operators of a portal with a partner, whose code is 2. */
export const withFerries = [
  ...operators,
  { code: '2', name: 'Ferries', timeZone: 'America/Toronto', dayCut: '04:30', currency: 'CAD', home: false },
];

/** When the trip and its payment of {@link travelled} began: a few days ago. */
export const travelledAt = `${new Date(Date.now() - 5 * dayMs).toISOString().slice(0, 19)}Z`;

export interface Travelled {
  passenger: SignedIn;
  card: CardRow;
  trip: TripRow;
  payment: PaymentRow;
}

type App = Pick<TestApp, 'app' | 'context' | 'pool' | 'signIn'>;

/** A passenger with a card, a trip of 3.70 and its payment of 7.40. */
export async function travelled({ pool, signIn }: App, language = 'en_CA'): Promise<Travelled> {
  const passenger = await signIn({ display_language: language });
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  return { passenger, card, ...(await travel({ pool }, card)) };
}

/** Another trip of the card, and its payment. */
export async function travel({ pool }: Pick<App, 'pool'>, { medium_id }: Pick<CardRow, 'medium_id'>) {
  const payment = await buildPayment(pool, { medium_id, opened_at: travelledAt });
  const trip = await buildTrip(pool, { medium_id, started_at: travelledAt, srid: payment.srid });
  return { trip, payment };
}

/** Repeats a call while another one with its key runs, as callers do: on a busy machine that may take longer than the server waits. */
async function untilDecided(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const answer = await whileBusy(ask);
  const isRunning = answer.statusCode === 409 && answer.json().error.code === 'idempotency_key_running';
  return isRunning ? await untilDecided(ask) : answer;
}

const post = (passenger: SignedIn, url: string, payload: object, key: string = randomUUID()) =>
  untilDecided(() => passenger.call({ method: 'POST', url, payload, headers: { 'idempotency-key': key } }));

/** Asks about the trip, unless another one is named. */
export function askAboutTrip(
  { passenger, card, trip }: Pick<Travelled, 'passenger' | 'card'> & { trip: Pick<TripRow, 'trip_id'> },
  body: object = {},
  key?: string,
) {
  const url = `${portal}/cards/${card.card_id}/trips/${trip.trip_id}/questions`;
  return post(passenger, url, { reason: 'wrong_fare', text: 'Why so much?', ...body }, key);
}

export function askAboutPayment(
  { passenger, card, payment }: Pick<Travelled, 'passenger' | 'card'> & { payment: Pick<PaymentRow, 'payment_id'> },
  body: object = {},
) {
  const url = `${portal}/cards/${card.card_id}/payments/${payment.payment_id}/questions`;
  return post(passenger, url, { reason: 'charged_twice', text: 'What is this?', ...body });
}

/** Asks about the trip, and returns what the portal says of the question. */
export async function asked(person: Parameters<typeof askAboutTrip>[0], body?: object): Promise<QuestionReceipt> {
  const response = await askAboutTrip(person, body);
  expect(response.statusCode).toBe(201);
  return questionReceipt.parse(response.json());
}

export const write = (passenger: SignedIn, id: string, text = 'And one more thing.', key?: string) =>
  post(passenger, `${portal}/questions/${id}/entries`, { text }, key);

export const withdraw = (passenger: SignedIn, id: string) =>
  whileBusy(() => passenger.call({ method: 'POST', url: `${portal}/questions/${id}/withdrawal` }));

/** The questions of a passenger, as the page gets them. */
export async function questionsOf(passenger: SignedIn): Promise<Question[]> {
  return questionList.parse((await passenger.call({ url: `${portal}/questions` })).json()).items;
}

/** The calls of an operator's system about questions, with its own key. */
export async function questionDesk({ app, context, pool }: App, operatorCode: string | null = null) {
  const scopes = ['questions:read', 'questions:write'] as const;
  const { headers, keyId } = await buildApiKey({ ...context, pool }, { scopes, operator_code: operatorCode });

  const read = (id: string) => app.inject({ url: `${internal}/${id}`, headers });
  const list = (query: Record<string, string> = {}) => app.inject({ url: internal, query, headers });
  const answer = (id: string, body: object = {}, key: string = randomUUID()) =>
    untilDecided(() =>
      app.inject({
        method: 'POST',
        url: `${internal}/${id}/answers`,
        headers: { ...headers, 'idempotency-key': key },
        payload: { text: 'You changed lines.', outcome: 'explained', ...body },
      }),
    );
  return { keyId, read, list, answer };
}
