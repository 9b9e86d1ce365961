import { randomUUID } from 'node:crypto';
import { getRefund, type RefundDto, requestRefund } from '@tapfolio/contracts/refunds.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildApiKey } from '../../../test/factories/api-keys.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import type { PaymentRow } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { ofTrips, paidAt, refundCalls, refusalIn } from '../../../test/refund-calls.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { app, context, pool } = testApp;
const { headers, travelled, ask } = await refundCalls(testApp);
const url = '/internal/api/v1/refunds';

async function refundsOf({ medium_id }: Pick<PaymentRow, 'medium_id'>) {
  const { rows } = await pool.query('select state, amount_minor from refunds where medium_id = $1', [medium_id]);
  return rows;
}

const moneyOf = ({ medium_id, srid }: Pick<PaymentRow, 'medium_id' | 'srid'>, amount_minor: number) => ({
  medium_id,
  srid,
  amount_minor,
});

describe('an operator', () => {
  it('asks for the whole payment, and the job is queued at once', async () => {
    const { payment, trips } = await travelled();

    const response = await ask(payment);

    expect(response.statusCode).toBe(202);
    const refund: RefundDto = requestRefund.answers[202].parse(response.json());
    expect(refund).toMatchObject({ state: 'requested', amount: { amountMinor: 740, currency: 'CAD' }, code: null });
    expect(refund.trips.map(({ tripId }) => tripId).toSorted()).toEqual(trips.map((trip) => trip.trip_id).toSorted());
    const { rows } = await pool.query(`select key from graphile_worker.jobs where key = $1`, [
      `refund-payment:${refund.id}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('asks for a part of it, or for trips, in full or in part', async () => {
    const [one, other] = [await travelled(), await travelled()];
    const [first, second] = other.trips;

    const part = await ask(one.payment, { amountMinor: 100 });
    const trips = [{ tripId: first?.trip_id, amountMinor: 70 }, { tripId: second?.trip_id }];
    const byTrip = await ask(other.payment, { trips });

    expect([part.statusCode, part.json().amount.amountMinor, part.json().trips]).toEqual([202, 100, []]);
    expect([byTrip.statusCode, byTrip.json().amount.amountMinor]).toEqual([202, 440]);
  });

  it('gets back what the bank took, although the delivered window still calls it unpaid', async () => {
    const unpaid = { status: 'payment_error', paid_minor: 0 };
    const [behind, part] = [await travelled(2, unpaid), await travelled(2, unpaid)];
    const collected = await travelled(2, unpaid);
    await buildSettlement(pool, moneyOf(behind.payment, 740));
    await buildSettlement(pool, moneyOf(part.payment, 370));
    const { medium_id, payment_id, srid } = collected.payment;
    const taken = { outcome: 'approved', closed_at: paidAt, bank_reference: 'B' };
    await pool.query(`update debts set state = 'approved' where payment_id = $1`, [payment_id]);
    await buildCollection(pool, { medium_id, payment_id, srid, ...taken });

    const answers = [await ask(behind.payment), await ask(collected.payment)];

    expect(answers.map((answer) => [answer.statusCode, answer.json().amount?.amountMinor])).toEqual([
      [202, 740],
      [202, 740],
    ]);
    expect(refusalIn(await ask(part.payment))).toEqual([409, 'PS0009']);
  });

  it('makes the same order at the bank with the same key after the database has lost the refund, and no second one after it has lost the key', async () => {
    const { payment } = await travelled();
    const key = randomUUID();
    const tryOf = async () =>
      (await pool.query('select refund_id, attempt_key from refunds where medium_id = $1', [payment.medium_id])).rows;
    const forgetKey = () => pool.query('delete from idempotency_keys where key = $1', [key]);
    const first = await ask(payment, { amountMinor: 100 }, key);
    const asked = await tryOf();
    await forgetKey();
    await pool.query('delete from refunds where medium_id = $1', [payment.medium_id]);

    const second = await ask(payment, { amountMinor: 100 }, key);
    await forgetKey();
    const third = await ask(payment, { amountMinor: 100 }, key);

    expect([second.json().id, third.json().id]).toEqual([first.json().id, first.json().id]);
    expect([asked, await tryOf()]).toEqual([asked, asked]);
    expect(asked).toHaveLength(1);
  });

  it('gets the same refund for the same key, and can read its state', async () => {
    const { payment } = await travelled();
    const key = randomUUID();

    const [first, second] = [await ask(payment, {}, key), await ask(payment, {}, key)];

    expect(second.json()).toEqual(first.json());
    expect(await refundsOf(payment)).toHaveLength(1);
    const read = await app.inject({ url: `${url}/${first.json().id}`, headers });
    expect(getRefund.answers[200].parse(read.json())).toEqual(first.json());
  });

  it('makes the calls that the document shows, and gets the answers that it shows', async () => {
    const { body, answer } = requestRefund.example;
    const { payment } = await travelled(0, { srid: body.srid, paid_minor: 380, due_minor: 380 });
    const { medium_id, srid } = payment;
    for (const { tripId: trip_id } of body.trips ?? [])
      await buildTrip(pool, { medium_id, srid, started_at: paidAt, trip_id, fare_minor: 380 });

    const asked = await ask(payment, body);
    const { id, requestedAt } = asked.json();
    expect(asked.json()).toEqual({ ...answer, id, requestedAt });
    const done = getRefund.example.answer;
    const { state, decidedAt, bankReference } = done;
    await pool.query('update refunds set state = $2, closed_at = $3, bank_reference = $4 where refund_id = $1', [
      ...[id, state, decidedAt, bankReference],
    ]);

    const read = await app.inject({ url: `${url}/${id}`, headers });
    expect(read.json()).toEqual({ ...done, id, requestedAt });
  });

  it('gets the same refund with the key that replaced the first one, and another system does not', async () => {
    const { payment } = await travelled();
    const [old, next] = [
      await buildApiKey(context, { name: 'rotated' }),
      await buildApiKey(context, { name: 'rotated', place: 2 }),
    ];
    const stranger = await buildApiKey(context, { name: 'another' });
    const repeated = randomUUID();
    const askWith = (own: typeof old) =>
      app.inject({
        method: 'POST',
        url,
        headers: { ...own.headers, 'idempotency-key': repeated },
        payload: { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay', amountMinor: 100 },
      });

    const first = await askWith(old);
    // The answer was lost, and the refund is done before the system asks again.
    await pool.query(
      `update refunds set state = 'refunded', bank_reference = 'B', closed_at = now() where medium_id = $1`,
      [payment.medium_id],
    );
    const again = await askWith(next);

    expect([first.statusCode, again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 202, 'true']);
    expect(await refundsOf(payment)).toHaveLength(1);
    expect((await askWith(stranger)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('needs a key for each refund', async () => {
    const { payment } = await travelled();
    const payload = { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay' };

    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
    expect(await refundsOf(payment)).toEqual([]);
  });

  it('cannot refund or read a payment of another operator', async () => {
    const { payment } = await travelled();
    const bound = await buildApiKey(context, { operator_code: '2' });
    const { refund_id } = await buildRefund(pool, payment);
    const send = { 'idempotency-key': randomUUID(), ...bound.headers };
    const wish = { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay' };

    const asOwn = { ...wish, operatorCode: '2' };

    expect(refusalIn(await app.inject({ method: 'POST', url, headers: send, payload: wish }))).toEqual([403, '0107']);
    for (const payload of [asOwn, { ...asOwn, amountMinor: 0 }, { ...asOwn, srid: 'T9999999999999' }]) {
      const own = { ...bound.headers, 'idempotency-key': randomUUID() };
      expect(refusalIn(await app.inject({ method: 'POST', url, headers: own, payload }))).toEqual([404, 'PS0002']);
    }
    expect(await refundsOf(payment)).toHaveLength(1);
    expect(refusalIn(await app.inject({ url: `${url}/${refund_id}`, headers: bound.headers }))).toEqual([
      404,
      'PS0023',
    ]);
  });

  it('gets the reason why the bank refunded nothing', async () => {
    const { payment } = await travelled();
    const closed = { state: 'declined', closed_at: '2026-03-05T09:00:00Z' };
    const refused = await buildRefund(pool, payment, { ...closed, decline_code: 'refused' });
    const blocked = await buildRefund(pool, payment, { ...closed, decline_code: 'card_blocked' });
    const stranger = await buildRefund(pool, payment, { ...closed, decline_code: 'card_not_found' });
    const silent = await buildRefund(pool, payment, { state: 'unknown' });

    const codes = await Promise.all(
      [refused, blocked, stranger, silent].map(async ({ refund_id }) =>
        (await app.inject({ url: `${url}/${refund_id}`, headers })).json(),
      ),
    );

    expect(codes.map(({ code }) => code)).toEqual(['PS0026', 'PS0029', 'PS0030', 'PS0027']);
  });
});

describe('many requests at once', () => {
  it('refund one of five trips once', async () => {
    const { payment, trips } = await travelled(5);
    const [trip] = trips;
    if (trip === undefined) throw new Error('five trips were made');

    const answers = await askAtOnce(40, () => ask(payment, ofTrips(trip)));

    const codes = answers.map((answer) => (answer.statusCode === 202 ? 'asked' : answer.json().error.code));
    expect(codes.filter((code) => code === 'asked')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['asked', 'PS0008']));
    expect(await refundsOf(payment)).toEqual([{ state: 'requested', amount_minor: 370 }]);
  });

  it('leave one open refund of a payment, whatever part each asks for', async () => {
    const { payment, trips } = await travelled(5);

    const wishes = trips.flatMap((trip) => [ofTrips(trip), { amountMinor: 100 }, {}]);
    const answers = await Promise.all(wishes.map((wish) => ask(payment, wish)));

    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  it('with one key make one refund', async () => {
    const { payment } = await travelled(5);
    const key = randomUUID();

    const answers = await askAtOnce(20, () => ask(payment, {}, key));

    const ids = answers.filter(({ statusCode }) => statusCode === 202).map((answer) => answer.json().id);
    expect(new Set(ids).size).toBe(1);
    expect(await refundsOf(payment)).toHaveLength(1);
  });
});
