import type { Page } from '@playwright/test';
import { holdBack } from './support/hold-back.ts';
import { everythingAnswered } from './support/open-requests.ts';
import { expect, signInAs, test } from './support/test.ts';

/** The browser prints an error for each blocked file. These tests check the message on the screen instead. */
const fileKeptAway = /ERR_FAILED|Failed to fetch dynamically imported module/;

const registerPart = /\/assets\/register-[^/]*\.js$/;

const keepAway = (page: Page, files: RegExp) => page.route(files, (route) => route.abort());

test('writes no form values into the address while the script is not loaded yet', async ({ page, allowErrors }) => {
  allowErrors(fileKeptAway);
  await keepAway(page, /\/assets\/start-[^/]*\.js$/);
  for (const [address, field] of [
    ['/login', 'Email address'],
    ['/register', 'Email address'],
    ['/reset-password', 'Email address'],
    ['/receipt-page', 'Statement reference (SRID)'],
  ] as const) {
    await page.goto(address);
    await page.getByLabel(field).fill('secret@example.org');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByLabel(field).press('Enter');

    expect((await answered).status()).toBe(204);
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel(field)).toHaveValue('secret@example.org');
  }
});

test('says at once that it needs scripts, in the language of the page, where a browser runs none', async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-CA' });
  const page = await context.newPage();
  for (const path of ['/connexion', '/carte']) {
    await page.goto(new URL(path, world.address).href);
    await expect(page.getByText('Ce portail a besoin de JavaScript.', { exact: false })).toBeVisible();
    await expect(page.getByText('Cette page n’a pas pu être chargée.', { exact: false })).toBeHidden();
  }
  await context.close();
});

test('reads a statement line that was pasted before the script was loaded', async ({ page }) => {
  const arrive = await holdBack(page, /\/assets\/start-[^/]*\.js$/);
  await page.goto('/receipt-page', { waitUntil: 'commit' });
  await page.getByLabel('Statement reference (SRID)').fill('PLT*QZGQ5MSFHFF07A PORT LUMIERE 3.75');
  arrive();

  await expect(page.getByLabel('Amount of this charge')).toHaveValue('3.75');
  await expect(page.getByText('Reference read: QZGQ5MSFHFF07A').first()).toBeVisible();
});

test('leads a signed-in passenger from the sign-in page to home without an error', async ({ page, enterAs }) => {
  await enterAs(page);
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Your cards' })).toBeVisible();
});

test('shows a public screen to a signed-in passenger whose navigation does not arrive', async ({
  page,
  signIn,
  allowErrors,
}) => {
  allowErrors(fileKeptAway);
  await signIn(page, 'Fresh');
  await keepAway(page, /\/assets\/frame-[^/]*\.js$/);
  const failed = page.waitForEvent('console', (message) => /dynamically imported.*frame/.test(message.text()));
  await page.goto('/receipt-page');
  await failed;

  await page.getByLabel('Statement reference (SRID)').fill('PLT*QZGQ5MSFHFF07A PORT LUMIERE 3.75');
  await expect(page.getByText('Reference read: QZGQ5MSFHFF07A').first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
});

test('the navigation of a signed-in passenger moves nothing on a public screen when it arrives on a phone', async ({
  page,
  enterAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page);
  await page.getByRole('button', { name: 'Got it' }).click();
  const arrive = await holdBack(page, /\/assets\/frame-[^/]*\.js$/);
  const topOfFooter = () => page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().top);

  await page.goto('/no/such/page');
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  const before = await topOfFooter();
  arrive();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();

  expect(await topOfFooter()).toBe(before);
});

test('says that the page could not start, and starts it after a retry [NAV-09]', async ({
  page,
  signIn,
  allowErrors,
}) => {
  allowErrors(fileKeptAway);
  await signIn(page, 'Fresh');
  await keepAway(page, /\/assets\/texts-public-[^/]*\.js$/);
  await page.goto('/card');
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();

  await page.unroute(/\/assets\/texts-public-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Try again' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Your cards' })).toBeVisible();
  await expect(page.getByText('This page could not be loaded.')).toHaveCount(0);
});

test('says that a part did not arrive without which the page shows and no form can be sent', async ({
  page,
  world,
  allowErrors,
}) => {
  // React misses the region of the notices too, which stands in the page as written.
  allowErrors(new RegExp(`${fileKeptAway.source}|Minified React error #418`));
  for (const part of [/\/assets\/soon-[^/]*\.js$/, /\/assets\/texts-rest-[^/]*\.js$/]) {
    await keepAway(page, part);
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await page.unroute(part);
  }
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Try again' }).click()]);

  await signInAs(page, world.people[1]?.email ?? '', world.password, '/');
  await expect(page.getByText('This page could not be loaded.')).toHaveCount(0);
});

test('says so by itself after a while when not even the first script arrives', async ({ page, allowErrors }) => {
  allowErrors(fileKeptAway);
  await keepAway(page, /\/assets\/start-[^/]*\.js$/);
  await page.goto('/card');
  // The waiting time is a CSS animation: the test ends it here.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
});

test('opens the requested page after sign-in, also if the keyboard focus has visited other links [NAV-06]', async ({
  page,
  world,
}) => {
  await page.clock.install();
  await page.goto('/card/payments-history/1');
  await expect(page).toHaveURL('/login');
  const brand = page.getByRole('banner').getByRole('link');
  while (!(await brand.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab');
  // When the focus stays on a link for a moment, the page preloads the link's screen.
  await page.clock.runFor(1000);
  await page.clock.resume();

  await signInAs(page, world.people[1]?.email ?? '', world.password, '/card/payments-history/1');
});

test('offers a retry if the files of a screen cannot be loaded [NAV-09]', async ({ page, allowErrors }) => {
  allowErrors(fileKeptAway);
  await page.goto('/login');
  await keepAway(page, registerPart);
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible();

  await page.unroute(registerPart);
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
});

test('opens a screen after a deployment has replaced its script and styles', async ({ page, allowErrors }) => {
  allowErrors(/Failed to fetch dynamically imported module/);
  await page.goto('/login');
  let isReplaced = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isReplaced = false;
  });
  await page.route(/\/assets\/register-/, (route) => (isReplaced ? route.fulfill({ status: 404 }) : route.continue()));
  await page.getByRole('link', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  expect(isReplaced).toBe(false);
});

test('offers a retry if a file of a screen does not arrive within 120 seconds, and writes to the console [NAV-09, WEB-02]', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/did not arrive in time/);
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.clock.install();
  await page.goto('/login');
  await everythingAnswered(page);
  const arrive = await holdBack(page, registerPart);
  const asked = page.waitForRequest(registerPart);
  await page.getByRole('link', { name: 'Create account' }).click();
  await asked;
  await page.clock.fastForward('01:55');
  await expect(page.getByText('This page could not be loaded.')).toHaveCount(0);

  await page.clock.fastForward('00:10');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible();
  expect(told.join()).toContain('did not arrive in time');
  arrive();
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
});

test('keeps the screen and what was typed when the note on changed terms does not arrive', async ({
  page,
  enterAs,
  allowErrors,
}) => {
  allowErrors(fileKeptAway);
  const note = /\/assets\/terms-note-[^/]*\.js$/;
  await keepAway(page, note);
  await page.route('**/user/get_settings*', async (route) => {
    const settings = await (await route.fetch()).json();
    settings.user.consent_due = true;
    await route.fulfill({ json: settings });
  });
  const missing = page.waitForEvent('requestfailed', (request) => note.test(request.url()));
  await enterAs(page, {}, '/account/edit');
  const name = page.getByLabel('First name');
  await name.fill('Maya');
  await missing;

  await expect(page.getByText('The portal cannot be reached. Check your connection and try again.')).toBeVisible();
  await expect(name).toHaveValue('Maya');
});

const notReached = 'The portal cannot be reached. Check your connection and try again.';

test('keeps the screen when the part that watches the idle time does not arrive, and says so', async ({
  page,
  enterAs,
  allowErrors,
}) => {
  allowErrors(fileKeptAway);
  await keepAway(page, /\/assets\/session-watch-[^/]*\.js$/);

  await enterAs(page, {}, '/account/edit');

  await expect(page.getByText(notReached)).toBeVisible();
  await expect(page.getByLabel('First name')).toBeVisible();
});

test('keeps the sign-in page when the step for the code does not arrive, and offers to load it again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(new RegExp(`${fileKeptAway.source}|401`));
  await keepAway(page, /\/assets\/code-step-[^/]*\.js$/);
  const error = { code: 'second_factor_required', details: { ticket: 'a-ticket' }, traceId: 'trace' };
  await page.route('**/auth/sessions', (route) => route.fulfill({ status: 401, json: { error } }));
  await page.goto('/login');
  await page.getByLabel('Email address').fill('maya@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Heron-Bridge-at-dawn-7');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByText(notReached)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a receipt' })).toBeVisible();
});
