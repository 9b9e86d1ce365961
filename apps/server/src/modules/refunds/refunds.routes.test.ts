import { randomUUID } from 'node:crypto';
import { getRefund, type RefundDto, requestRefund } from '@tapfolio/contracts/refunds.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildApiKey } from '../../../test/factories/api-keys.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment, type PaymentRow } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip, type TripRow } from '../../../test/factories/trips.ts';
import { portalRole } from '../../roles/portal.ts';

const { app, context, pool } = await createTestApp([portalRole]);
const { headers } = await buildApiKey(context);
const url = '/internal/api/v1/refunds';
const opened_at = new Date(Date.now() - 5 * 86_400_000).toISOString();

interface Travelled {
  payment: PaymentRow & { srid: string };
  trips: TripRow[];
}

/** A payment of so many trips of 3.70, paid unless said otherwise. */
async function travelled(trips = 2, overrides: Partial<PaymentRow> = {}): Promise<Travelled> {
  const { medium_id } = await buildMedium(pool);
  const amount = trips * 370;
  const paid = { due_minor: amount, paid_minor: amount };
  const payment = await buildPayment(pool, { medium_id, opened_at, ...paid, ...overrides });
  const { srid } = payment;
  if (srid === null) throw new Error('the factory gives a reference');
  const made: TripRow[] = [];
  for (let trip = 0; trip < trips; trip += 1)
    made.push(await buildTrip(pool, { medium_id, started_at: opened_at, srid }));
  return { payment: { ...payment, srid }, trips: made };
}

function ask(payment: Pick<PaymentRow, 'srid'>, wish: object = {}, key: string = randomUUID()) {
  const payload = { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay', ...wish };
  return app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': key }, payload });
}

const codeOf = (response: Awaited<ReturnType<typeof ask>>) => [response.statusCode, response.json().error?.code];
const named = (...trips: readonly Pick<TripRow, 'trip_id'>[]) => ({
  trips: trips.map(({ trip_id: tripId }) => ({ tripId })),
});

async function refundsOf({ medium_id }: Pick<PaymentRow, 'medium_id'>) {
  const { rows } = await pool.query('select state, amount_minor from refunds where medium_id = $1', [medium_id]);
  return rows;
}

describe('an operator', () => {
  it('asks for the whole payment, and the bank is to be asked at once', async () => {
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

  it('asks for a part of it, or for trips, whole and in part', async () => {
    const [one, other] = [await travelled(), await travelled()];
    const [first, second] = other.trips;

    const part = await ask(one.payment, { amountMinor: 100 });
    const trips = [{ tripId: first?.trip_id, amountMinor: 70 }, { tripId: second?.trip_id }];
    const byTrip = await ask(other.payment, { trips });

    expect([part.statusCode, part.json().amount.amountMinor, part.json().trips]).toEqual([202, 100, []]);
    expect([byTrip.statusCode, byTrip.json().amount.amountMinor]).toEqual([202, 440]);
  });

  it('gets the same refund for the same key, and asks what became of it', async () => {
    const { payment } = await travelled();
    const key = randomUUID();

    const [first, second] = [await ask(payment, {}, key), await ask(payment, {}, key)];

    expect(second.json()).toEqual(first.json());
    expect(await refundsOf(payment)).toHaveLength(1);
    const read = await app.inject({ url: `${url}/${first.json().id}`, headers });
    expect(getRefund.answers[200].parse(read.json())).toEqual(first.json());
  });

  it('gets the same refund after its key was replaced, and another system does not', async () => {
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

  it('touches no payment of another operator', async () => {
    const { payment } = await travelled();
    const bound = await buildApiKey(context, { operator_code: '2' });
    const { refund_id } = await buildRefund(pool, payment);
    const send = { 'idempotency-key': randomUUID(), ...bound.headers };
    const wish = { operatorCode: '1', srid: payment.srid, currency: 'CAD', reason: 'delay' };

    const asOwn = { ...wish, operatorCode: '2' };

    expect(codeOf(await app.inject({ method: 'POST', url, headers: send, payload: wish }))).toEqual([403, '0107']);
    for (const payload of [asOwn, { ...asOwn, amountMinor: 0 }, { ...asOwn, srid: 'T9999999999999' }]) {
      const own = { ...bound.headers, 'idempotency-key': randomUUID() };
      expect(codeOf(await app.inject({ method: 'POST', url, headers: own, payload }))).toEqual([404, 'PS0002']);
    }
    expect(await refundsOf(payment)).toHaveLength(1);
    expect(codeOf(await app.inject({ url: `${url}/${refund_id}`, headers: bound.headers }))).toEqual([404, 'PS0023']);
  });

  it('is told why the bank gave nothing back', async () => {
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

describe('a refund is refused, each time with a code of its own', () => {
  it('PS0001: a trip that nobody knows', async () => {
    const { payment } = await travelled();
    expect(codeOf(await ask(payment, named({ trip_id: randomUUID() })))).toEqual([404, 'PS0001']);
  });

  it('PS0002: a payment that nobody knows', async () => {
    expect(codeOf(await ask({ srid: 'T9999999999999' }))).toEqual([404, 'PS0002']);
    expect(codeOf(await ask({ srid: 'no reference' }))).toEqual([404, 'PS0002']);
  });

  it('PS0003: a trip of another payment', async () => {
    const { payment } = await travelled();
    const other = await buildTrip(pool, { medium_id: payment.medium_id, started_at: opened_at });
    expect(codeOf(await ask(payment, named(other)))).toEqual([422, 'PS0003']);
  });

  it('PS0004, PS0015: no trip, or one twice', async () => {
    const { payment, trips } = await travelled();
    expect(codeOf(await ask(payment, { trips: [] }))).toEqual([422, 'PS0004']);
    expect(codeOf(await ask(payment, named(...trips, ...trips)))).toEqual([422, 'PS0015']);
  });

  it('PS0005: the bank has taken the money back already [RFND-01]', async () => {
    const { payment, trips } = await travelled();
    const { medium_id, srid } = payment;
    await insertRow(pool, 'chargebacks', {
      medium_id,
      chargeback_id: randomUUID(),
      operator_code: '1',
      srid,
      amount_minor: 100,
      currency: 'CAD',
      charged_back_at: '2026-01-27T00:00:00Z',
      retrieval_reference: 'of the bank',
      exported_at: '2026-01-28T00:00:00Z',
      file_id: 1,
      line_number: 2,
    });

    expect(codeOf(await ask(payment, named(...trips.slice(0, 1))))).toEqual([409, 'PS0005']);
  });

  it('PS0006: part of an open charging process [RFND-01]', async () => {
    const open = await travelled(2, { status: 'open' });
    const collected = await travelled();
    const { medium_id, payment_id, srid } = collected.payment;
    await insertRow(pool, 'debts', {
      medium_id,
      payment_id,
      operator_code: '1',
      srid,
      opened_at,
      due_minor: 100,
      paid_minor: 0,
      currency: 'CAD',
      is_unpaid: true,
      state: 'unknown',
      state_at: opened_at,
      version: 1,
    });

    expect(codeOf(await ask(open.payment))).toEqual([409, 'PS0006']);
    expect(codeOf(await ask(collected.payment))).toEqual([409, 'PS0006']);
  });

  it('PS0007: already refunded, by us, by a delivery, or altogether [RFND-01]', async () => {
    const { payment, trips } = await travelled();
    const [first, second] = trips;
    if (first === undefined || second === undefined) throw new Error('two trips were made');
    const done = { state: 'refunded', bank_reference: 'B', closed_at: opened_at, trip_id: first.trip_id };
    await buildRefund(pool, payment, done);
    await pool.query('update trips set refund_minor = 370 where trip_id = $1', [second.trip_id]);
    const whole = await travelled();
    const { medium_id, srid } = whole.payment;
    await buildSettlement(pool, { medium_id, srid, kind: 'refund', direction: 'credit', amount_minor: 740 });

    expect(codeOf(await ask(payment, named(first)))).toEqual([409, 'PS0007']);
    expect(codeOf(await ask(payment, named(second)))).toEqual([409, 'PS0007']);
    expect(codeOf(await ask(whole.payment))).toEqual([409, 'PS0007']);
  });

  it('PS0008: a refund is in progress [RFND-01]', async () => {
    const { payment } = await travelled();
    await buildRefund(pool, payment);
    expect(codeOf(await ask(payment))).toEqual([409, 'PS0008']);
  });

  it('PS0009: not all trips are accepted [RFND-02]', async () => {
    const unpaid = await travelled(2, { status: 'payment_error', paid_minor: 0 });
    const { payment } = await travelled();
    const { medium_id, srid } = payment;
    await buildTrip(pool, { medium_id, started_at: opened_at, srid, status: 'provisional' });

    expect(codeOf(await ask(unpaid.payment))).toEqual([409, 'PS0009']);
    expect(codeOf(await ask(payment))).toEqual([409, 'PS0009']);
  });

  it('PS0010, PS0011, PS0012: nothing, more than a trip cost, more than was paid [RFND-02]', async () => {
    const { payment, trips } = await travelled(2, { paid_minor: 500, due_minor: 500 });
    const [trip] = trips;
    const { medium_id, srid } = payment;

    expect(codeOf(await ask(payment, { amountMinor: 0 }))).toEqual([422, 'PS0010']);
    expect(codeOf(await ask(payment, { amountMinor: -1 }))).toEqual([422, 'PS0010']);
    expect(codeOf(await ask(payment, { trips: [{ tripId: trip?.trip_id, amountMinor: 371 }] }))).toEqual([
      422,
      'PS0011',
    ]);
    expect(codeOf(await ask(payment, { amountMinor: 501 }))).toEqual([422, 'PS0012']);
    expect(codeOf(await ask(payment, named(...trips)))).toEqual([422, 'PS0012']);
    await buildSettlement(pool, { medium_id, srid, kind: 'refund', direction: 'credit', amount_minor: 400 });
    expect(codeOf(await ask(payment, { amountMinor: 101 }))).toEqual([422, 'PS0012']);
    expect((await ask(payment, { amountMinor: 100 })).statusCode).toBe(202);
  });

  it.each([
    [422, 'PS0013', {}, { currency: 'USD' }],
    [422, 'PS0016', {}, { reason: 'because' }],
    [409, 'PS0017', { paid_minor: 0, due_minor: 0 }, {}],
    [409, 'PS0018', { opened_at: '2020-03-01T08:00:00Z' }, {}],
    [409, 'PS0021', { method: 'ddm' }, {}],
    [409, 'PS0022', {}, { operatorCode: '2' }],
  ])('%i %s: %j %j', async (status, code, overrides, wish) => {
    const { payment } = await travelled(2, overrides);
    expect(codeOf(await ask(payment, wish))).toEqual([status, code]);
  });

  it('PS0020: a payment that turned out to be a refund', async () => {
    const { payment } = await travelled();
    await pool.query(`update payments set reason = 'refund' where payment_id = $1`, [payment.payment_id]);
    expect(codeOf(await ask(payment))).toEqual([409, 'PS0020']);
  });
});

describe('many at once', () => {
  it('refund one of five trips once', async () => {
    const { payment, trips } = await travelled(5);
    const [trip] = trips;
    if (trip === undefined) throw new Error('five trips were made');

    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(payment, named(trip))));

    const codes = answers.map((answer) => (answer.statusCode === 202 ? 'asked' : answer.json().error.code));
    expect(codes.filter((code) => code === 'asked')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['asked', 'PS0008']));
    expect(await refundsOf(payment)).toEqual([{ state: 'requested', amount_minor: 370 }]);
  });

  it('have one refund of a payment under way, whatever each is of', async () => {
    const { payment, trips } = await travelled(5);

    const wishes = trips.flatMap((trip) => [named(trip), { amountMinor: 100 }, {}]);
    const answers = await Promise.all(wishes.map((wish) => ask(payment, wish)));

    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  it('make one refund of one key', async () => {
    const { payment } = await travelled(5);
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(payment, {}, key)));

    const ids = answers.filter(({ statusCode }) => statusCode === 202).map((answer) => answer.json().id);
    expect(new Set(ids).size).toBe(1);
    expect(await refundsOf(payment)).toHaveLength(1);
  });
});
