import { randomUUID } from 'node:crypto';
import { foundPayments, paymentPage } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Db } from '../../lib/sql.ts';
import { portalRole } from '../../roles/portal.ts';
import { TimetableNames } from '../travel/timetable-names.ts';
import { searchPayments } from './payment-search.service.ts';

const { pool, context, signIn } = await createTestApp([portalRole]);
const portal = '/public/api/v1/portal';

const search = (passenger: SignedIn, srid: unknown) =>
  passenger.call({ method: 'POST', url: `${portal}/payments/search`, payload: { srid } });

const find = async (passenger: SignedIn, srid: unknown) =>
  foundPayments.parse((await search(passenger, srid)).json()).items;

/** A passenger with so many cards, each with one payment of the same day. */
async function passengerWithCards(count: number) {
  const passenger = await signIn();
  const paid = [];
  for (let place = 0; place < count; place += 1) {
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    const payment = await buildPayment(pool, { medium_id: card.medium_id, opened_at: '2026-03-01T08:00:00Z' });
    paid.push({ card, payment, srid: payment.srid ?? '' });
  }
  return { passenger, paid };
}

/** A refund of a payment, as a feed delivers it: a movement at the bank, and a line of the history with the same id. */
async function refund({ medium_id, srid }: { medium_id: string; srid: string | null }, at: string) {
  const payment_id = randomUUID();
  const movement = { kind: 'refund', direction: 'credit', amount_minor: 370, requested_at: at };
  await buildSettlement(pool, { medium_id, srid, settlement_id: payment_id, ...movement });
  const line = { reason: 'refund', due_minor: 0, paid_minor: -370 };
  return await buildPayment(pool, { medium_id, srid, payment_id, opened_at: at, ...line });
}

describe('findPayments', () => {
  it('finds the payment of any of the cards, with its card and as the history shows it', async () => {
    const { passenger, paid } = await passengerWithCards(3);
    for (const { card, payment, srid } of paid) {
      await buildTrip(pool, { medium_id: card.medium_id, started_at: '2026-03-01T09:00:00Z', srid });
      const { items } = paymentPage.parse(
        (await passenger.call({ url: `${portal}/cards/${card.card_id}/payments` })).json(),
      );

      expect(await find(passenger, srid)).toEqual([
        {
          cardId: card.card_id,
          cardName: card.name,
          medium: { scheme: 'VISA', lastFour: '4242' },
          payment: items[0],
        },
      ]);
      expect(items).toMatchObject([{ id: payment.payment_id, tripCount: 1 }]);
    }
  });

  it.each([
    ['a whole line', (srid: string) => `20.11. OCT*${srid} OTTAWA 7.40`],
    ['groups in lower case', (srid: string) => `${srid.slice(0, 7)} ${srid.slice(7)}`.toLowerCase()],
  ])('reads %s of a statement', async (_, written) => {
    const { passenger, paid } = await passengerWithCards(1);

    const found = await find(passenger, written(paid[0]?.srid ?? ''));

    expect(found.map(({ payment }) => payment.id)).toEqual([paid[0]?.payment.payment_id]);
  });

  it('finds a payment with its refunds and its late collection, the newest first', async () => {
    const { passenger, paid } = await passengerWithCards(1);
    const [{ card } = {}] = paid;
    const medium_id = card?.medium_id ?? '';
    const unpaid = { status: 'payment_error', paid_minor: 0 };
    const fare = await buildPayment(pool, { medium_id, opened_at: '2026-03-05T08:00:00Z', ...unpaid });
    const { payment_id, srid } = fare;
    const at = '2026-03-07T08:00:00Z';
    const bank = { outcome: 'approved', closed_at: at, bank_reference: 'B' };
    const { collection_id } = await buildCollection(pool, { medium_id, payment_id, ...bank });
    const late = { reason: 'debt_recovery', paid_minor: 740, exported_at: at, service_day: '2026-03-07' };
    await insertRow(pool, 'payments', {
      ...fare,
      ...late,
      payment_id: collection_id,
      opened_at: at,
      status: 'accepted',
    });
    const refunds = [await refund(fare, '2026-03-09T08:00:00Z'), await refund(fare, '2026-05-20T08:00:00Z')];

    const found = await find(passenger, srid);

    expect(found.map(({ payment }) => [payment.reason, payment.id])).toEqual([
      ['refund', refunds[1]?.payment_id],
      ['refund', refunds[0]?.payment_id],
      ['debt_recovery', collection_id],
      ['trip', payment_id],
    ]);
  });

  it('finds a refund of a payment that is no longer kept', async () => {
    const { passenger, paid } = await passengerWithCards(1);
    const given = await refund({ medium_id: paid[0]?.card.medium_id ?? '', srid: nextSrid() }, '2026-03-09T08:00:00Z');

    expect(await find(passenger, given.srid)).toMatchObject([{ payment: { id: given.payment_id, reason: 'refund' } }]);
  });

  it('finds what was paid with the card before the bank replaced it, with the number that the statement knows', async () => {
    const { passenger, paid } = await passengerWithCards(1);
    const { card } = paid[0] ?? {};
    if (card === undefined) throw new Error('there is one card');
    const { medium_id } = await buildMedium(pool, { last_four: '1881' });
    await buildFormerMedium(pool, card, medium_id);
    const { srid, payment_id } = await buildPayment(pool, { medium_id, opened_at: '2026-02-01T08:00:00Z' });

    expect(await find(passenger, srid)).toMatchObject([
      { cardId: card.card_id, cardName: card.name, medium: { lastFour: '1881' }, payment: { id: payment_id } },
    ]);
  });

  it('finds an own payment whose reference a payment of another card contests', async () => {
    const { passenger, paid } = await passengerWithCards(1);
    const { srid, payment } = paid[0] ?? {};
    await insertRow(pool, 'contested_references', {
      srid,
      payment_id: randomUUID(),
      exported_at: '2026-03-01T08:00:00Z',
    });

    expect((await find(passenger, srid)).map((one) => one.payment.id)).toEqual([payment?.payment_id]);
  });

  it('says the same of a payment of another passenger, of a card that was unlinked, and of one that nobody has', async () => {
    const { passenger } = await passengerWithCards(2);
    const stranger = await passengerWithCards(1);
    const [{ payment, srid } = {}] = stranger.paid;
    if (payment === undefined) throw new Error('the other passenger has a payment');
    await refund(payment, '2026-03-09T08:00:00Z');
    const { medium_id } = await buildMedium(pool);
    const unlinked = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });

    const answers = [];
    for (const asked of [nextSrid(), srid, unlinked.srid]) answers.push(await search(passenger, asked));

    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array.from({ length: 3 }, () => [200, '{"items":[]}']),
    );
    expect(await find(stranger.passenger, srid)).toHaveLength(2);
  });

  it('asks the database the same questions for a payment of another passenger, a hidden one and one that nobody has', async () => {
    const { passenger, paid } = await passengerWithCards(2);
    const { card, srid: hidden } = paid[0] ?? {};
    await insertRow(pool, 'history_bounds', { medium_id: card?.medium_id, shown_from: '2026-03-08T12:00:00Z' });
    const foreign = (await passengerWithCards(1)).paid[0]?.srid;
    const questionsFor = async (text: string): Promise<string[]> => {
      const asked: string[] = [];
      const readDb: Db = {
        query: (question) => {
          asked.push(question.text);
          return pool.query(question);
        },
      };
      const travel = { readDb, names: new TimetableNames(readDb), clock: systemClock };
      const { items } = await searchPayments({ travel, config: context.config }, { ...passenger, text });
      expect(items).toEqual([]);
      return asked.sort();
    };

    const unknown = await questionsFor(nextSrid());

    expect(unknown.length).toBeGreaterThan(2);
    expect(await questionsFor(foreign ?? '')).toEqual(unknown);
    expect(await questionsFor(hidden ?? '')).toEqual(unknown);
  });

  it('finds nothing for a passenger without cards', async () => {
    const { paid } = await passengerWithCards(1);

    expect(await find(await signIn(), paid[0]?.srid)).toEqual([]);
  });

  it('hides a payment from before the card changed hands, and what was given back of it since', async () => {
    const { passenger, paid } = await passengerWithCards(1);
    const { card, payment: before } = paid[0] ?? {};
    if (card === undefined || before === undefined) throw new Error('there is one card');
    const { medium_id } = card;
    await insertRow(pool, 'history_bounds', { medium_id, shown_from: '2026-03-08T12:00:00Z' });
    await refund(before, '2026-03-09T08:00:00Z');
    const after = await buildPayment(pool, { medium_id, opened_at: '2026-03-08T16:00:00Z' });
    const given = await refund(after, '2026-03-10T08:00:00Z');

    expect(await find(passenger, before.srid)).toEqual([]);
    const found = await find(passenger, after.srid);
    expect(found.map(({ payment }) => payment.id)).toEqual([given.payment_id, after.payment_id]);
  });

  it.each([
    ['too short', 'OCT*7K2M4Q9T1X'],
    ['of another alphabet', 'OCT*7K2M4Q9T1XB5ZÇ'],
    ['ambiguous', '7K2M4Q9T1XB5ZC 8K2M4Q9T1XB5ZC'],
    ['only blanks', '   '],
  ])('refuses a text whose reference is %s', async (_, text) => {
    const { passenger } = await passengerWithCards(1);

    const response = await search(passenger, text);

    expect([response.statusCode, codeOf(response)]).toEqual([422, 'NWA0004']);
  });

  it('counts as five reads of the rate of a session', async () => {
    const { requestRates } = context.config;
    const limited = await createTestApp([portalRole], {
      config: { requestRates: { ...requestRates, sessionPerMinute: 20 } },
    });
    const passenger = await limited.signIn();

    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push((await search(passenger, nextSrid())).statusCode);

    expect(codes).toEqual([200, 200, 200, 200, 429]);
  });
});
