import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { readPdf } from '../apps/server/test/pdf.ts';
import { findSmall } from './support/looks.ts';
import { claimStatement } from './support/passengers.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

/** The main journeys on the most important device: a phone, by touch. The configuration sets its size. */

test.use({ hasServiceWorker: true });

test('finds a receipt without an account, from the first screen [RCPT-02]', async ({ page, world }) => {
  const statement = claimStatement(world);
  await page.goto('/login');

  await page.getByRole('link', { name: 'Get a receipt' }).first().tap();
  await page.locator('input[name=srid]').fill(statementLine(statement));
  await page.getByRole('button', { name: 'Find the receipt' }).tap();
  await expect(page.getByText(statement.srid).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Download receipt/ }).tap();

  const receipt = await readPdf(readFileSync(await (await download).path()));
  expect(receipt).toMatchObject({ isTagged: true, language: 'en-CA' });
});

test('goes from home to a trip and to its payment with the bar at the bottom', async ({ page, enterAs }) => {
  await enterAs(page, { cards: [{ name: 'Phone card', habit: 'commuting' }] });
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(page.getByRole('link', { name: /Phone card/ }).first()).toBeVisible();

  await bar.getByRole('link', { name: 'Trips' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeFocused();
  // Yesterday's and today's trips are not charged yet, but the last row of the page is.
  const trip = page.locator('main summary').last();
  await trip.tap();
  await expect(page.getByText('Trip id').last()).toBeVisible();
  await page.getByRole('link', { name: 'See the payment' }).last().tap();

  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Why this amount?' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('tells a passenger with an unpaid fare so first, and names the payment [CARD-13]', async ({ page, enterAs }) => {
  await enterAs(page, { cards: [{ name: 'Owing card', habit: 'unpaid' }, { name: 'Good card' }] });

  await expect(page.getByRole('region', { name: 'Unpaid fare on Owing card' })).toBeInViewport();
  const tile = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(tile('Owing card')).toHaveAccessibleDescription(/Blocked: \$\d+\.\d\d unpaid from/);
  await expect(tile('Good card')).toHaveAccessibleDescription(/Ready to travel/);

  await page.getByRole('link', { name: 'See the payment' }).tap();
  await expect(page.getByRole('heading', { name: 'Why this amount?' })).toBeVisible();
});

test('filters the payments to last month, and keeps the filter after a visit to another screen', async ({
  page,
  enterAs,
}) => {
  await enterAs(page, { cards: [{ name: 'Phone card', habit: 'commuting' }] }, '/card/payments-history/1');

  await page.getByRole('button', { name: 'Any time' }).tap();
  await page.getByRole('button', { name: 'Last month', exact: true }).tap();
  await expect(page).toHaveURL(/from=.*to=/);
  const address = page.url();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).tap();
  await expect(page).toHaveURL('/');
  await page.goBack();

  await expect(page).toHaveURL(address);
});

/** Taps as one who has looked at a dialog. A tap right after it opened counts as the second one of a double tap, and presses nothing. */
async function tapOnPurpose(control: Locator): Promise<void> {
  await control.page().waitForTimeout(500);
  await control.tap();
}

test('downloads the payments of last month, which come to what the list says was paid', async ({ page, enterAs }) => {
  await enterAs(page, { cards: [{ name: 'Phone card', habit: 'commuting' }] }, '/card/payments-history/1?size=all');
  await page.getByRole('button', { name: 'Any time' }).tap();
  await page.getByRole('button', { name: 'Last month', exact: true }).tap();
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const paid = await page.locator('main dl').filter({ hasText: 'rows shown' }).locator('dd').first().textContent();

  await page.getByRole('button', { name: 'Travel statement' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Travel statement' });
  await expect(dialog.getByLabel('Period')).toHaveValue('last_month');
  const download = page.waitForEvent('download');
  await tapOnPurpose(dialog.getByRole('button', { name: 'Download' }));

  const statement = await readPdf(readFileSync(await (await download).path()));
  expect(statement).toMatchObject({ isTagged: true, language: 'en-CA' });
  expect(statement.words).toContain(`Paid in total: ${paid}`);
  await expect(dialog).toHaveCount(0);
});

test('downloads the trips of the day of one of them, with its stops', async ({ page, enterAs }) => {
  await enterAs(page, { cards: [{ name: 'Phone card', habit: 'commuting' }] }, '/card/trips-history/1');
  await page.locator('main summary').last().tap();

  await page.getByRole('button', { name: 'Proof of this day' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Proof of travel' });
  await expect(dialog.getByRole('checkbox', { name: 'Phone card' })).toBeChecked();
  const download = page.waitForEvent('download');
  await tapOnPurpose(dialog.getByRole('button', { name: 'Download' }));

  const proof = await readPdf(readFileSync(await (await download).path()));
  expect(proof).toMatchObject({ isTagged: true, language: 'en-CA' });
  for (const words of ['Check-in', 'Phone card', 'Fares in total', 'This document shows the taps'])
    expect(proof.words).toContain(words);
  await expect(dialog).toHaveCount(0);
});

test('signs out from the menu by touch', async ({ page, enterAs }) => {
  await enterAs(page);

  await page.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('link', { name: 'Sign out' }).tap();

  await expect(page).toHaveURL('/login');
  await page.goto('/card');
  await expect(page).toHaveURL('/login');
});

test('every touch target is 44 px high and wide', async ({ page, signIn }) => {
  const small: string[] = [];
  const look = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-coming]')).toHaveCount(0);
    small.push(...(await page.evaluate(findSmall)).map((what) => `${address} ${what}`));
  };
  await look('/register');
  await signIn(page, 'Regular');
  for (const address of ['/', '/card/payments-history/1', '/account/edit']) await look(address);

  expect(small).toEqual([]);
});

test('reads above the payments that charges arrive late, and closes it with a finger', async ({ page, enterAs }) => {
  await enterAs(page, { cards: [{ name: 'Ferry card', habit: 'commuting' }] });
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Payments' }).tap();
  const band = page.getByRole('region', { name: 'Announcements' });

  await expect(band).toContainText('Ferry charges arrive late');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(findSmall)).toEqual([]);
  await band.getByRole('button', { name: 'Close' }).tap();

  await expect(band).toHaveCount(0);
});
