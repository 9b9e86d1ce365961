import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { newToken, sha256 } from '../src/lib/hashing.ts';
import { hashPassword } from '../src/lib/password-hashing.ts';
import type { TestApp } from './build-app.ts';
import { daysAgo, takenCard } from './claims.ts';
import { buildCard } from './factories/cards.ts';
import { goodPassword } from './factories/credentials.ts';
import { insertRow, nextNumber } from './factories/insert-row.ts';
import { buildMedium } from './factories/media.ts';
import { buildPayment } from './factories/payments.ts';
import { paidReference } from './linking.ts';
import { replacedCards } from './replaced-cards.ts';

/** The call of a new person. */
export interface CallOfPerson {
  readonly request: InjectOptions;
  readonly cookie?: string;
  /** How often the act was done, according to the tables; absent for a call that only reads. */
  count?(): Promise<number>;
}

export type BuildCall = () => Promise<CallOfPerson>;

const newPassword = 'a-lighthouse-for-every-harbour';
const auth = '/public/api/v1/auth';
const portal = '/public/api/v1/portal';

/** Calls of many statements, each of a person of its own. */
export function callsOfPeople(app: TestApp): Readonly<Record<string, BuildCall>> {
  const { context, pool, signIn } = app;
  const password = hashPassword(context.keys.passwords, goodPassword);
  const soon = () => new Date(Date.now() + 600_000);

  const countOf = async (from: string, value: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::integer as count from ${from}`, [value])).rows[0]?.count ??
    -1;
  const post = (url: string, payload?: object): InjectOptions => ({ method: 'POST', url, ...(payload && { payload }) });

  async function buildOwner() {
    const owner = await signIn();
    await insertRow(pool, 'credentials', { passenger_id: owner.passengerId, password_hash: await password });
    return { ...owner, count: () => countOf('former_passwords where passenger_id = $1', owner.passengerId) };
  }

  /** A passenger whose card has a payment of the day before yesterday; an unpaid one if the test says so. */
  async function traveller(more: object = {}) {
    const { cookie, passengerId } = await signIn();
    const card = await buildCard(pool, { passenger_id: passengerId });
    const payment = await buildPayment(pool, { medium_id: card.medium_id, opened_at: daysAgo(2), ...more });
    return { cookie, passengerId, card, payment };
  }

  const statement =
    (format: string): BuildCall =>
    async () => {
      const { cookie, card } = await traveller();
      const period = { from: daysAgo(5).slice(0, 10), to: daysAgo(1).slice(0, 10) };
      const query = new URLSearchParams({ ...period, format, cards: String(card.card_id) }).toString();
      return { request: { method: 'GET', url: `${portal}/travel-statement?${query}` }, cookie };
    };

  return {
    'the confirmation of a registration': async () => {
      const token = newToken();
      const email = `confirmed-${nextNumber()}@example.org`;
      await insertRow(pool, 'registrations', {
        ...{ token_hash: sha256(token), registration_id: randomUUID(), email, password_hash: await password },
        ...{ card_name: 'First', medium_id: (await buildMedium(pool)).medium_id, language: 'en_CA' },
        ...{ consent_version: context.config.consent.version, expires_at: soon() },
      });
      return {
        request: post(`${auth}/registrations/confirm`, { token, password: goodPassword }),
        count: () => countOf('passengers join cards using (passenger_id) where email = $1', email),
      };
    },
    'a reset of the password': async () => {
      const { passengerId: passenger_id, count } = await buildOwner();
      const token = newToken();
      const row = { token_hash: sha256(token), reset_id: randomUUID(), passenger_id, purpose: 'forgotten' };
      await insertRow(pool, 'password_resets', { ...row, expires_at: soon() });
      const request = post(`${auth}/user/password_reset_confirm`, { reset_token: token, new_password: newPassword });
      return { request, count };
    },
    'a change of the password': async () => {
      const { cookie, count } = await buildOwner();
      const passwords = { old_password: goodPassword, new_password: newPassword };
      return { request: post(`${auth}/user/password_change`, passwords), cookie, count };
    },
    'the link of a card': async () => {
      const { cookie, passengerId } = await signIn();
      const card = { srid: await paidReference(app), amountMinor: 740, name: 'Blue' };
      const count = () => countOf('cards where passenger_id = $1', passengerId);
      return { request: post(`${portal}/cards`, card), cookie, count };
    },
    'the claim of a card': async () => {
      const { cookie, passengerId } = await signIn();
      const { lines } = await takenCard(app);
      const [first, second] = lines.map((srid) => ({ srid, amountMinor: 740 }));
      const count = () => countOf('card_claims where passenger_id = $1', passengerId);
      return { request: post(`${portal}/card-claims`, { first, second, name: 'Mine' }), cookie, count };
    },
    'the replacement of a card': async () => {
      const { passenger, cardId, successor } = await replacedCards(app).replacedCard();
      const count = () => countOf('cards where medium_id = $1', successor.medium_id);
      return { request: post(`${portal}/cards/${cardId}/replacement`), cookie: passenger.cookie, count };
    },
    'the payment of a fare': async () => {
      const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0 };
      const { cookie, card, payment } = await traveller(unpaid);
      const url = `${portal}/cards/${card.card_id}/debts/${payment.payment_id}/collections`;
      const request = { ...post(url, { amountMinor: 740, currency: 'CAD' }) };
      const count = () => countOf('collections where medium_id = $1', card.medium_id);
      return { request: { ...request, headers: { 'idempotency-key': randomUUID() } }, cookie, count };
    },
    'a search for a payment': async () => {
      const { cookie, payment } = await traveller();
      return { request: post(`${portal}/payments/search`, { srid: payment.srid }), cookie };
    },
    'a travel statement in CSV': statement('csv'),
    'a travel statement in PDF': statement('pdf'),
  };
}

/** Sends a call from an address of its own, so that no limit is met. */
export function sendTo(
  app: { inject(request: InjectOptions): Promise<LightMyRequestResponse> },
  { request, cookie = '' }: CallOfPerson,
  trace: string,
): Promise<LightMyRequestResponse> {
  const headers = { cookie, 'x-trace': trace, ...request.headers };
  const number = nextNumber();
  return app.inject({ ...request, headers, remoteAddress: `10.7.${number >> 8}.${number & 255}` });
}
