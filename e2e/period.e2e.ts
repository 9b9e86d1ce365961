import type { Page } from '@playwright/test';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { instantAt, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { formatDay } from '@tapfolio/locales/formats.ts';
import { expect, test } from './support/test.ts';

const periodButton = (page: Page) => page.getByRole('button', { name: /^(Period|Période) / });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const steps = (page: Page) => page.evaluate(() => history.length);

/** Types both days with the keyboard, digit by digit, and submits them with Enter. */
async function typePeriod(page: Page, first: string, last: string): Promise<void> {
  await periodButton(page).focus();
  await page.keyboard.press('Enter');
  await page.locator('input[name=fromDay]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(first);
  await page.locator('input[name=toDay]').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(last);
  await page.keyboard.press('Enter');
}

const timeZone = 'America/Toronto';
const cuts = { trips: '04:30', payments: '04:30', products: '00:00' };

/** Monday to Wednesday of about eleven weeks ago: this person travelled on each of these days. */
const aboutThen = Date.now() - 77 * dayMs;
const monday = aboutThen - ((new Date(aboutThen).getUTCDay() + 6) % 7) * dayMs;
const dayAfter = (days: number) => new Date(monday + days * dayMs).toISOString().slice(0, 10);
const [first, middle, last] = [dayAfter(0), dayAfter(1), dayAfter(2)];
const slashed = (day: string) => day.replaceAll('-', '/');
const period = `${slashed(first)} to ${slashed(last)}`;

/** What each list shows for these days. This person has no products. */
const shownDays = {
  // The newest day fills the first page.
  trips: [new RegExp(`^${formatDay(last, 'en_CA')}`)],
  payments: [last, middle, first].map(slashed),
  products: [],
};

for (const [history, list] of [
  ['trips', 'Trips'],
  ['payments', 'Payments'],
  ['products', 'Products'],
] as const) {
  test(`a typed period filters the ${list.toLowerCase()} in one step, its last day included [HIST-01, HIST-04, HIST-11]`, async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'Very long history', `/card/${history}-history/1`);
    await expect(page.getByText('Loading…')).toHaveCount(0);
    const before = await steps(page);
    await typePeriod(page, slashed(first), last.replaceAll('-', ''));

    await expect(periodButton(page)).toHaveText(`Period ${period}`);
    await expect(periodButton(page)).toBeFocused();
    // The days of products are those of the calendar.
    expect(searchOf(page)).toEqual(rangeOfDays(first, last, { timeZone, dayCut: cuts[history] }));
    expect(await steps(page)).toBe(before + 1);
    await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const days = page.locator(history === 'trips' ? 'main th[scope=rowgroup]' : 'main tbody th[scope=row]');
    await expect(days).toHaveText(shownDays[history]);

    await page.reload();
    await expect(periodButton(page)).toHaveText(`Period ${period}`);
    await page.goBack();
    await expect(periodButton(page)).toHaveText('Period Any time');
  });
}

test('a period of one day shows the trips of that day and of no other [HIST-01]', async ({ page, signIn }) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await typePeriod(page, slashed(middle), slashed(middle));
  await expect(page).toHaveURL(/from=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);

  const days = page.locator('main th[scope=rowgroup]');
  await expect(days).toHaveCount(1);
  await expect(days).toContainText(formatDay(middle, 'en_CA'));
});

test('an impossible period gets an explanation and no call to the server', async ({ page, signIn }) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await expect(page.getByRole('status').filter({ hasText: /rows? shown/ })).toHaveCount(1);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trips?')) asked.push(request.url());
  });

  await typePeriod(page, '2026/09/10', '2026/09/09');
  await expect(page.getByText('The start must be before the end.')).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();

  await page.getByLabel('From', { exact: true }).fill('2026/02/31');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the day as 2026/11/18.')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(asked).toEqual([]);
  expect(searchOf(page)).toEqual({});
});

test('a filter with only one end is shown with only one end', async ({ page, signIn }) => {
  await signIn(page, 'Very long history', '/card/trips-history/1?from=2026-09-07T08:30:00Z');

  await expect(periodButton(page)).toHaveText('Period From 2026/09/07');
  await periodButton(page).click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026/09/07');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
});

test('times can be added to the period, and the list shows the trips between them [HIST-01]', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await periodButton(page).click();
  await page.getByRole('checkbox', { name: 'Set times' }).check();
  await page.getByLabel('From', { exact: true }).fill(slashed(first));
  await page.getByLabel('From, time').fill('6:00');
  await page.getByLabel('To', { exact: true }).fill(slashed(first));
  await page.getByLabel('To, time').fill('9:59');
  const answered = page.waitForResponse(/\/cards\/1\/trips\?.*from=/);
  await page.getByRole('button', { name: 'Apply' }).click();

  await expect(periodButton(page)).toHaveText(`Period ${slashed(first)} 06:00 to ${slashed(first)} 09:59`);
  const [from, to] = [instantAt(first, '06:00', timeZone), instantAt(first, '10:00', timeZone)];
  expect(searchOf(page)).toEqual({ from, to });
  const { items } = tripPage.parse(await (await answered).json());
  expect(items.length).toBeGreaterThan(0);
  const starts = items.map(({ startedAt }) => Date.parse(startedAt));
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(Date.parse(from));
  expect(Math.max(...starts)).toBeLessThan(Date.parse(to));
});

test('any month of any year is a few clicks away, and choosing it makes no call to the server', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await periodButton(page).click();
  const year = new Date().getUTCFullYear() - 4;
  await page.getByLabel('Month', { exact: true }).selectOption('March');
  await page.getByLabel('Year', { exact: true }).selectOption(String(year));
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(`${year}/03/01`);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(`${year}/03/31`);
  expect(searchOf(page)).toEqual({});
  await page.getByRole('button', { name: 'Apply' }).click();

  await expect(periodButton(page)).toHaveText(`Period ${year}/03/01 to ${year}/03/31`);
});

test('the browser’s own calendar fills in the day', async ({ page, signIn }) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await periodButton(page).click();
  await page.getByRole('button', { name: 'Choose the first day in a calendar' }).click();
  await page.locator('input[type=date]').first().fill('2026-09-07');

  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026/09/07');
});

test('the period is typed in the format of the page’s language [I18N-06]', async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'fr_CA'));
  await signIn(page, 'Very long history', '/card/trips-history/1');
  await periodButton(page).click();
  await expect(page.getByText('JJ/MM/AAAA').first()).toBeVisible();
  await page.getByLabel('Du', { exact: true }).fill('07/09/2026');
  await page.getByLabel('Au', { exact: true }).fill('9/9/2026');
  await page.keyboard.press('Enter');

  await expect(periodButton(page)).toHaveText('Période Du 07/09/2026 au 09/09/2026');
  expect(searchOf(page)).toEqual({ from: '2026-09-07T08:30:00.000Z', to: '2026-09-10T08:30:00.000Z' });
});

test('choosing another card with the keyboard keeps period, page size and focus', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card/trips-history/1?from=2026-09-07T08:30:00Z&size=10');
  const switcher = page.getByRole('button', { name: /^Card / });
  const first = await switcher.textContent();
  await switcher.focus();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
  expect(searchOf(page).size).toBe('10');
  await expect(page).toHaveURL(/trips-history\/1\?/);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/trips-history\/(?!1\?)\d+\?/);
  expect(searchOf(page)).toEqual({ from: '2026-09-07T08:30:00Z', size: '10' });
  await expect(switcher).not.toHaveText(first ?? '');
  await expect(switcher).toBeFocused();
});
