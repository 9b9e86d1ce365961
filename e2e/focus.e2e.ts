import { claimStatement } from './support/passengers.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

test('moves the focus to the heading of one card, and back to that card among all of them', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Regular', '/card');
  const heading = page.getByRole('heading', { level: 1 });
  const card = page.locator('main').getByRole('link', { name: 'Everyday', exact: false }).first();
  const name = (await card.textContent()) ?? '';
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(name);
  await expect(heading).toBeFocused();

  await page.goBack();
  await expect(heading).toHaveText('Your cards');
  await expect(card).toBeFocused();
});

for (const width of [390, 1280])
  test(`goes back to the trip whose payment was looked at, opened and in sight, at ${width} px`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await signIn(page, 'Regular', '/card/trips-history/1');
    const trip = page.locator('main tbody button[aria-expanded], main section details > summary').nth(9);
    await trip.focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'See the payment' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
    await expect(page.getByRole('heading', { name: 'Why this amount?' })).toBeVisible();

    await page.goBack();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trips');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  });

test('keeps the focus on the control that chose the language', async ({ page }) => {
  await page.goto('/login');
  const french = page.getByRole('button', { name: 'Français' });
  await french.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/connexion');
  await expect(french).toBeFocused();
});

test('moves the focus to the other language if the chosen one is no longer offered', async ({ page, enterAs }) => {
  await enterAs(page);
  await page.getByRole('button', { name: 'Français' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('keeps the focus on a language when one is chosen in the menu', async ({ page, enterAs }) => {
    await enterAs(page);
    const more = page.getByRole('button', { name: /^(More|Plus)$/ });
    await more.focus();
    await page.keyboard.press('Enter');
    const french = page.getByRole('button', { name: 'Français' });
    await french.focus();
    await page.keyboard.press('Enter');

    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
    await expect(page.locator('button[lang]:focus')).toBeVisible();
  });
});

test('moves the focus to the visible heading when another receipt is requested', async ({ page, world }) => {
  const statement = claimStatement(world, 'errands');
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/receipt-page');
  await page.getByLabel('Statement reference (SRID)').fill(statementLine(statement));
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Find another receipt' }).click();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(page.getByLabel('Amount of this charge')).toBeAttached();
  await expect(heading).toBeInViewport();
});

test('moves the focus to the list when its filter is removed', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card/trips-history/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z');
  await expect(page.getByText('No trips in this period')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Reset' }).click();

  await expect(page.getByRole('heading', { level: 2, name: /^Trips with/ })).toBeFocused();
});

test('keeps the focus on the retry button during a retry, and moves it to the loaded content', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Fresh');
  await page.route('**/public/api/v1/portal/cards', (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto('/card');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  const refused = page.waitForResponse('**/public/api/v1/portal/cards');
  await page.keyboard.press('Enter');
  await refused;
  await expect(retry).toBeFocused();

  // During the retry, the button does nothing.
  await expect(retry).toBeEnabled();
  await page.unroute('**/public/api/v1/portal/cards');
  await page.keyboard.press('Enter');
  await expect(retry).toHaveCount(0);
  await expect(page.locator(':is(main, main *):focus')).toHaveCount(1);
});
