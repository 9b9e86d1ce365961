import { describe, expect, test } from 'vitest';
import { refuse, server, traceId } from '../../../test/fake-server.ts';
import { linkToFare, openPayment, passengerWithPayments } from '../../../test/open-payment.ts';
import { signIn, t } from '../../../test/render.tsx';
import { savedFiles } from '../../../test/saved-files.ts';
import { cad } from '../../../test/travel-fixtures.ts';
import { setLanguage } from '../../lib/i18n.ts';

passengerWithPayments();

describe('the receipt of a payment', () => {
  const files = savedFiles();

  test('says beside its button that it is an accessible document [RCPT-06]', async () => {
    const { screen } = await openPayment({});

    await screen.getByRole('button', { name: t('receipts.accessibilityTitle') }).click();

    await expect.element(screen.getByText(t('receipts.accessibilityText'))).toBeVisible();
  });

  test('is requested in the language of the page [RCPT-01]', async () => {
    signIn({ display_language: 'fr_CA' });
    await setLanguage('fr_CA');
    server.answer('downloadReceipt', () => new Blob(['%PDF'], { type: 'application/pdf' }));
    const { screen } = await openPayment({});

    await screen.getByRole('button', { name: t('receipts.download') }).click();

    await expect.poll(() => files).toHaveLength(1);
    expect(server.received('downloadReceipt')[0]?.query).toEqual({ language: 'fr_CA' });
  });

  test('has the same file name as a receipt without an account', async () => {
    const { screen } = await openPayment({ srid: '7K2M4Q9T1XB5ZC' });
    server.answer('downloadReceipt', () => new Blob(['%PDF'], { type: 'application/pdf' }));

    await screen.getByRole('button', { name: t('receipts.download') }).click();

    await expect.poll(() => files).toEqual(['receipt-7K2M4Q9T1XB5ZC.pdf']);
  });

  test('of what was collected later is that of the fare', async () => {
    const recovers = linkToFare();
    server.answer('downloadReceipt', () => new Blob(['%PDF'], { type: 'application/pdf' }));
    const { screen, words } = await openPayment({
      reason: 'debt_recovery',
      trips: [],
      receiptAvailable: false,
      recovers,
    });

    await screen.getByRole('button', { name: t('receipts.download') }).click();

    await expect.poll(() => files).toEqual(['receipt-7K2M4Q9T1XB5ZC.pdf']);
    expect(server.received('downloadReceipt')[0]?.params).toEqual({ cardId: '1', paymentId: recovers.id });
    expect(words()).not.toContain(t('errors.NWA0013'));
  });

  test('is not promised for a refund whose payment has none', async () => {
    const refundOf = linkToFare({ receiptAvailable: false });

    const { screen, words } = await openPayment({ reason: 'refund', trips: [], receiptAvailable: false, refundOf });

    expect(words()).toContain(t('errors.NWA0013'));
    expect(screen.getByRole('button', { name: t('receipts.download') }).elements()).toHaveLength(0);
  });

  test('is not promised for a late collection whose fare is not known', async () => {
    const { words } = await openPayment({ reason: 'debt_recovery', trips: [], receiptAvailable: false });

    expect(words()).not.toContain(t('errors.NWA0013'));
  });

  test.each([
    ['open', true],
    ['pending', true],
    ['application_error', true],
    ['none', false],
    ['payment_error', false],
    ['lost', false],
    ['card_dead', false],
    ['corrupted', false],
  ] as const)('is promised for the next day where the bank may still pay (%s: %s)', async (status, isPromised) => {
    const { words } = await openPayment({ status, paid: cad(0), charges: [], receiptAvailable: false });

    expect(words()).toContain(t('errors.NWA0013'));
    expect(words().includes(t('receipts.whenPaid'))).toBe(isPromised);
  });

  test('says whether there is no receipt or the download failed [RCPT-04]', async () => {
    const { screen } = await openPayment({});
    const button = screen.getByRole('button', { name: t('receipts.download') });

    server.answer('downloadReceipt', refuse('NWA0011'));
    await button.click();
    await expect.element(screen.getByText(t('errors.NWA0011')).first()).toBeVisible();
    // The notice says once what went wrong, and then what to do.
    expect(
      screen
        .getByRole('alert')
        .getByText(/could not be downloaded/)
        .elements(),
    ).toHaveLength(1);
    await expect.element(button).toBeVisible();
    server.answer('downloadReceipt', refuse('NWA0013'));
    await button.click();

    await expect.element(screen.getByText(/No receipt available for this payment\/transaction\./)).toBeVisible();
    expect(button.elements()).toHaveLength(0);
  });
});

test('a receipt without its taxes is an error that says so, and no file [RCPT-05]', async () => {
  const { screen } = await openPayment({});
  server.answer('downloadReceipt', refuse('NWA0012'));

  await screen.getByRole('button', { name: t('receipts.download') }).click();

  const failure = screen.getByRole('alert').filter({ hasText: t('payments.receiptFailed') });
  await expect.element(failure.getByText(/its tax details are missing/)).toBeVisible();
  await expect.element(failure.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  expect(screen.getByText(t('receipts.downloaded')).elements()).toHaveLength(0);
});
