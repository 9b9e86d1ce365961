import type { Page } from '@playwright/test';
import { expectNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';

const own = (page: Page) => page.getByRole('region', { name: 'Your favourites' });

/** Saves the latest package that may become a favourite, under the given name. */
async function choose(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the favourite').fill(name);
  await dialog.getByRole('button', { name: 'Add to favourites' }).click();
  await expectNotice(page, `${name} is now one of your favourites.`);
}

test('a product shows all its conditions, its receipt and a link to the favourites [HIST-08]', async ({
  page,
  enterAs,
}) => {
  await enterAs(page, { cards: [{ name: 'Daily', habit: 'commuting' }] }, '/card/products-history/1');
  await page.getByRole('button', { name: 'Details: Ten rides, adult' }).first().click();

  const details = page.locator('main');
  for (const [name, fact] of [
    ['Class', 'Second class'],
    ['Journey', 'Single'],
    ['Passenger', 'Adult (16+)'],
    ['From', 'Zone A'],
    ['To', 'Zone B'],
    ['Value left', '$18.90'],
    ['Fare code', 'TEN-ADULT'],
    ['Booking number', /^PL-[0-9A-F]{8}$/],
  ] as const)
    await expect(
      details.getByRole('term').getByText(name, { exact: true }).locator('xpath=following::dd[1]'),
    ).toHaveText(fact);
  await expect(details.getByRole('button', { name: /receipt/i }).first()).toBeVisible();
  await details.getByRole('link', { name: 'Show favourites' }).last().click();

  await expect(page).toHaveURL(/\/card\/favourites\/1$/);
  await expect(own(page).getByRole('heading', { name: 'No favourites yet' })).toBeVisible();
});

test('a passenger saves packages of the last four weeks as favourites, two at most, renames and removes them [FAV-01, FAV-02, FAV-03]', async ({
  page,
  enterAs,
}) => {
  await enterAs(page, { cards: [{ name: 'Daily', habit: 'commuting' }] }, '/card/favourites/1');
  const table = page.getByRole('table');
  await expect(table.getByRole('row').filter({ hasText: 'At a machine' })).toContainText('more than four weeks ago');

  await choose(page, 'Add to favourites: Ten rides, adult', 'For visitors');
  await choose(page, 'Add to favourites: Bicycle month', 'Bike');
  await expect(own(page).getByText('there is room for no more')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add to favourites/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Rename Bike' }).click();
  await page.getByRole('dialog').getByLabel('Name of the favourite').fill('My bicycle');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'The favourite is now called My bicycle.');

  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Favourites' })).toContainText('My bicycle');
  await page.goto('/card/products-history/1');
  await page.getByRole('region', { name: 'Favourites' }).getByRole('link', { name: 'Show favourites' }).click();

  await page.getByRole('button', { name: 'Remove For visitors from favourites' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectNotice(page, 'For visitors is no longer one of your favourites.');
  await expect(own(page).getByText('For visitors')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to favourites: Ten rides, adult' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL(/\/card\/products-history\/1$/);
});

test('the list of bought packages shows name, sale date, description, amount and channel, for a range of dates [HIST-09]', async ({
  page,
  enterAs,
}) => {
  await enterAs(page, { cards: [{ name: 'Daily', habit: 'commuting' }] }, '/card/favourites/1');
  const table = page.getByRole('table');
  for (const name of ['Name', 'Sale date', 'Description', 'Amount', 'Bought'])
    await expect(table.locator('thead th').getByText(name, { exact: true })).toBeVisible();
  const row = table.getByRole('row').filter({ hasText: 'Bicycle month' });
  for (const said of ['A bicycle on every line for 30 days', '$19.00', 'In the app', /\d{4}\/\d\d\/\d\d \d\d:\d\d/])
    await expect(row).toContainText(said);

  await page.goto('/card/favourites/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z');
  await expect(page.getByRole('heading', { name: 'No packages in this period' })).toBeVisible();
});
