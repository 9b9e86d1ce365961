import type { Page } from '@playwright/test';
import { emailOf } from './support/database.ts';
import type { RunningWorld } from './support/running-world.ts';
import { startSecondPortal } from './support/second-portal.ts';
import { expect, signInAs, test } from './support/test.ts';

/** Opens the portal of an operator who withholds these permissions. The test fails if a screen makes a call that is refused. */
async function withWithheld(
  page: Page,
  world: RunningWorld,
  withheldPermissions: string[],
  look: (address: string) => Promise<void>,
): Promise<void> {
  const { address, stop } = await startSecondPortal(world, { withheldPermissions });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  try {
    await look(address);
    // The portal stops now: an open request of the page would fail.
    await page.goto('about:blank');
  } finally {
    await stop();
  }
  expect(refused).toEqual([]);
}

async function enter(page: Page, world: RunningWorld, address: string, kind: string, arrival = '/'): Promise<void> {
  await page.goto(`${address}/login`);
  await signInAs(page, emailOf(world, kind), world.password, `${address}${arrival}`);
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('shows everything to a passenger with all permissions', async ({ page, signIn }) => {
  await signIn(page, 'Regular');
  await expect(heading(page, 'Spent on travel, week by week')).toBeVisible();
  for (const name of ['Trips', 'Payments', 'Add card']) {
    await expect(page.getByRole('navigation').first().getByRole('link', { name })).toBeVisible();
  }
  await page.goto('/account/edit');
  for (const name of sectionsOfAccount) await expect(heading(page, name)).toBeVisible();
});

const sectionsOfAccount = [
  'Your name',
  'Password',
  'Sign-in and security',
  'Where you are signed in',
  'Data protection',
  'Your data',
  'Delete your account',
];

test('leaves out payments, adding cards and every withheld action of the account [ACC-05]', async ({ page, world }) => {
  test.slow();
  const withheld = [
    'card-add',
    'card.rename',
    'card.unlink',
    'card-payments-history',
    'card-payments-history-table',
    'card-favourites-table',
    'card.pay-debt',
    'account-edit.profile',
    'account-edit.password',
    'account-edit.second-factors',
    'account-edit.language',
    'account-edit.sessions',
    'account-edit.consent',
    'account-edit.export',
    'account-edit.close',
  ];
  await withWithheld(page, world, withheld, async (address) => {
    await enter(page, world, address, 'In debt');
    await expectLoaded(page);
    await expect(page.getByRole('link', { name: 'Add a card' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Unpaid fare on' }).getByText('What happened so far').first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

    await page.goto(`${address}/card?id=1`);
    await expectLoaded(page);
    await expect(heading(page, 'Trips')).toBeVisible();
    await expect(heading(page, 'Payments')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Rename|Unlink/ })).toHaveCount(0);

    await page.goto(`${address}/card/trips-history/1`);
    await expectLoaded(page);
    await page.locator('button[aria-expanded]').locator('visible=true').last().click();
    await expect(page.getByText('Trip id')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the payment' })).toHaveCount(0);

    await page.goto(`${address}/account/edit`);
    await expect(heading(page, 'Sign-ins')).toBeVisible();
    for (const name of sectionsOfAccount) await expect(heading(page, name)).toHaveCount(0);
    await expect(page.getByLabel('Language', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');

    await page.goto(`${address}/carte/ajouter`);
    await expect(page).toHaveURL(/\/erreur\?code=0107$/);
  });
});

test('skips a withheld home screen, and says that cards cannot be added [ACC-05]', async ({ page, world }) => {
  test.slow();
  const withheld = [
    'passenger-area',
    'card-add.link',
    'card-trips-history',
    'card-trips-history-table',
    'card-products-history',
    'card-products-history-table',
    'card-payments-history-table.receipt',
  ];
  await withWithheld(page, world, withheld, async (address) => {
    await enter(page, world, address, 'Regular', '/card');
    await expectLoaded(page);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Add card' }).click();
    await expect(heading(page, 'Adding cards is not offered here')).toBeVisible();
    await expect(page.getByLabel('Statement reference (SRID)')).toHaveCount(0);

    await page.goto(`${address}/card?id=1`);
    await expectLoaded(page);
    await expect(heading(page, 'Payments')).toBeVisible();
    await expect(heading(page, 'Trips')).toHaveCount(0);
    await expect(heading(page, 'Products')).toHaveCount(0);

    await page.goto(`${address}/card/payments-history/1`);
    await expectLoaded(page);
    await page.locator('button[aria-expanded]').locator('visible=true').last().click();
    await expect(heading(page, 'Why this amount?')).toBeVisible();
    await expect(page.getByRole('button', { name: /Download receipt/ })).toHaveCount(0);
    await expect(page.locator('a[href*="trips-history"]')).toHaveCount(0);
  });
});

test('leaves trips and products out of home, and shows cards without a link if they cannot be opened [ACC-05]', async ({
  page,
  world,
}) => {
  const withheld = [
    'card',
    'card-trips-history',
    'card-trips-history-table',
    'card-products-history',
    'card-products-history-table',
  ];
  await withWithheld(page, world, withheld, async (address) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await enter(page, world, address, 'Regular');
    await expectLoaded(page);
    await expect(heading(page, 'Your cards')).toBeVisible();
    await expect(heading(page, 'Spent on travel, week by week')).toHaveCount(0);
    await expect(heading(page, 'Active tickets')).toHaveCount(0);
    // A passenger without tickets would not have this heading either, so the calls are checked too.
    expect(asked.filter((path) => /\/(active-tickets|spend)$/.test(path))).toEqual([]);
    expect(asked.some((path) => path.endsWith('/cards'))).toBe(true);
    await expect(page.locator('main a[href^="/card?"]')).toHaveCount(0);

    await page.goto(`${address}/card/payments-history/99`);
    await expect(heading(page, 'This card is not in your account')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All cards' })).toHaveCount(0);
  });
});
