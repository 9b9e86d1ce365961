import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { held } from '../../test/fake-server.ts';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { savedFiles } from '../../test/saved-files.ts';
import { ApiError } from '../lib/api-error.ts';
import { ReceiptDownload } from './receipt-download.tsx';
import { clearSession } from './session.ts';

const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const files = savedFiles();
const name = (srid: string) => t('receipts.fileName', { srid });

const download = () => page.getByRole('button', { name: t('receipts.download') });

test('a receipt that comes after another passenger has signed in is not saved', async () => {
  signIn();
  const late = held(pdf);
  await renderPart(<ReceiptDownload name="FORMER" isAvailable isExpected={false} load={late.answer} />);
  await download().click();
  clearSession();
  signIn({ email: 'noah@example.com' });

  late.give();
  await expect.element(download()).toBeEnabled();

  expect(files).toEqual([]);
  await download().click();
  await expect.poll(() => files).toEqual([name('FORMER')]);
});

test('a receipt that was requested without an account is saved also if its reader has signed in meanwhile', async () => {
  clearSession();
  const late = held(pdf);
  await renderPart(<ReceiptDownload name="PUBLIC" isAvailable isExpected={false} load={late.answer} />);
  await download().click();
  signIn();

  late.give();

  await expect.poll(() => files).toEqual([name('PUBLIC')]);
});

test('a download that succeeds at the second try leaves no notice that it failed', async () => {
  signIn();
  const load = vi
    .fn(() => Promise.resolve(pdf))
    .mockRejectedValueOnce(new ApiError({ status: 0, code: 'unavailable' }));
  await renderPart(<ReceiptDownload name="LATER" isAvailable isExpected={false} load={load} />);
  await download().click();
  await expect.element(page.getByText(t('payments.receiptFailed'))).toBeVisible();

  await download().click();

  await expect.element(page.getByText(t('receipts.downloaded'))).toBeVisible();
  expect(page.getByText(t('payments.receiptFailed')).elements()).toEqual([]);
});
