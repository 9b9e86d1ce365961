import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { readPdf } from '../apps/server/test/pdf.ts';
import { confirmWith, fillRegistration, followMail } from './support/registration.ts';
import { deliverRealCard, hasRealCard, realStatementLine } from './support/shared-data.ts';
import { expect, signInAs, test } from './support/test.ts';

const email = 'real.card@example.org';
const password = 'Walk-the-north-bank-9';

/** Reads pounds on the screen as pence. The explanation that may stand under a fare is ignored. */
const pence = (text: string) => Number(/\d+\.\d\d/.exec(text)?.[0].replace('.', ''));

const sum = (amounts: string[]) => amounts.map(pence).reduce((total, amount) => total + amount, 0);

test.use({ hasServiceWorker: true });
test.describe.configure({ mode: 'serial' });

test.describe('a real card, from its feed to its receipt', () => {
  test.skip(!hasRealCard(), 'the feed of the real card is not beside the repository');

  test('registers with a pasted statement line and confirms by mail [REG-01, REG-04, CARD-03]', async ({
    page,
    world,
  }) => {
    await deliverRealCard(world);
    await page.goto('/register');
    await fillRegistration(page, { email, password, cardName: 'Amex', statementLine: realStatementLine() });
    await expect(page.getByLabel('Amount of this charge')).toHaveValue('10.70');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

    await followMail(page, world, email, 'Confirm your email address');
    await page.getByLabel('Password', { exact: true }).fill('Somebody-elses-9-words');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('That is not the password you chose when you created the account.')).toBeVisible();
    await confirmWith(page, password);

    await expect(page.getByRole('link', { name: /Amex/ }).first()).toBeVisible();
  });

  test('shows 78 trips and 26 payments, each day adding up to what the bank took [HIST-01, HIST-04, HIST-10]', async ({
    page,
  }) => {
    await page.goto('/login');
    await signInAs(page, email, password);
    const trips = await openHistory(page, 'trips-history', 'Trips with Amex');
    await expect(trips.getByRole('columnheader')).toContainText([
      'Trip',
      'Line',
      'Transport',
      'Status',
      'Fare',
      'Currency',
      'Last update',
    ]);
    await expect(trips.locator('th[scope=row]')).toHaveCount(78);
    const ofTrips = await Promise.all((await trips.locator('tbody').all()).map(sumOfFares));

    const payments = await openHistory(page, 'payments-history', 'Payments with Amex');
    await expect(payments.getByRole('columnheader')).toContainText([
      'Date',
      'Reason',
      'Due',
      'Paid',
      'Total',
      'Currency',
      'Method',
      'Status',
      'Reference (SRID)',
    ]);
    const paidCells = payments.locator('tbody tr td:nth-child(4)');
    await expect(paidCells).toHaveCount(26);
    const paid = await paidCells.allTextContents();

    expect(ofTrips).toEqual(paid.map(pence));
    expect(sum(paid)).toBe(20_140);
  });

  test('explains the amount of a payment and gives a tagged receipt in the language of the page [HIST-05, RCPT-01, RCPT-06]', async ({
    page,
  }) => {
    await page.goto('/login');
    await signInAs(page, email, password);
    const payments = await openHistory(page, 'payments-history', 'Payments with Amex');
    await payments
      .getByRole('row', { name: /10\.70/ })
      .first()
      .getByRole('button', { name: /Details/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Why this amount?' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'At your bank' })).toBeVisible();
    await page.getByRole('button', { name: 'About accessibility' }).click();
    await expect(page.getByText('The receipt is a tagged PDF')).toBeVisible();
    await page.keyboard.press('Escape');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download receipt (PDF)' }).click();
    const receipt = await readPdf(readFileSync(await (await download).path()));

    expect(receipt).toMatchObject({ isTagged: true, universalAccess: '1', language: 'en-CA' });
    expect(receipt.headerCells).toBeGreaterThan(0);
  });

  test('gives the receipt without an account, in French on the French page [RCPT-02, RCPT-03]', async ({ page }) => {
    const [, srid = ''] = /\*(\w+)/.exec(realStatementLine()) ?? [];
    await page.goto(`/reçu/${srid}`);
    await expect(page).toHaveURL(encodeURI(`/reçu/${srid}`));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
    await expect(page.locator('input[name=srid]')).toHaveValue(srid);
    await page.locator('input[name=amount]').fill('10,70');
    await page.locator('form button[type=submit]').click();
    await expect(page.getByText('10,70')).toBeVisible();
    await expect(page.getByText('Canons Park')).toHaveCount(0);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /PDF/ }).click();
    const receipt = await readPdf(readFileSync(await (await download).path()));

    expect(receipt).toMatchObject({ isTagged: true, universalAccess: '1', language: 'fr-CA' });
  });
});

/** Opens a history with all its rows on one page. */
async function openHistory(page: Page, screen: string, caption: string) {
  await page.goto(`/card/${screen}/1`);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const table = page.getByRole('table', { name: caption });
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true');
  return table;
}

/** The sum of the fares of one day. */
async function sumOfFares(day: Locator): Promise<number> {
  return sum(await day.locator('td:nth-child(5)').allTextContents());
}
