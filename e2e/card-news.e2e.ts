import type { Page } from '@playwright/test';
import { inDatabase } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import { untilMailed } from './support/registration.ts';
import type { RunningWorld } from './support/running-world.ts';
import { expect, test } from './support/test.ts';
import { owing } from './support/unpaid-fares.ts';

const subject = 'Your card “Bus card” is refused';
const heading = 'Emails about your cards';
const box = (page: Page) => page.getByLabel('A card is refused because a fare was not paid');

/** The card was in the account before its fare, and the ten minutes after the delivery are over. */
async function letMailTell(world: RunningWorld, email: string): Promise<void> {
  const whose = 'passenger_id = (select passenger_id from passengers where email = $1)';
  const opened = `(select min(opened_at) from debts where medium_id = cards.medium_id) - interval '1 day'`;
  await inDatabase(world, `update cards set linked_at = ${opened} where ${whose}`, [email]);
  await inDatabase(world, `select wake_card_news(array[medium_id], '{}', 0) from cards where ${whose}`, [email]);
}

/** The links in the text of a mail. */
async function linksIn(page: Page, world: RunningWorld, email: string): Promise<string[]> {
  await (await untilMailed(page, world, { email, subject })).click();
  const links = await page.locator('pre').getByRole('link').all();
  return await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

test('a mail says that a card is refused, leads to the card, and turns off its kind without a sign-in', async ({
  page,
  enterAs,
  openElsewhere,
  world,
}) => {
  test.setTimeout(120_000);
  const { email } = await enterAs(page, owing);
  await letMailTell(world, email);
  const [toCard = '', off = ''] = await linksIn(page, world, email);

  await page.goto(toCard);
  await expect(page.getByRole('heading', { level: 1, name: 'Bus card' })).toBeVisible();
  await expect(page.getByText(/^Your bank did not pay/).first()).toBeVisible();

  const stranger = await openElsewhere();
  await stranger.goto(off);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Turn off these emails?' })).toBeVisible();
  await expect(stranger).toHaveURL('/stop-emails/-');
  await expectNoViolations(stranger, 'the question whether to turn off the emails');
  await stranger.getByRole('button', { name: 'Turn off' }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: 'These emails are off' })).toBeFocused();
  await expectNoViolations(stranger, 'the emails are off');

  await page.goto('/account/edit');
  await expect(box(page)).not.toBeChecked();
});

test('a passenger chooses by keyboard which emails about cards come', async ({ page, enterAs }) => {
  await enterAs(page, {}, '/account/edit');
  await expect(box(page)).toBeChecked();
  await box(page).focus();

  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Your changes have been saved.').locator('visible=true').first()).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('region', { name: heading })).toBeVisible();
  await expect(box(page)).not.toBeChecked();
});
