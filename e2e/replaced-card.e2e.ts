import type { Page } from '@playwright/test';
import { expectNoViolations } from './support/judgements.ts';
import { expectNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';

/** For `enterAs`: one card that the bank has replaced with one that ends in 9981. */
const replaced = { cards: [{ name: 'Green card', habit: 'beforeReplacement' as const }] };

const offer = (page: Page) => page.getByRole('region', { name: 'Has the bank replaced Green card?' });
const carryOn = 'Use the new card';

/** The number of trips in the history. */
async function countTrips(page: Page): Promise<number> {
  await page.goto('/card/trips-history/1?size=all');
  await expect(page.getByRole('status').filter({ hasText: /rows? shown/ })).toHaveCount(1);
  return await page
    .getByRole('table')
    .getByRole('button', { name: /^Details/ })
    .count();
}

async function addFavourite(page: Page, name: string): Promise<void> {
  await page.goto('/card/favourites/1');
  await page.getByRole('button', { name: 'Add to favourites: Ten rides, adult' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the favourite').fill(name);
  await dialog.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(dialog).toBeHidden();
}

test('with one confirmation, the replacement card takes over the name, the favourites and the history of the old card', async ({
  page,
  enterAs,
}) => {
  test.setTimeout(120_000);
  await enterAs(page, replaced);
  const before = await countTrips(page);
  await addFavourite(page, 'Rides with Grandpa');
  await page.goto('/');
  await expect(offer(page)).toContainText('A card ending in 9981 is now used with the same bank account.');
  await expectNoViolations(page, 'a card that the bank has replaced');

  await offer(page).getByRole('button', { name: carryOn }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the new card as Green card?' });
  await expect(dialog).toBeVisible();
  await expectNoViolations(page, 'the question whether to carry on');
  await dialog.getByRole('button', { name: carryOn }).click();

  await expectNotice(page, 'Green card is now the new card.');
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Green card', exact: true })).toHaveAccessibleDescription(
    /Ready to travel/,
  );
  await expect(page.getByText('9981').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Favourites' })).toContainText('Rides with Grandpa');
  // The list has six trips of the new card and the trips of the old one.
  expect(await countTrips(page)).toBe(before + 6);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  await page.goto('/card');
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Green card', exact: true })).toHaveCount(1);
});

test('a postponed offer stays, and an offer that two tabs confirm is carried out once', async ({
  page,
  context,
  enterAs,
}) => {
  test.setTimeout(120_000);
  await enterAs(page, replaced, '/card?id=1');
  await offer(page).getByRole('button', { name: carryOn }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(offer(page).getByRole('button', { name: carryOn })).toBeFocused();
  await page.reload();
  await expect(offer(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/card?id=1');
  await offer(other).getByRole('button', { name: carryOn }).click();
  await expect(other.getByRole('dialog')).toBeVisible();

  await offer(page).getByRole('button', { name: carryOn }).click();
  await page.getByRole('dialog').getByRole('button', { name: carryOn }).dblclick();
  await expect(offer(page)).toHaveCount(0);
  await other.getByRole('dialog').getByRole('button', { name: carryOn }).click();

  await expect(other.getByText('The card could not be replaced.')).toHaveCount(0);
  await expect(offer(other)).toHaveCount(0);
  const cards = await (await page.request.get('/public/api/v1/portal/cards')).json();
  expect(cards.items).toHaveLength(1);
  expect(cards.items[0]).toMatchObject({ id: 1, name: 'Green card', lastFour: '9981', replacement: null });
});
