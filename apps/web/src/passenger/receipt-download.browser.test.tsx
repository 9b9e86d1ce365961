import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held } from '../../test/fake-server.ts';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { savedFiles } from '../../test/saved-files.ts';
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
