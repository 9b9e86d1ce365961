import {
  type ColumnsAsDelivered,
  paymentsAsDelivered,
  productsAsDelivered,
  salesPackagesAsDelivered,
  tripsAsDelivered,
} from '@tapfolio/contracts/as-delivered.ts';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { productDetail } from '@tapfolio/contracts/products.ts';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { tripDetail, tripPage } from '@tapfolio/contracts/trips.ts';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSalesPackage } from '../../../test/factories/sales-packages.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;

const values = { text: 'as delivered', 'whole number': 7, instant: '2026-03-01T09:30:00.125Z' };

/** A value for each of these columns, by their names in the database and by those in the answer. */
function delivered(columns: ColumnsAsDelivered) {
  const valuesBy = Object.entries(columns).map(([name, { field, type }]) => ({ name, field, value: values[type] }));
  return {
    row: Object.fromEntries(valuesBy.map(({ name, value }) => [name, value])),
    shown: Object.fromEntries(valuesBy.map(({ field, value }) => [field, value])),
  };
}

it('shows each column of a trip as it was delivered, in the list, in the details and at its payment', async () => {
  const { row, shown } = delivered(tripsAsDelivered);
  const { passenger, base, mediumId } = await passengersWithCard(testApp, 'trips')();
  const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
  const at = { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z' };
  const trip = await buildTrip(pool, { ...at, srid, ...row });
  const read = async (url: string) => (await passenger.call({ url })).json();

  expect(tripPage.parse(await read(base)).items).toMatchObject([shown]);
  expect(tripDetail.parse(await read(`${base}/${trip.trip_id}`))).toMatchObject(shown);
  const paymentUrl = `${base.replace(/trips$/, 'payments')}/${payment_id}`;
  expect(paymentDetail.parse(await read(paymentUrl)).trips).toMatchObject([shown]);
});

it('shows each column of a payment as it was delivered, in the list and in the details', async () => {
  const { row, shown } = delivered(paymentsAsDelivered);
  const { passenger, base, mediumId } = await passengersWithCard(testApp, 'payments')();
  const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z', ...row });

  const page = paymentPage.parse((await passenger.call({ url: base })).json());
  const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${payment.payment_id}` })).json());

  expect(page.items).toMatchObject([shown]);
  expect(detail).toMatchObject(shown);
});

it('shows each column of a product as it was delivered, in the details', async () => {
  const { row, shown } = delivered(productsAsDelivered);
  const { passenger, base, mediumId } = await passengersWithCard(testApp, 'products')();
  const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T05:00:00Z', ...row });

  const detail = productDetail.parse((await passenger.call({ url: `${base}/${product.product_id}` })).json());

  expect(detail).toMatchObject(shown);
});

it('shows each column of a sold package as it was delivered', async () => {
  const { row, shown } = delivered(salesPackagesAsDelivered);
  const { passenger, base, mediumId } = await passengersWithCard(testApp, 'sales-packages')();
  await buildSalesPackage(pool, { medium_id: mediumId, sold_at: '2026-03-01T05:00:00Z', ...row });

  const page = salesPackagePage.parse((await passenger.call({ url: base })).json());

  expect(page.items).toMatchObject([shown]);
});
