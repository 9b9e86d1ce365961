import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCsv } from '../apps/server/test/csv.ts';
import { readPdf } from '../apps/server/test/pdf.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expect, test } from './support/test.ts';

/** Asks for this type of file in the dialog that is open, and returns the file. */
async function download(page: Page, type: string): Promise<Buffer> {
  const dialog = page.getByRole('dialog', { name: 'Proof of travel' });
  await dialog.getByLabel('File type').selectOption(type);
  await expectNoViolations(page, 'proof of travel');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = readFileSync(await (await saved).path());
  await expect(dialog).toHaveCount(0);
  return file;
}

test('a passenger downloads the trips of last month as PDF and as CSV, and both come to the sum below the list', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Regular', '/card/trips-history/1');
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect(page).toHaveURL(/from=.*to=/);
  await page.goto(`${page.url()}&size=all`);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const foot = page.locator('main dl').filter({ hasText: 'rows shown' }).locator('dd');
  const fares = (await foot.first().textContent()) ?? '';
  expect(fares).toMatch(/^\$\d+\.\d\d$/);
  const opener = page.getByRole('button', { name: 'Proof of travel' });

  await opener.click();
  const pdf = await readPdf(await download(page, 'pdf'));
  await expect(opener).toBeFocused();
  await opener.click();
  const [head = [], ...rows] = readCsv((await download(page, 'csv')).toString('utf8'));

  expect(pdf).toMatchObject({ isTagged: true, language: 'en-CA' });
  expect(pdf.words).toContain(`Fares in total: ${fares}`);
  const cents = rows.map((row) => Math.round(Number(row[head.indexOf('Fare')]) * 100));
  expect(cents.reduce((sum, fare) => sum + fare, 0)).toBe(Math.round(Number(fares.slice(1)) * 100));
  await expect(foot.nth(1)).toHaveText(`${rows.length} rows shown`);
});

test('a passenger opens the proof of the day of a trip from its details, and gets the trips of that day alone', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Regular', '/card/trips-history/1');
  const row = page.locator('main button[aria-expanded]').locator('visible=true').last();
  await row.click();
  const opened = (await page.getByText('Check-in', { exact: true }).locator('xpath=..').last().textContent()) ?? '';
  const [day = ''] = /\d{4}\/\d\d\/\d\d/.exec(opened) ?? [];

  await page.getByRole('button', { name: 'Proof of this day' }).click();
  const [, ...rows] = readCsv((await download(page, 'csv')).toString('utf8'));

  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(([date]) => date))).toEqual(new Set([day.replaceAll('/', '-')]));
});
