import { randomUUID } from 'node:crypto';
import { cardList, cardOverview } from '@tapfolio/contracts/cards.ts';
import { debtList } from '@tapfolio/contracts/debts.ts';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { activeTicketList, productPage } from '@tapfolio/contracts/products.ts';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { spend } from '@tapfolio/contracts/spend.ts';
import { tripDetail, tripPage } from '@tapfolio/contracts/trips.ts';
import { describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../test/build-app.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSalesPackage } from '../../../test/factories/sales-packages.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { silentBank } from '../../../test/silent-bank.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T18:00:00Z') };
const { pool, signIn } = await createTestApp([authRole, portalRole], { clock, bank: silentBank });
const portal = '/public/api/v1/portal';

/** Noon: the service day has trips before and after it. */
const changedHands = '2026-03-08T12:00:00Z';

async function cardOfAnotherBefore() {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  await insertRow(pool, 'history_bounds', { medium_id: card.medium_id, shown_from: changedHands });
  return { passenger, card, mediumId: card.medium_id, url: `${portal}/cards/${card.card_id}` };
}

/** Travel until the card changed hands, with receipt, refund and sales. */
async function travelBefore(mediumId: string) {
  const srid = nextSrid();
  const at = '2026-03-08T08:00:00Z';
  const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: at, srid });
  const trip = await buildTrip(pool, { medium_id: mediumId, started_at: at, srid, fare_minor: 111 });
  await buildSettlement(pool, { medium_id: mediumId, srid, requested_at: at });
  const valid = { valid_from: at, valid_to: '2099-01-01T00:00:00Z' };
  const product = await buildProduct(pool, { medium_id: mediumId, ...valid });
  // Bought before, valid later: the time alone does not tell the owner.
  const later = { valid_from: '2026-03-09T00:00:00Z', valid_to: '2099-01-01T00:00:00Z', srid };
  const passForLater = await buildProduct(pool, { medium_id: mediumId, ...later });
  const sale = await buildSalesPackage(pool, { medium_id: mediumId, sold_at: at });
  const unpaid = { status: 'payment_error', paid_minor: 0, due_minor: 222 };
  const debt = await buildPayment(pool, { medium_id: mediumId, opened_at: at, ...unpaid });
  // Paid before the card changed hands, refunded afterwards.
  const refund = await buildPayment(pool, {
    ...{ medium_id: mediumId, opened_at: '2026-03-09T09:00:00Z', srid, reason: 'refund', paid_minor: 333 },
  });
  await buildSettlement(pool, {
    ...{ medium_id: mediumId, srid, kind: 'refund', direction: 'credit', amount_minor: 333 },
    requested_at: '2026-03-09T09:00:00Z',
  });
  return { payment, trip, product, passForLater, sale, debt, refund };
}

async function travelAfter(mediumId: string) {
  const srid = nextSrid();
  const at = '2026-03-08T16:00:00Z';
  const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: at, srid });
  const trip = await buildTrip(pool, { medium_id: mediumId, started_at: at, srid });
  return { payment, trip };
}

async function read<T>(passenger: SignedIn, url: string, shape: { parse(json: unknown): T }): Promise<T> {
  return shape.parse((await passenger.call({ url })).json());
}

describe('a card that another passenger had before', () => {
  it('lists only what happened since, also in the totals', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    await travelBefore(mediumId);
    const { payment, trip } = await travelAfter(mediumId);

    const trips = await read(passenger, `${url}/trips`, tripPage);
    const payments = await read(passenger, `${url}/payments?from=2026-01-01T00:00:00Z`, paymentPage);

    expect(trips.items.map(({ id }) => id)).toEqual([trip.trip_id]);
    expect(trips.days).toEqual([{ serviceDay: '2026-03-08', trips: 1, total: { amountMinor: 370, currency: 'CAD' } }]);
    expect(payments.items.map(({ id, tripCount }) => [id, tripCount])).toEqual([[payment.payment_id, 1]]);
    expect((await read(passenger, `${url}/products`, productPage)).items).toEqual([]);
    expect((await read(passenger, `${url}/sales-packages`, salesPackagePage)).items).toEqual([]);
    expect((await read(passenger, `${portal}/active-tickets`, activeTicketList)).items).toEqual([]);
  });

  it('sums up a day without earlier trips on a page that shows a part of it', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    await travelBefore(mediumId);
    const { trip } = await travelAfter(mediumId);
    const later = await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-08T17:00:00Z' });

    const first = await read(passenger, `${url}/trips?limit=1`, tripPage);
    const second = await read(passenger, `${url}/trips?limit=1&cursor=${first.nextCursor}`, tripPage);

    expect([first, second].map(({ items }) => items.map(({ id }) => id))).toEqual([[later.trip_id], [trip.trip_id]]);
    const days = [{ serviceDay: '2026-03-08', trips: 2, total: { amountMinor: 740, currency: 'CAD' } }];
    expect([first.days, second.days]).toEqual([days, days]);
  });

  it('hides the earlier history in its own view, in sums and in the list of cards, but shows whether readers accept it', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    await travelBefore(mediumId);
    const { payment, trip } = await travelAfter(mediumId);

    const overview = await read(passenger, url, cardOverview);
    const [listed] = (await read(passenger, `${portal}/cards`, cardList)).items;
    const { currencies } = await read(passenger, `${portal}/spend?weeks=4&weekStart=1`, spend);

    expect(overview.trips.map(({ id }) => id)).toEqual([trip.trip_id]);
    expect(overview.payments.map(({ id }) => id)).toEqual([payment.payment_id]);
    expect(overview.products).toEqual([]);
    expect(listed).toEqual(overview.card);
    expect(listed).toMatchObject({ debt: null, debtStatus: 'none', accessStatus: 'denied', historyFrom: changedHands });
    expect(JSON.stringify(currencies)).toContain('370');
    expect(JSON.stringify(currencies)).not.toMatch(/111|481/);
  });

  it('finds nothing of the earlier history by id, and takes no money for it', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    const before = await travelBefore(mediumId);
    const statusOf = async (path: string) => (await passenger.call({ url: `${url}/${path}` })).statusCode;
    const about = `at=${before.trip.started_at}`;

    const found = await Promise.all([
      statusOf(`trips/${before.trip.trip_id}?${about}`),
      statusOf(`payments/${before.payment.payment_id}?${about}`),
      statusOf(`payments/${before.refund.payment_id}`),
      statusOf(`payments/${before.payment.payment_id}/receipt`),
      statusOf(`products/${before.product.product_id}`),
      statusOf(`products/${before.passForLater.product_id}`),
    ]);
    const paid = await passenger.call({
      method: 'POST',
      url: `${url}/debts/${before.debt.payment_id}/collections`,
      headers: { 'idempotency-key': randomUUID() },
      payload: { amountMinor: 222, currency: 'CAD' },
    });
    const chosen = await passenger.call({
      method: 'POST',
      url: `${url}/favourites`,
      payload: { salesPackageId: before.sale.sale_id, name: 'Not mine' },
    });

    expect(found).toEqual([404, 404, 404, 404, 404, 404]);
    expect([paid.statusCode, chosen.statusCode]).toEqual([404, 404]);
    expect((await read(passenger, `${url}/debts`, debtList)).items).toEqual([]);
  });

  it('shows a later trip without the payment that began before, and a payment without earlier trips', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    const window = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-08T05:00:00Z' });
    const at = { medium_id: mediumId, srid: window.srid };
    await buildTrip(pool, { ...at, started_at: '2026-03-08T06:00:00Z' });
    const own = await buildTrip(pool, { ...at, started_at: '2026-03-08T13:00:00Z' });
    const next = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-08T14:00:00Z' });
    await buildTrip(pool, { medium_id: mediumId, srid: next.srid, started_at: '2026-03-08T11:00:00Z' });

    const trip = await read(passenger, `${url}/trips/${own.trip_id}`, tripDetail);
    const payment = await read(passenger, `${url}/payments/${next.payment_id}`, paymentDetail);

    expect(trip.payment).toBeNull();
    expect(payment.trips).toEqual([]);
  });

  it('names no unpaid fare of the former owner that was collected with a charge', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    const owed = { due_minor: 300, paid_minor: 300, debt_paid_minor: 300 };
    for (const opened_at of ['2026-03-07T08:00:00Z', '2026-03-08T13:00:00Z'])
      await buildPayment(pool, { medium_id: mediumId, opened_at, ...owed });
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-08T16:00:00Z' });
    await buildSettlement(pool, { medium_id: mediumId, srid, amount_minor: 1340 });
    const readPayment = () => read(passenger, `${url}/payments/${payment_id}`, paymentDetail);

    expect((await readPayment()).alsoCollected).toEqual([]);
    await pool.query(`update settlements set amount_minor = 1040 where srid = $1`, [srid]);
    expect((await readPayment()).alsoCollected).toMatchObject([{ openedAt: '2026-03-08T13:00:00Z' }]);
  });

  it('hides the earlier history in the data export, and exports everything since', async () => {
    const { passenger, mediumId } = await cardOfAnotherBefore();
    const before = await travelBefore(mediumId);
    const { payment, trip } = await travelAfter(mediumId);

    const body = (await passenger.call({ url: '/public/api/v1/auth/user/export' })).body;

    for (const own of [payment.payment_id, trip.trip_id, payment.srid ?? '']) expect(body).toContain(own);
    const { payment: paid, trip: made, product, passForLater, sale, debt, refund } = before;
    for (const strange of [paid.payment_id, made.trip_id, product.product_id, passForLater.product_id])
      expect(body).not.toContain(strange);
    for (const strange of [sale.sale_id, debt.payment_id, refund.payment_id, paid.srid ?? '', debt.srid ?? ''])
      expect(body).not.toContain(strange);
  });

  it.each([
    ['2026-03-05T00:00:00Z', null],
    ['2026-03-09T00:00:00Z', '2026-03-09T00:00:00Z'],
  ])('exports a last use (%s) only if it is after the card changed hands', async (last_seen_at, told) => {
    const { passenger, mediumId } = await cardOfAnotherBefore();
    await pool.query('update media set last_seen_at = $2 where medium_id = $1', [mediumId, last_seen_at]);

    const file = (await passenger.call({ url: '/public/api/v1/auth/user/export' })).json();

    expect(file.travel[0].medium).toEqual([expect.objectContaining({ firstSeenAt: changedHands, lastSeenAt: told })]);
  });

  it('shows no refund of a payment that was deleted, because its owner is not known', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    const { refund } = await travelBefore(mediumId);
    const after = await travelAfter(mediumId);
    const given = { medium_id: mediumId, srid: after.payment.srid, paid_minor: -100, reason: 'refund' };
    const own = await buildPayment(pool, { ...given, opened_at: '2026-03-09T10:00:00Z' });
    // The retention job has deleted it, or the delivery is years late.
    await pool.query('delete from payments where medium_id = $1 and opened_at < $2', [mediumId, changedHands]);

    const payments = await read(passenger, `${url}/payments`, paymentPage);
    const found = await passenger.call({ url: `${url}/payments/${refund.payment_id}` });
    const { body } = await passenger.call({ url: '/public/api/v1/auth/user/export' });

    expect(payments.items.map(({ id }) => id)).toEqual([own.payment_id, after.payment.payment_id]);
    expect(found.statusCode).toBe(404);
    expect(body).toContain(own.payment_id);
    expect(body).not.toContain(refund.payment_id);
    expect(body).not.toMatch(/:\s*333[,}]/);
  });

  it('shows no refund without a reference, because the owner of its payment is not known', async () => {
    const { passenger, mediumId, url } = await cardOfAnotherBefore();
    const at = { medium_id: mediumId, srid: null };
    const own = await buildPayment(pool, { ...at, opened_at: '2026-03-08T16:00:00Z' });
    const requested = '2026-03-09T09:00:00Z';
    const money = { kind: 'refund', direction: 'credit', amount_minor: 333, requested_at: requested };
    const { settlement_id } = await buildSettlement(pool, { ...at, ...money });
    const given = { payment_id: settlement_id, reason: 'refund', due_minor: 0, paid_minor: -333 };
    await buildPayment(pool, { ...at, ...given, opened_at: requested });
    const { authorisation_id } = await insertRow(pool, 'authorisations', {
      ...{ ...at, authorisation_id: randomUUID(), operator_code: '1', kind: 'card_check', amount_minor: 0 },
      ...{ approved: true, requested_at: requested, exported_at: requested, file_id: 1, line_number: 1 },
    });

    const payments = await read(passenger, `${url}/payments`, paymentPage);
    const { body } = await passenger.call({ url: '/public/api/v1/auth/user/export' });

    expect(payments.items.map(({ id }) => id)).toEqual([own.payment_id]);
    for (const shown of [own.payment_id, authorisation_id]) expect(body).toContain(shown);
    expect(body).not.toContain(settlement_id);
  });

  it('hides the same for media that the bank has replaced, and passes the limit on to the next replacement', async () => {
    const { passenger, card, mediumId, url } = await cardOfAnotherBefore();
    const former = await buildFormerMedium(pool, card);
    await insertRow(pool, 'history_bounds', { medium_id: former, shown_from: changedHands });
    await travelBefore(former);
    const { trip } = await travelAfter(former);
    const successor = await buildMedium(pool, { first_seen_at: '2026-03-09T00:00:00Z' });
    await pool.query(`update media set status = 'replaced' where medium_id = $1`, [mediumId]);
    await insertRow(pool, 'replacements', {
      ...{ medium_id: mediumId, successor_id: successor.medium_id, source: 'operator', exported_at: changedHands },
    });
    await buildTrip(pool, { medium_id: successor.medium_id, started_at: '2026-03-08T09:00:00Z' });

    const replaced = await passenger.call({ method: 'POST', url: `${url}/replacement` });

    expect(replaced.statusCode).toBe(204);
    const { items, days } = await read(passenger, `${url}/trips`, tripPage);
    expect(items.map(({ id }) => id)).toEqual([trip.trip_id]);
    expect(days).toEqual([{ serviceDay: '2026-03-08', trips: 1, total: { amountMinor: 370, currency: 'CAD' } }]);
  });
});

it('an account whose card had no other owner shows the whole history', async () => {
  const passenger = await signIn();
  const { card_id, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
  const { payment, passForLater } = await travelBefore(medium_id);

  const url = `${portal}/cards/${card_id}`;

  expect((await read(passenger, `${url}/payments`, paymentPage)).items).toHaveLength(3);
  expect((await read(passenger, `${url}/payments/${payment.payment_id}`, paymentDetail)).id).toBe(payment.payment_id);
  const products = (await read(passenger, `${url}/products`, productPage)).items.map(({ id }) => id);
  expect(products).toContain(passForLater.product_id);
});
