import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCsv, sumOf } from '../apps/server/test/csv.ts';
import { readPdf } from '../apps/server/test/pdf.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expect, test } from './support/test.ts';

/** Asks for the statement of the list's card alone, in this type of file, and returns the file. */
async function download(page: Page, type: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Travel statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Travel statement' });
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  const [, ...others] = await dialog.getByRole('checkbox').all();
  for (const box of others) await box.uncheck();
  await dialog.getByLabel('File type').selectOption(type);
  await expectNoViolations(page, 'travel statement');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = readFileSync(await (await saved).path());
  await expect(dialog).toHaveCount(0);
  return file;
}

test('a passenger downloads last month as PDF and as CSV, and both come to what the list says was paid', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Regular', '/card/payments-history/1?size=all');
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const foot = page.locator('main dl').filter({ hasText: 'rows shown' }).locator('dd');
  const paid = (await foot.first().textContent()) ?? '';
  expect(paid).toMatch(/^\$\d+\.\d\d$/);

  const pdf = await readPdf(await download(page, 'pdf'));
  const rows = readCsv((await download(page, 'csv')).toString('utf8'));

  expect(pdf).toMatchObject({ isTagged: true, language: 'en-CA' });
  expect(pdf.words).toContain(`Paid in total: ${paid}`);
  expect(sumOf(rows, 'CAD')).toBe(Math.round(Number(paid.slice(1)) * 100));
  await expect(foot.nth(1)).toHaveText(`${rows.length - 1} rows shown`);
});

test('a passenger without payments in the days that they typed learns so, and downloads nothing', async ({
  page,
  signIn,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  await signIn(page, 'Regular', '/card/payments-history/1');
  await page.getByRole('button', { name: 'Travel statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Travel statement' });
  await dialog.getByLabel('Period').selectOption('Other days');
  await dialog.getByLabel('From', { exact: true }).fill('2001/01/01');
  await dialog.getByLabel('To', { exact: true }).fill('2001/01/31');
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });

  await dialog.getByRole('button', { name: 'Download' }).click();

  await expect(dialog.getByText('There are no payments in this period with the cards you chose.')).toBeVisible();
  await expect(dialog.getByLabel('Period')).toBeFocused();
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('2001/01/01');
  await expectNoViolations(page, 'travel statement refused');
  expect(downloads).toBe(0);
});
