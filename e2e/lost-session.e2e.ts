import type { Page, Route } from '@playwright/test';
import { changeSessions, inDatabase } from './support/database.ts';
import { makePassenger } from './support/passengers.ts';
import { expect, signInAs, test } from './support/test.ts';

const isLoggedPath = '/public/api/v1/auth/user_is_logged';

// The language of this passenger's account is French, but a language that was chosen in the browser wins.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('selectedLanguage', 'en_CA')));

test('a lost session leads to the sign-in page, which says so, and the address keeps only the encoded way back [SES-09, SES-01]', async ({
  page,
  world,
  enterAs,
}) => {
  const { email } = await enterAs(page, { language: 'fr_CA' }, '/account/edit');
  await leave(page);
  await changeSessions(world, email);

  await page.goto('/card');

  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session expired and you have been logged out, please log in again.')).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).toSorted());
  expect(kept.filter((key) => key !== 'selectedLanguage' && key !== 'cookieNotice')).toEqual(['_sbtmpdat']);
  expect(await page.evaluate(() => localStorage.getItem('_sbtmpdat'))).toMatch(/^v1\.[\w-]+$/);
});

test('a passenger whose session ended before "Save" reads that nothing was saved, and comes back to the form', async ({
  page,
  world,
  enterAs,
}) => {
  const { email, password } = await enterAs(page, {}, '/account/edit');
  await page.getByLabel('First name').fill('Ada');
  // The session ends while the call is on its way, so no other call learns it before.
  await page.route('**/user/profile', async (route) => {
    await changeSessions(world, email);
    await route.continue();
  });

  await page.getByRole('region', { name: 'Your name' }).getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your last step was not carried out: repeat it after you log in.')).toBeVisible();
  await signInAs(page, email, password, '/account/edit');
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('a session past its absolute end has its own message to log in again [SES-10]', async ({
  page,
  world,
  enterAs,
}) => {
  const { email } = await enterAs(page, { language: 'fr_CA' }, '/account/edit');
  await leave(page);
  await changeSessions(world, email, `expires_at = now() - interval '1 minute'`);

  await page.goto('/card');

  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please log in again.')).toBeVisible();
});

test('if the session is still valid, the page reloads once [SES-09]', async ({ page, signIn }) => {
  await signIn(page, 'French', '/account/edit');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  await refuseFirst(page, '**/portal/cards/*/trips?**');
  const reloaded = page.waitForEvent('load');

  await page.getByRole('link', { name: 'Trips' }).first().click();
  await reloaded;

  await expect(page).toHaveURL(/\/card\/trips-history\/1$/);
  await expect(
    page
      .getByRole('table', { name: /^Trips with/ })
      .locator('th[scope=row]')
      .first(),
  ).toBeVisible();
});

test('if the session is still valid when "Save" is refused, the page reloads and says that nothing was saved', async ({
  page,
  enterAs,
}) => {
  await enterAs(page, {}, '/account/edit');
  await page.getByLabel('First name').fill('Ada');
  await refuseFirst(page, '**/user/profile');
  const reloaded = page.waitForEvent('load');

  await page.getByRole('region', { name: 'Your name' }).getByRole('button', { name: 'Save' }).click();
  await reloaded;

  await expect(page.getByText('Your last step was not carried out: please repeat it.')).toBeVisible();
  await expect(page).toHaveURL('/account/edit');
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('a refused public receipt does not count as a lost session [SES-11]', async ({ page, signIn }) => {
  await signIn(page, 'French');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/receipt-page');
  await page.route('**/portal/receipts/search', refuse);
  await page.locator('input[name=srid]').fill('PLT*7K2M4Q9T1XB5ZC');
  await page.locator('input[name=amount]').fill('10.70');

  const answered = page.waitForResponse('**/portal/receipts/search');
  await page.locator('form button[type=submit]').click();
  await answered;
  // The page has handled the answer when its button can be pressed again.
  await expect(page.locator('form button[type=submit]')).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('form button[type=submit]')).toBeEnabled();

  await expect(page).toHaveURL('/receipt-page');
  expect(asked).not.toContain(isLoggedPath);
});

test('always starts at the first page if the settings say so [NAV-07]', async ({ page, world }) => {
  const { email, password } = await makePassenger(world);
  await inDatabase(world, 'update passengers set show_first_page = true where email = $1', [email]);
  await page.goto('/login');
  await signInAs(page, email, password);

  await page.goto('/card/add');
  await expect(page).toHaveURL('/');
  await page.goto('/carte/historique-des-trajets');
  await expect(page).toHaveURL('/');
});

/** Leaves the portal for a plain answer of its server. Otherwise an open call of the page would be the first to learn that the session is gone. */
async function leave(page: Page): Promise<void> {
  await page.goto('/public/api/v1/portal/config');
}

/** The server's answer to a call without a session. */
async function refuse(route: Route): Promise<void> {
  await route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', traceId: 'none' } } });
}

/**
 * Refuses the first call to these addresses. (With Playwright's own `times: 1`, one call in a hundred that comes next hangs: it was
 * stopped for the route that is just taken away.)
 */
async function refuseFirst(page: Page, addresses: string): Promise<void> {
  let isRefused = false;
  await page.route(addresses, async (route) => {
    if (isRefused) return await route.continue();
    isRefused = true;
    await refuse(route);
  });
}

test('leads a browser with an old cookie to the sign-in page', async ({ page, context, signIn, world }) => {
  await signIn(page, 'Fresh');
  const cookie = { name: 'tapfolio-session', value: 'A'.repeat(43), url: world.address };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);

  await page.goto('/card');

  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText('Your session expired and you have been logged out, please log in again.').first(),
  ).toBeVisible();
  await signInAs(page, world.people[0]?.email ?? '', world.password, '/card');
});
