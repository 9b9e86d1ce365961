import { randomUUID } from 'node:crypto';
import { collectDebt, collectFoundDebt, debtList, listDebts, startedCollection } from '@tapfolio/contracts/debts.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { collect, outcomeOf, startDebtCalls, unpaid } from '../../../test/debt-calls.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, signIn, cardInDebt, decline } = await startDebtCalls();
const base = '/public/api/v1/portal';

const countOf = async (table: string, mediumId: string) =>
  (await pool.query(`select from ${table} where medium_id = $1`, [mediumId])).rowCount;

describe('listDebts', () => {
  it('shows what is owed, for which trips, and what happened', async () => {
    const { passenger, payment, mediumId, url } = await cardInDebt();
    const { srid } = payment;
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z', from_name: 'Harbour', srid });

    const response = await passenger.call({ url });

    const { items } = debtList.parse(response.json());
    expect(items).toMatchObject([
      {
        paymentId: payment.payment_id,
        srid,
        amount: { amountMinor: 740, currency: 'CAD' },
        since: '2026-03-01T08:00:00Z',
        timeZone: 'America/Toronto',
        state: 'owed',
        nextStep: 'pay',
        triesLeft: 3,
        nextTryAt: null,
        declineCode: null,
        trips: [{ from: 'Harbour' }],
        history: [{ event: 'delivered_unpaid', state: 'owed', source: 'feed' }],
      },
    ]);
  });

  it('shows a settled fare for some time with what nobody asks for any more, also if that is all of it', async () => {
    const settled = async (paidMinor: number, writtenOffMinor: number, status = 'accepted') => {
      const { passenger, url, mediumId } = await cardInDebt();
      await pool.query('update payments set status = $2 where medium_id = $1', [mediumId, status]);
      await pool.query(
        `update debts set state = 'ready', state_at = now(), is_unpaid = false, paid_minor = $2, written_off_minor = $3
        where medium_id = $1`,
        [mediumId, paidMinor, writtenOffMinor],
      );
      const { items } = debtList.parse((await passenger.call({ url })).json());
      return items.map(({ state, amount, writtenOff }) => [state, amount.amountMinor, writtenOff?.amountMinor ?? null]);
    };

    expect(await settled(740, 0)).toEqual([['ready', 740, null]]);
    expect(await settled(300, 440)).toEqual([['ready', 740, 440]]);
    expect(await settled(300, 740)).toEqual([['ready', 740, 740]]);
    // The bank is still to answer.
    expect(await settled(300, 740, 'pending')).toEqual([]);
    expect(await settled(300, 440, 'pending')).toEqual([]);
    expect(await settled(0, 740, 'pending')).toEqual([]);
    // What was delivered contradicts itself.
    expect(await settled(0, 740, 'corrupted')).toEqual([]);
    expect(await settled(0, 740)).toEqual([['ready', 740, 740]]);
  });

  it('is empty for a card that owes nothing', async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });

    const response = await passenger.call({ url: `${base}/cards/${card.card_id}/debts` });

    expect(response.json()).toEqual({ items: [] });
  });

  it('names the next step after a refusal', async () => {
    const { passenger, url, collectUrl, mediumId } = await cardInDebt();
    await collect(passenger, collectUrl);
    await decline(mediumId, 'insufficient_funds', 20);

    const { items } = debtList.parse((await passenger.call({ url })).json());

    expect(items).toMatchObject([
      { state: 'declined', nextStep: 'retry', declineCode: 'insufficient_funds', triesLeft: 2, nextTryAt: null },
    ]);
  });
});

describe('collectDebt', () => {
  it('begins a collection and tells the back office', async () => {
    const { passenger, collectUrl, url, mediumId, payment } = await cardInDebt();

    const response = await collect(passenger, collectUrl);

    expect(response.statusCode).toBe(202);
    expect(startedCollection.parse(response.json())).toEqual({
      state: 'requested',
      amount: { amountMinor: 740, currency: 'CAD' },
    });
    const { items } = debtList.parse((await passenger.call({ url })).json());
    expect(items[0]).toMatchObject({ state: 'requested', nextStep: 'wait' });
    expect(items[0]?.history.at(-1)).toMatchObject({ event: 'request', source: 'passenger' });
    const { rows } = await pool.query('select * from collections where medium_id = $1', [mediumId]);
    expect(rows).toMatchObject([{ payment_id: payment.payment_id, amount_minor: 740, outcome: null, attempts: 0 }]);
    const { rows: messages } = await pool.query('select kind from back_office_messages where medium_id = $1', [
      mediumId,
    ]);
    expect(messages).toEqual([{ kind: 'access_requested' }]);
    const { rows: jobs } = await pool.query('select task_identifier from graphile_worker.jobs where key = $1', [
      `collect-debt:${rows[0]?.collection_id}`,
    ]);
    expect(jobs).toEqual([{ task_identifier: 'collect-debt' }]);
  });

  it('refuses an amount that is no longer due and says the new one', async () => {
    const { passenger, collectUrl, mediumId } = await cardInDebt({ due_minor: 900 });

    const response = await collect(passenger, collectUrl);

    expect(response.statusCode).toBe(409);
    expect(response.json().error).toMatchObject({
      code: 'debt_amount_changed',
      details: { amountMinor: 900, currency: 'CAD' },
    });
    expect(outcomeOf(await collect(passenger, collectUrl, { amountMinor: 900, currency: 'EUR' }))).toEqual([
      409,
      'debt_amount_changed',
    ]);
    expect(await countOf('collections', mediumId)).toBe(0);
  });

  it('begins one collection for fifty parallel requests, as from as many tabs [DEBT-05]', async () => {
    const { passenger, collectUrl, mediumId } = await cardInDebt();

    const responses = await askAtOnce(50, () => collect(passenger, collectUrl));

    const begun = responses.filter((response) => response.statusCode === 202);
    const refused = responses.filter((response) => response.statusCode !== 202).map(outcomeOf);
    expect(begun.length).toBe(1);
    expect(refused).toEqual(Array.from({ length: 49 }, () => [409, 'debt_collection_running']));
    expect(await countOf('collections', mediumId)).toBe(1);
    expect(await countOf('back_office_messages', mediumId)).toBe(1);
  });

  it('refuses a key that was used for another request', async () => {
    const { passenger, collectUrl } = await cardInDebt();
    const key = randomUUID();
    await collect(passenger, collectUrl, { key });

    const other = await collect(passenger, collectUrl, { key, amountMinor: 741 });

    expect(outcomeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('gives fifty repetitions of one request the same answer, and begins one collection', async () => {
    const { passenger, collectUrl, mediumId } = await cardInDebt();
    const key = randomUUID();

    const responses = await askAtOnce(50, () => collect(passenger, collectUrl, { key }));

    const answered = responses.filter((response) => response.statusCode === 202);
    const waiting = responses.filter((response) => response.statusCode !== 202).map(outcomeOf);
    expect(answered.length).toBeGreaterThan(0);
    expect(new Set(answered.map((response) => response.body)).size).toBe(1);
    expect(waiting).toEqual(waiting.map(() => [409, 'idempotency_key_running']));
    expect((await collect(passenger, collectUrl, { key })).statusCode).toBe(202);
    expect(await countOf('collections', mediumId)).toBe(1);
  });

  it('allows no more tries than the card schemes do [DEBT-06]', async () => {
    const { passenger, collectUrl, mediumId } = await cardInDebt();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await collect(passenger, collectUrl)).statusCode).toBe(202);
      await decline(mediumId, 'limit_exceeded', 30);
    }

    const response = await collect(passenger, collectUrl);

    expect(outcomeOf(response)).toEqual([409, 'debt_tries_used']);
    expect(response.json().error.details.retryAfterSeconds).toBeGreaterThan(13 * 86_400);
    expect(await countOf('collections', mediumId)).toBe(3);
  });

  it('requires a pause after a refusal', async () => {
    const { passenger, collectUrl, mediumId, url } = await cardInDebt();
    await collect(passenger, collectUrl);
    await decline(mediumId);

    const response = await collect(passenger, collectUrl);

    expect(outcomeOf(response)).toEqual([409, 'debt_tries_used']);
    expect(response.json().error.details.retryAfterSeconds).toBeLessThanOrEqual(900);
    const { items } = debtList.parse((await passenger.call({ url })).json());
    expect(items[0]).toMatchObject({ nextStep: 'retry_later', nextTryAt: expect.any(String) });
  });

  it('does not retry a card that the bank calls blocked', async () => {
    const { passenger, collectUrl, mediumId, url } = await cardInDebt();
    await collect(passenger, collectUrl);
    await decline(mediumId, 'card_blocked', 60);

    expect(outcomeOf(await collect(passenger, collectUrl))).toEqual([409, 'debt_tries_used']);
    const { items } = debtList.parse((await passenger.call({ url })).json());
    expect(items[0]).toMatchObject({ nextStep: 'contact', triesLeft: 0 });
  });

  it('refuses a settled fare, an unknown fare, and a fare without a reference', async () => {
    const settled = await cardInDebt();
    await pool.query(`update debts set state = 'approved' where medium_id = $1`, [settled.mediumId]);
    const nameless = await cardInDebt({ srid: null });

    expect(outcomeOf(await collect(settled.passenger, settled.collectUrl))).toEqual([409, 'debt_settled']);
    expect(outcomeOf(await collect(nameless.passenger, nameless.collectUrl))).toEqual([
      409,
      'debt_payment_not_offered',
    ]);
    const { items } = debtList.parse((await nameless.passenger.call({ url: nameless.url })).json());
    expect(items[0]?.nextStep).toBe('contact');
    const unknown = settled.collectUrl.replace(settled.payment.payment_id, randomUUID());
    expect(outcomeOf(await collect(settled.passenger, unknown))).toEqual([404, 'debt_not_found']);
  });
});

it('a passenger cannot have the unpaid fare of another passenger collected under a card of their own', async () => {
  const [own, foreign] = [await cardInDebt(), await cardInDebt()];
  const mixed = own.collectUrl.replace(own.payment.payment_id, foreign.payment.payment_id);

  expect(outcomeOf(await collect(own.passenger, mixed))).toEqual([404, 'debt_not_found']);
  expect(outcomeOf(await collect(own.passenger, foreign.collectUrl.replace(/cards\/\d+/, 'cards/99')))).toEqual([
    404,
    'TM0108',
  ]);
  expect(await countOf('collections', foreign.mediumId)).toBe(0);
});

it('paying is not offered without a bank', async () => {
  const other = await createTestApp([portalRole]);
  const passenger = await other.signIn();
  const card = await buildCard(other.pool, { passenger_id: passenger.passengerId });
  const payment = await buildPayment(other.pool, {
    medium_id: card.medium_id,
    opened_at: '2026-03-01T08:00:00Z',
    ...unpaid,
  });
  const url = collectDebt.path.replace(':cardId', String(card.card_id)).replace(':paymentId', payment.payment_id);

  expect(outcomeOf(await collect(passenger, url))).toEqual([409, 'debt_payment_not_offered']);
  const shown = await passenger.call({ url: listDebts.path.replace(':cardId', String(card.card_id)) });
  expect(debtList.parse(shown.json()).items[0]?.nextStep).toBe('contact');
  const asked = await other.call({
    method: 'POST',
    url: collectFoundDebt.path,
    headers: { 'idempotency-key': randomUUID() },
    payload: { srid: payment.srid, amountMinor: 740 },
  });
  expect(outcomeOf(asked)).toEqual([409, 'debt_payment_not_offered']);
});
