import type { Page } from '@playwright/test';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { holdBack } from './support/hold-back.ts';
import { expect, signInAs, test } from './support/test.ts';

const headers = (page: Page) => page.locator('main table').first().locator('thead th');
const shown = (page: Page) => page.getByRole('status').filter({ hasText: / rows? shown$/ });
const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0);

test('shows the columns of the specification for trips and payments [HIST-01, HIST-04]', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card/trips-history/1');
  for (const name of ['Trip', 'Line', 'Transport', 'Status', 'Fare', 'Currency', 'Last update'])
    await expect(headers(page).getByText(name, { exact: true })).toBeVisible();

  await page.goto('/card/payments-history/1');
  for (const name of ['Reason', 'Due', 'Paid', 'Total', 'Currency', 'Method', 'Status', 'Reference (SRID)'])
    await expect(headers(page).getByText(name, { exact: true })).toBeVisible();
});

test('shows 10, 20, 50 or all rows on a page, and says on each page if there are more rows than the limit [HIST-10]', async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'Very long history', '/card/trips-history/1?size=10');
  await expect(shown(page)).toHaveText('10 rows shown');
  const first = await page.locator('th[scope=row]').first().textContent();

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('th[scope=row]').first()).not.toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(page.locator('th[scope=row]').first()).toHaveText(first ?? '');

  for (const size of ['20', '50']) {
    await page.getByRole('button', { name: size, exact: true }).click();
    await expect(shown(page)).toHaveText(`${size} rows shown`);
    await expect(page.locator('th[scope=row]')).toHaveCount(Number(size));
  }
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(shown(page)).toHaveText('1,000 rows shown', { timeout: 40_000 });
  const cut = page.getByText('A page has at most 1,000 rows, so the rest are on other pages.');
  await expect(cut).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('th[scope=row]').first()).not.toHaveText(first ?? '');
  await expect(cut).toBeVisible();
});

test('opens one card’s filtered list from a link, after sign-in [HIST-11, NAV-06]', async ({ page, world }) => {
  const person = world.people.find(({ kind }) => kind === 'Very long history');
  const day = new Date(Date.now() - 75 * dayMs).toISOString().slice(0, 10);
  const { from, to } = rangeOfDays(day, day, { timeZone: 'America/Toronto', dayCut: '04:30' });
  const link = `/card/trips-history/1?from=${from}&to=${to}`;
  await page.goto(link);
  await expect(page).toHaveURL('/login');
  const steps = await page.evaluate(() => history.length);
  await signInAs(page, person?.email ?? '', world.password, link);
  await settled(page);

  const days = page.locator('main th[scope=rowgroup]');
  await expect(days).toHaveCount(1);
  const words = new Date(day).toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(days).toContainText(words);
  // In the browser's history, the requested page replaces the sign-in page: Back does not lead to it.
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

for (const [name, call] of [
  ['trips', 'trips'],
  ['payments', 'payments'],
  ['products', 'products'],
] as const) {
  test(`the list of ${name} says that it loads, is empty or has failed, and appears after a retry [HIST-12]`, async ({
    page,
    signIn,
    allowErrors,
  }) => {
    allowErrors(/status of 503/);
    await signIn(page, 'Regular');
    const answer = await holdBack(page, `**/portal/cards/1/${call}?**`);
    await page.goto(`/card/${name}-history/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z`);
    await expect(page.getByText('Loading…').first()).toBeAttached();
    answer();
    await expect(page.getByRole('heading', { name: `No ${name} in this period` })).toBeVisible();

    await page.unroute(`**/portal/cards/1/${call}?**`);
    await page.route(`**/portal/cards/1/${call}?**`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(`/card/${name}-history/1`);
    await expect(page.getByText('This could not be loaded.')).toBeVisible();
    await page.unroute(`**/portal/cards/1/${call}?**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('main tbody th[scope=row]').first()).toBeVisible();
    await expect(page.getByText('This could not be loaded.')).toHaveCount(0);
  });
}

test('a link to one row opens the row, scrolls to it and puts the focus there', async ({ page, signIn }) => {
  await signIn(page, 'Regular');
  const answered = page.waitForResponse(/\/cards\/1\/trips\?/);
  await page.goto('/card/trips-history/1');
  const { items } = (await (await answered).json()) as { items: { id: string }[] };
  await page.goto(`/card/trips-history/1?open=${items.at(-1)?.id}`);

  const opener = page.locator('main button[aria-expanded=true]');
  await expect(opener).toBeInViewport();
  await expect(opener).toBeFocused();
});

test('keeps a row open when the window changes between the wide and the narrow layout', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await signIn(page, 'Regular', '/card/payments-history/1');
  await page.locator('main table button[aria-expanded]').nth(1).click();
  await expect(page.locator('main table button[aria-expanded=true]')).toHaveCount(1);

  await page.setViewportSize({ width: 900, height: 900 });
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(page.locator('main table button[aria-expanded=true]')).toHaveCount(1);
});

test('shows the columns of payments again after the text of the browser was larger for a while', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'Regular', '/card/payments-history/1');
  const table = page.getByRole('main').getByRole('table');
  await expect(table).toBeVisible();
  const cdp = await page.context().newCDPSession(page);

  for (const standard of [24, 16]) {
    await cdp.send('Page.setFontSizes', { fontSizes: { standard } });
    await expect(table).toHaveCount(standard === 16 ? 1 : 0);
  }
});
