import { randomUUID } from 'node:crypto';
import { paymentDetail, paymentPage, paymentSummary } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

/** A refund as the importer writes it: a movement at the bank and a line of the history, with one id. */
async function refund(medium_id: string, srid: string | null, amountMinor: number, at: string): Promise<void> {
  const settlement = { direction: 'credit', kind: 'refund', amount_minor: amountMinor, requested_at: at };
  const { settlement_id } = await buildSettlement(pool, { medium_id, srid, ...settlement });
  const line = { reason: 'refund', due_minor: 0, paid_minor: -amountMinor, closed_at: at };
  await buildPayment(pool, { medium_id, opened_at: at, payment_id: settlement_id, srid, ...line });
}

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

describe('listPayments', () => {
  it('shows every column of a payment and its number of trips', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const payment = await buildPayment(pool, {
      medium_id: mediumId,
      opened_at: '2026-03-01T08:00:00Z',
      closed_at: '2026-03-02T08:00:00Z',
    });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z', srid: payment.srid });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T19:00:00Z', srid: payment.srid });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T20:00:00Z', srid: 'OTHER12345678' });

    const response = await passenger.call({ url: base });

    expect(paymentPage.parse(response.json()).items).toEqual([
      {
        ...nullsOf(paymentSummary),
        id: payment.payment_id,
        openedAt: '2026-03-01T08:00:00Z',
        closedAt: '2026-03-02T08:00:00Z',
        serviceDay: '2026-03-01',
        timeZone: 'America/Toronto',
        reason: 'trip',
        due: cad(740),
        paid: cad(740),
        total: cad(740),
        method: 'emv',
        status: 'accepted',
        srid: payment.srid,
        tripCount: 2,
      },
    ]);
  });

  it('counts the trips of every payment of a page, also of a window of weeks that is still open', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const windows = [
      { opened_at: '2026-01-31T08:00:00Z', closed_at: '2026-02-01T08:00:00Z' },
      { opened_at: '2026-02-10T08:00:00Z', closed_at: '2026-02-11T08:00:00Z' },
      { opened_at: '2026-03-01T08:00:00Z', closed_at: null },
    ];
    for (const { opened_at, closed_at } of windows) {
      const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at, closed_at });
      await buildTrip(pool, { medium_id: mediumId, started_at: opened_at, srid });
      if (closed_at === null) await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-29T08:00:00Z', srid });
    }

    const { items } = paymentPage.parse((await passenger.call({ url: base })).json());
    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${items[0]?.id}` })).json());

    expect(items.map(({ tripCount }) => tripCount)).toEqual([2, 1, 1]);
    expect(detail.trips).toHaveLength(2);
  });

  it('lists each refund, and the sum of the refunds at the payment, so that the totals may be added up', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    await refund(mediumId, srid, 200, '2026-03-03T10:00:00Z');
    await refund(mediumId, srid, 300, '2026-03-04T10:00:00Z');
    const credit = { medium_id: mediumId, srid, direction: 'credit', kind: 'refund' };
    await buildSettlement(pool, { ...credit, amount_minor: 9000, approved: false });

    const response = await passenger.call({ url: base });

    const { items } = paymentPage.parse(response.json());
    expect(items.map(({ reason, total }) => [reason, total.amountMinor])).toEqual([
      ['refund', -300],
      ['refund', -200],
      ['trip', 740],
    ]);
    expect(items.map(({ refunded }) => refunded)).toEqual([
      null,
      null,
      { amount: cad(500), count: 2, lastAt: '2026-03-04T10:00:00Z' },
    ]);
  });

  it('shows only its own movement for a refund: the charges are shown at the refunded payment', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const owed = { due_minor: 940, paid_minor: 940, debt_paid_minor: 940 };
    await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-02-27T08:00:00Z', ...owed });
    const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z', srid });
    await buildSettlement(pool, { medium_id: mediumId, srid, requested_at: '2026-03-02T01:00:00Z' });
    await refund(mediumId, srid, 200, '2026-03-03T10:00:00Z');
    await refund(mediumId, srid, 300, '2026-03-04T10:00:00Z');

    const [, , listed] = paymentPage.parse((await passenger.call({ url: base })).json()).items.toReversed();
    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${listed?.id}` })).json());

    const at = '2026-03-03T10:00:00Z';
    expect(detail).toMatchObject({
      charges: [{ at, direction: 'credit', kind: 'refund', amount: cad(200), approved: true }],
      ...{ reason: 'refund', total: cad(-200), alsoCollected: [], trips: [], tripCount: 0 },
    });
    expect(detail).toMatchObject({ ...listed });
  });

  /** An unpaid fare that the bank collected for us, before the back office delivers that. */
  async function collectedFare(medium_id: string, { state = 'unblocking', told = 300, due_minor = 740 } = {}) {
    const at = { medium_id, srid: nextSrid() };
    const unpaid = { status: 'payment_error', due_minor, paid_minor: told };
    const window = await buildPayment(pool, { ...at, ...unpaid, opened_at: '2026-03-01T08:00:00Z' });
    await buildSettlement(pool, { ...at, amount_minor: 300, requested_at: '2026-03-02T01:00:00Z' });
    await pool.query('update debts set state = $1 where payment_id = $2', [state, window.payment_id]);
    const { payment_id } = window;
    const tried = { medium_id, payment_id, amount_minor: 440, bank_reference: `bank ${payment_id}` };
    await buildCollection(pool, { ...tried, outcome: 'approved', closed_at: '2026-03-04T08:00:00Z' });
    await insertRow(pool, 'payments', {
      ...at,
      ...{ payment_id: randomUUID(), operator_code: '1', reason: 'debt_recovery', method: 'emv', status: 'accepted' },
      ...{ due_minor: 440, paid_minor: 440, currency: 'CAD', service_day: '2026-03-04', file_id: 0, line_number: 0 },
      opened_at: '2026-03-04T08:00:00Z',
      closed_at: '2026-03-04T08:00:00Z',
      updated_at: '2026-03-04T08:00:00Z',
      exported_at: '2026-03-04T08:00:00Z',
    });
    return window;
  }

  it('lists a late collection separately, does not count it in a total, and names the payment that it pays', async () => {
    const { passenger, base: url, mediumId } = await passengerWithCard();
    const window = await collectedFare(mediumId);

    const { items } = paymentPage.parse((await passenger.call({ url })).json());
    const detail = paymentDetail.parse((await passenger.call({ url: `${url}/${items[0]?.id}` })).json());

    expect(
      items.map(({ reason, paid, total, status }) => [reason, paid.amountMinor, total.amountMinor, status]),
    ).toEqual([
      ['debt_recovery', 440, 0, 'accepted'],
      ['trip', 740, 740, 'accepted'],
    ]);
    expect(detail).toMatchObject({
      trips: [],
      charges: [{ kind: 'debt_recovery', amount: { amountMinor: 440 }, approved: true }],
      writtenOff: null,
      alsoCollected: [],
      receiptAvailable: false,
      recovers: { id: window.payment_id, openedAt: '2026-03-01T08:00:00Z' },
    });
  });

  it('names the payment that a refund refunds, unless it is hidden from this passenger', async () => {
    const { passenger, base: url, mediumId: medium_id } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
    const given = { medium_id, srid, opened_at: '2026-03-05T08:00:00Z', reason: 'refund', paid_minor: -370 };
    const refund = await buildPayment(pool, given);
    const read = async () => paymentDetail.parse((await passenger.call({ url: `${url}/${refund.payment_id}` })).json());

    expect(await read()).toMatchObject({ refundOf: { id: payment_id, openedAt: '2026-03-01T08:00:00Z' } });
    const charge = await passenger.call({ url: `${url}/${payment_id}` });
    expect(paymentDetail.parse(charge.json()).refundOf).toBeNull();
    await pool.query('update service_references set medium_id = $2 where srid = $1', [srid, randomUUID()]);
    expect((await read()).refundOf).toBeNull();
  });

  it('promises the receipt of the refunded payment only if it has one', async () => {
    const { passenger, base: url, mediumId: medium_id } = await passengerWithCard();
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
    const given = { medium_id, srid, opened_at: '2026-03-05T08:00:00Z', reason: 'refund', paid_minor: -370 };
    const { payment_id } = await buildPayment(pool, given);
    const read = async () => paymentDetail.parse((await passenger.call({ url: `${url}/${payment_id}` })).json());

    expect(await read()).toMatchObject({ refundOf: { receiptAvailable: true } });
    await buildSettlement(pool, { medium_id, srid, approved: false });
    expect(await read()).toMatchObject({ refundOf: { receiptAvailable: false } });
  });

  it.each([300, 0])(
    'calls a fare paid that the bank collected for us, although its window counts only %d as paid',
    async (told) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const { payment_id } = await collectedFare(mediumId, { told });

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

      expect(detail).toMatchObject({
        ...{ status: 'accepted', due: cad(740), paid: cad(740), debtPaid: cad(440), receiptAvailable: true },
        ...{ previouslyPaid: cad(300), differencePaid: cad(440), recovers: null },
        charges: [
          { kind: 'charge', amount: cad(300) },
          { kind: 'debt_recovery', amount: cad(440), at: '2026-03-04T08:00:00Z' },
        ],
      });
    },
  );

  it('calls a payment paid when the bank took the money, although its window is older', async () => {
    const { passenger, base, mediumId: medium_id } = await passengerWithCard();
    const behind = { medium_id, opened_at: '2026-03-01T08:00:00Z', status: 'payment_error', paid_minor: 0 };
    const { payment_id, srid } = await buildPayment(pool, behind);
    await buildSettlement(pool, { medium_id, srid, approved: false, requested_at: '2026-03-02T08:00:00Z' });
    await buildSettlement(pool, { medium_id, srid, kind: 'debt_recovery', requested_at: '2026-03-03T08:00:00Z' });

    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

    expect(detail).toMatchObject({ status: 'accepted', paid: cad(740), debtPaid: cad(740), receiptAvailable: true });
  });

  it.each([
    ['accepted', 740, true],
    ['pending', 300, false],
  ] as const)(
    'calls a payment whose window waits for the bank %s when the bank took %d',
    async (status, taken, isPaid) => {
      const { passenger, base, mediumId: medium_id } = await passengerWithCard();
      const behind = { medium_id, opened_at: '2026-03-01T08:00:00Z', status: 'pending', paid_minor: 0 };
      const { payment_id, srid } = await buildPayment(pool, behind);
      const move = { medium_id, srid, amount_minor: taken };
      await buildSettlement(pool, { ...move, requested_at: '2026-03-02T08:00:00Z' });
      await buildSettlement(pool, { ...move, requested_at: '2026-03-02T09:00:00Z', approved: false });

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

      expect(detail).toMatchObject({ status, paid: cad(taken), debtPaid: cad(0), receiptAvailable: isPaid });
    },
  );

  it.each([
    { state: 'owed', told: 300 },
    { state: 'declined', told: 300 },
    { state: 'unknown', told: 0 },
  ])(
    'calls a raised fare unpaid that is $state again after a collection, with $told paid by its window, and counts and lists both movements',
    async ({ state, told }) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const { payment_id } = await collectedFare(mediumId, { state, told, due_minor: 1000 });

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

      const charges = [{ amount: cad(300) }, { amount: cad(440) }];
      expect(detail).toMatchObject({ status: 'payment_error', paid: cad(740), charges });
    },
  );

  it.each([
    ['lost', [{ refusal: null }, { refusal: 'lost' }]],
    ['card_dead', [{ refusal: 'card_dead' }]],
    ['payment_error', [{ refusal: 'card_dead' }, { refusal: null }]],
  ] as const)('calls an unpaid payment %s if the bank’s last refusal says so', async (status, answers) => {
    const { passenger, base, mediumId: medium_id } = await passengerWithCard();
    const unpaid = { status: 'payment_error', paid_minor: 0 };
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z', ...unpaid });
    for (const [day, { refusal }] of answers.entries()) {
      const requested_at = `2026-03-0${day + 2}T08:00:00Z`;
      await buildSettlement(pool, { medium_id, srid, approved: false, refusal, requested_at });
    }

    const { items } = paymentPage.parse((await passenger.call({ url: base })).json());

    expect(items).toMatchObject([{ status }]);
  });

  it('shows a refund without a reference with its own amount', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await refund(mediumId, null, 100, '2026-03-03T10:00:00Z');

    const response = await passenger.call({ url: base });

    expect(paymentPage.parse(response.json()).items).toMatchObject([{ reason: 'refund', total: cad(-100) }]);
  });

  it.each([
    ['the bank took it', [{ approved: true }], {}, 'accepted'],
    ['nothing is known of the bank', [], {}, 'accepted'],
    ['the bank took it at the second try', [{ approved: false }, { approved: true }], {}, 'accepted'],
    ['the bank only refused', [{ approved: false }], {}, 'corrupted'],
    ['it was collected with another charge', [{ approved: false }], { debt_paid_minor: 740 }, 'accepted'],
  ])(
    'judges a payment that is delivered as paid by the movements at the bank: %s',
    async (_, moves, overrides, status) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const opened = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z', ...overrides };
      const { payment_id, srid } = await buildPayment(pool, opened);
      for (const move of moves) await buildSettlement(pool, { medium_id: mediumId, srid, ...move });

      const page = await passenger.call({ url: base });
      const detail = await passenger.call({ url: `${base}/${payment_id}` });

      expect(paymentPage.parse(page.json()).items).toMatchObject([{ status }]);
      expect(paymentDetail.parse(detail.json())).toMatchObject({ status, receiptAvailable: status === 'accepted' });
    },
  );

  it('calls a fare paid, with a receipt, that the back office was paid for after the bank had refused it', async () => {
    const { passenger, base, mediumId: medium_id } = await passengerWithCard();
    const unpaid = { medium_id, opened_at: '2026-03-01T08:00:00Z', status: 'payment_error', paid_minor: 0 };
    const { payment_id, srid } = await buildPayment(pool, unpaid);
    await buildSettlement(pool, { medium_id, srid, approved: false });
    await pool.query(`update payments set status = 'accepted', paid_minor = due_minor where payment_id = $1`, [
      payment_id,
    ]);
    await pool.query(`update debts set state = 'ready', is_unpaid = false where payment_id = $1`, [payment_id]);

    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment_id}` })).json());

    expect(detail).toMatchObject({ status: 'accepted', paid: cad(740), receiptAvailable: true });
  });

  it('pages by cursor over the months, newest first', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    for (const month of ['01', '02', '03'])
      await buildPayment(pool, { medium_id: mediumId, opened_at: `2026-${month}-10T08:00:00Z` });

    const first = paymentPage.parse((await passenger.call({ url: `${base}?limit=2` })).json());
    const second = paymentPage.parse(
      (await passenger.call({ url: `${base}?limit=2&cursor=${first.nextCursor}` })).json(),
    );

    expect(first.items.map((item) => item.serviceDay)).toEqual(['2026-03-10', '2026-02-10']);
    expect(second.items.map((item) => item.serviceDay)).toEqual(['2026-01-10']);
    expect(second.nextCursor).toBeNull();
  });
});
