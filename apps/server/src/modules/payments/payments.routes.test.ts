import { paymentDetail, paymentPage, paymentSummary } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

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
        countsByItself: false,
        srid: payment.srid,
        tripCount: 2,
      },
    ]);
  });

  it('names the products of a payment whose trips do not explain what is due, in the list and in its details', async () => {
    const { passenger, base, mediumId: medium_id } = await passengerWithCard();
    const at = (day: number, hour = 8) => `2026-03-0${day}T0${hour}:00:00Z`;
    const payments: Record<string, { reason?: string; due: number; trips: number[]; products: [string, string][] }> = {
      'a pass': { due: 1125, trips: [], products: [['Day pass', '2026-05-01T08:00:00Z']] },
      'a pass beside a trip': { due: 1500, trips: [375], products: [['Week pass', at(2, 9)]] },
      'a trip with its ticket': { due: 375, trips: [375], products: [['Ticket', at(3)]] },
      'a trip with its ticket, and a fee': { due: 400, trips: [375], products: [['Ticket', at(4)]] },
      'tickets that were tapped for': {
        reason: 'product',
        due: 750,
        trips: [750],
        products: [
          ['B', at(5)],
          ['A', at(5)],
          ['A', at(5)],
        ],
      },
      'a capped day': { due: 300, trips: [375], products: [['Cap', at(6, 9)]] },
    };
    const kinds = Object.entries(payments);
    for (const [place, [, { reason = 'trip', due, trips, products }]] of kinds.entries()) {
      const opened_at = at(place + 1);
      const { srid } = await buildPayment(pool, { medium_id, opened_at, reason, due_minor: due, paid_minor: due });
      for (const fare_minor of trips) await buildTrip(pool, { medium_id, started_at: opened_at, srid, fare_minor });
      for (const [name, valid_from] of products) await buildProduct(pool, { medium_id, valid_from, name, srid });
    }

    const { items } = paymentPage.parse((await passenger.call({ url: base })).json());
    const sold = items.toReversed().map((item, place) => [kinds[place]?.[0], item.sold]);

    expect(Object.fromEntries(sold)).toEqual({
      'a pass': ['Day pass'],
      'a pass beside a trip': ['Week pass'],
      'a trip with its ticket': undefined,
      'a trip with its ticket, and a fee': undefined,
      'tickets that were tapped for': ['A', 'B'],
      'a capped day': undefined,
    });
    for (const { id, sold: inList } of items) {
      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());
      expect(detail.sold).toEqual(inList);
    }
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
