import { productDetail, productPage } from '@tapfolio/contracts/products.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'products');

describe('listProducts', () => {
  it('shows every column of a product, newest first, page by page', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z' });
    const newer = await buildProduct(pool, {
      medium_id: mediumId,
      valid_from: '2026-03-02T05:00:00Z',
      valid_to: '2026-03-03T05:00:00Z',
      description: 'All zones',
    });

    const first = productPage.parse((await passenger.call({ url: `${base}?limit=1` })).json());
    const second = productPage.parse(
      (await passenger.call({ url: `${base}?limit=1&cursor=${first.nextCursor}` })).json(),
    );

    expect(first.items).toEqual([
      {
        id: newer.product_id,
        name: 'Day pass',
        description: 'All zones',
        validFrom: '2026-03-02T05:00:00Z',
        validTo: '2026-03-03T05:00:00Z',
        timeZone: 'America/Toronto',
        amount: { amountMinor: 1125, currency: 'CAD' },
        status: 'expired',
      },
    ]);
    expect(second.items.map((item) => item.validFrom)).toEqual(['2026-03-01T05:00:00Z']);
  });
});

describe('the status of a product', () => {
  it('filters the list as it is shown', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const valid = await buildProduct(pool, { medium_id: mediumId, valid_from: at(-1), valid_to: at(1) });
    const over = await buildProduct(pool, { medium_id: mediumId, valid_from: at(-3), valid_to: at(-2) });
    await buildProduct(pool, { medium_id: mediumId, valid_from: at(-1), valid_to: at(1), status: 'cancelled' });
    const idsOf = async (status: string) =>
      productPage.parse((await passenger.call({ url: `${base}?status=${status}` })).json()).items.map(({ id }) => id);

    expect(await idsOf('active')).toEqual([valid.product_id]);
    expect(await idsOf('expired')).toEqual([over.product_id]);
    expect((await passenger.call({ url: `${base}?status=eaten` })).statusCode).toBe(400);
  });

  it('is active until its time is over and then expired, whatever status was delivered', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
    await buildProduct(pool, { medium_id: mediumId, valid_from: at(-1), valid_to: at(1) });
    await buildProduct(pool, { medium_id: mediumId, valid_from: at(-3), valid_to: at(-2) });

    const page = productPage.parse((await passenger.call({ url: base })).json());

    expect(page.items.map(({ status }) => status)).toEqual(['active', 'expired']);
  });
});

describe('getProduct', () => {
  it('shows the conditions of a product', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const product = await buildProduct(pool, {
      medium_id: mediumId,
      valid_from: '2026-03-01T05:00:00Z',
      fare_class: 'secondClass',
      round_trip_type: 'return',
      user_profile: 'halbtax',
      fq_code: 'FQ1',
      booking_id: 'B-7',
      from_tariff_location: 'Zone 1',
      to_tariff_location: 'Zone 3',
      stored_value_minor: 250,
    });

    const response = await passenger.call({ url: `${base}/${product.product_id}` });

    expect(productDetail.parse(response.json())).toMatchObject({
      fareClass: 'second',
      roundTripType: 'return',
      userProfile: 'halbtax',
      fqCode: 'FQ1',
      bookingId: 'B-7',
      fromTariffLocation: 'Zone 1',
      toTariffLocation: 'Zone 3',
      storedValue: { amountMinor: 250, currency: 'CAD' },
      srid: null,
      payment: null,
    });
  });

  it.each([
    ['58 days before it began', '2026-01-02T05:00:00Z'],
    ['when it began', '2026-03-01T05:00:00Z'],
    ['nine days after it began', '2026-03-10T05:00:00Z'],
  ])('names the payment of a product that was opened %s, and whether it has a receipt', async (_, opened_at) => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at });
    await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-20T05:00:00Z', reason: 'refund', srid });
    const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z', srid });

    const response = await passenger.call({ url: `${base}/${product.product_id}` });

    const { payment } = productDetail.parse(response.json());
    expect(payment).toEqual({ id: payment_id, openedAt: opened_at, status: 'accepted', receiptAvailable: true });
  });

  it('names no payment of another card with the same reference', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { mediumId: medium_id } = await passengerWithCard();
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T05:00:00Z' });
    const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z', srid });

    const response = await passenger.call({ url: `${base}/${product.product_id}` });

    expect(productDetail.parse(response.json()).payment).toBeNull();
  });

  it('has a receipt when the bank took the money, although the delivered window still calls it unpaid', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 0 };
    const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-02-03T05:00:00Z', ...unpaid });
    const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-02-03T05:00:00Z', srid });
    const read = async () => (await passenger.call({ url: `${base}/${product.product_id}` })).json();
    const before = await read();
    await buildSettlement(pool, { medium_id: mediumId, srid });

    expect(before).toMatchObject({ payment: { status: 'payment_error', receiptAvailable: false } });
    expect(await read()).toMatchObject({ payment: { receiptAvailable: true } });
  });

  it('shows null for an unknown class, type or profile', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const strange = { fare_class: 'third', round_trip_type: 'circle', user_profile: 'dog' };
    const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z', ...strange });

    const response = await passenger.call({ url: `${base}/${product.product_id}` });

    expect(productDetail.parse(response.json())).toMatchObject({
      fareClass: null,
      roundTripType: null,
      userProfile: null,
      storedValue: null,
    });
  });

  it('answers TM0164 for a product of another card', async () => {
    const { passenger, base } = await passengerWithCard();
    const { mediumId } = await passengerWithCard();
    const foreign = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z' });

    const response = await passenger.call({ url: `${base}/${foreign.product_id}` });

    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { code: 'TM0164' } });
  });
});
