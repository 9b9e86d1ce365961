import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildProduct, buildProductDetail, nextId } from '../../../test/travel-fixtures.ts';

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
});

async function openProduct(overrides: Parameters<typeof buildProductDetail>[0]) {
  const detail = buildProductDetail(overrides);
  server.answer('listProducts', () => ({ items: [buildProduct(detail)], nextCursor: null }));
  server.answer('getProduct', () => detail);
  return (await openPortal(`/card/products-history/1?open=${detail.id}`)).screen;
}

test('a product has the receipt of its payment and the way there, however old that is [HIST-08, RCPT-01]', async () => {
  const payment = { id: nextId(), openedAt: '2025-01-03T12:00:00Z', receiptAvailable: true };
  server.answer('downloadReceipt', () => new Blob(['%PDF-']));
  const screen = await openProduct({ payment });

  await screen.getByRole('button', { name: t('payments.receiptDownload') }).click();

  await expect.element(screen.getByText(t('payments.receiptDone')).first()).toBeVisible();
  expect(server.received('downloadReceipt')[0]?.params).toEqual({ cardId: '1', paymentId: payment.id });
  await expect
    .element(screen.getByRole('link', { name: t('trips.paymentLink') }))
    .toHaveAttribute('href', expect.stringContaining(`open=${payment.id}&to=2025-01-03`));
});

test('a product whose payment is not known says so', async () => {
  const screen = await openProduct({ payment: null });

  await expect.element(screen.getByText(t('products.receiptUnknown'))).toBeVisible();
  expect(screen.getByRole('button', { name: t('payments.receiptDownload') }).elements()).toHaveLength(0);
});

test('a product whose payment has no receipt says that in the fixed words [RCPT-04]', async () => {
  const payment = { id: nextId(), openedAt: '2025-01-03T12:00:00Z', receiptAvailable: false };
  const screen = await openProduct({ payment });

  await expect.element(screen.getByText(/No receipt available for this payment\/transaction\./)).toBeVisible();
});
