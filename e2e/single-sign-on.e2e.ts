import type { Page } from '@playwright/test';
import { changeSessions, emailOf } from './support/database.ts';
import { everythingAnswered } from './support/open-requests.ts';
import type { RunningWorld } from './support/running-world.ts';
import { underServiceWorker } from './support/service-worker.ts';
import { expect, test } from './support/test.ts';

// The page calls the provider, which has another origin: with an extra header, the browser would send a preflight request first.
test.use({ extraHTTPHeaders: {} });

const kind = 'Single sign-on';
const callback = '/public/api/v1/auth/sso/callback';

/** From the login page to the provider, through its sign-in page and back. */
async function signInThere(page: Page, world: RunningWorld): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with your provider' }).click();
  await page.getByRole('heading', { name: 'Sign in with Lumière ID' }).waitFor();
  await page.getByLabel('Email address').fill(emailOf(world, kind));
  await page.getByLabel('Password').fill(world.password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('signs in at the provider and comes back to the requested page [SES-15, NAV-08]', async ({ page, world }) => {
  const seen: URL[] = [];
  page.on('request', (request) => request.isNavigationRequest() && seen.push(new URL(request.url())));
  await page.goto('/card/trips-history');
  await expect(page).toHaveURL('/login');

  await signInThere(page, world);

  await expect(page).toHaveURL(/\/card\/trips-history/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Trips');
  const screen = seen.find(({ pathname, search }) => pathname === '/oauth2_web_app_test' && search.includes('code='));
  const handedOver = seen.find(({ pathname }) => pathname === callback);
  expect(screen?.search).toMatch(/[?&]state=/);
  expect(handedOver?.search).toBe(screen?.search);
});

test.describe('on a second visit', () => {
  test.use({ hasServiceWorker: true });

  test('signs in at the provider: the service worker does not repeat the return, which counts once', async ({
    page,
    world,
  }) => {
    await page.goto('/login');
    await underServiceWorker(page);

    await signInThere(page, world);

    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
});

test('hands the query of the provider on to the auth service letter by letter [NAV-08]', async ({ page }) => {
  const query =
    '?code=12345678901234567890&state=4e2&iss=https://id.example/a&scope=a%20b&scope=%22c%22+d&session_state=';
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === callback);

  await page.goto(`/oauth2_web_app_test${query}`);

  const handedOver = await asked;
  expect(new URL(handedOver.url()).search).toBe(query);
  expect(handedOver.isNavigationRequest()).toBe(true);
});

test('links to the provider’s pages instead of showing the portal’s forms [SES-16]', async ({ page, world }) => {
  await page.goto('/account/edit');
  await signInThere(page, world);

  const password = page.getByRole('link', { name: /Change your password/ });
  await expect(password).toHaveAttribute('href', `${world.providerUrl}/password`);
  const profile = page.getByRole('link', { name: /Edit your profile/ });
  await expect(profile).toHaveAttribute('href', `${world.providerUrl}/profile`);
  await expect(page.getByLabel('First name')).toHaveCount(0);
  await expect(page.getByLabel('Current password')).toHaveCount(0);
});

test('a logout at the provider ends the session without the page [SES-17]', async ({ context, page, world }) => {
  await page.goto('/account/edit');
  await signInThere(page, world);
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();

  const elsewhere = await context.newPage();
  await elsewhere.goto(`${world.providerUrl}/session/end`);
  await elsewhere.getByRole('button', { name: 'Yes, sign out' }).click();
  await elsewhere.waitForLoadState();

  await expect
    .poll(async () => (await page.request.get('/public/api/v1/auth/user_is_logged')).json())
    .toMatchObject({ is_logged: false });
  // The page may already have noticed the end of the session. In both cases the next screen is the sign-in.
  await page.goto('/card');
  await expect(page).toHaveURL('/login');
});

test('follows the provider’s redirect, and logs out if it leads to a logout path [SES-12, SES-13]', async ({
  context,
  page,
  world,
}) => {
  await page.clock.install();
  await page.goto('/account/edit');
  const looked = page.waitForResponse(`${world.providerUrl}/session-check`);
  await signInThere(page, world);
  expect((await looked).status()).toBe(204);

  await context.clearCookies({ name: /^_session/ });
  await page.clock.fastForward('00:30');
  await page.getByRole('link', { name: 'Cards' }).first().click();

  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You signed out at your sign-in provider')).toBeVisible();
});

test('asks the portal’s server if the settings say so, and logs out if the session has ended [SES-14]', async ({
  page,
  world,
}) => {
  await page.route('**/sso/server_settings?*', async (route) => {
    const settings = await (await route.fetch()).json();
    settings.oidc_configuration.session_check.mode = 'internal';
    await route.fulfill({ json: settings });
  });
  await page.clock.install();
  await page.goto('/account/edit');
  const asked = page.waitForResponse('**/user_is_logged?invoked_by=*');
  await signInThere(page, world);
  expect(await (await asked).json()).toEqual({ is_logged: true });
  expect(await changeSessions(world, emailOf(world, kind))).toBeGreaterThan(0);

  await page.clock.fastForward('01:05');

  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session expired and you have been logged out')).toBeVisible();
});

test('logs out at the portal and then at the provider [SES-02]', async ({ page, world }) => {
  await page.goto('/account/edit');
  await signInThere(page, world);
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();

  await page.goto('/logout');

  await expect(page.getByRole('heading', { name: 'Sign out of Lumière ID?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(page).toHaveURL(/\/logout/);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

test('ends the session at the provider too after the idle time, and then says why [SES-07]', async ({
  page,
  world,
}) => {
  await page.clock.install();
  await page.goto('/account/edit');
  await signInThere(page, world);
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  await everythingAnswered(page);

  const goodbye = page.getByRole('button', { name: 'Yes, sign out' });
  // The page changed under the mouse. The browser may report that as a movement, and then the idle time starts again.
  await expect(async () => {
    await page.clock.fastForward('15:05');
    await expect(goodbye).toBeVisible({ timeout: 3000 });
  }).toPass();
  await goodbye.click();
  await expect(page).toHaveURL(/\/logout/);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(
    notices.getByText('We signed you out after 15 min without activity, to protect your account.'),
  ).toBeVisible();
});

test('says what went wrong, with the trace id, and shows no text from the address', async ({ page }) => {
  await page.goto('/oauth2_web_app_test?error=access_denied&state=forged&code=%3Cb%3E');

  await expect(page).toHaveURL(/\/error\?code=sso_failed&trace=/);
  await expect(page.getByText('Signing in through your provider did not work. Please try again.')).toBeVisible();
  await expect(page.getByText(/Trace ID for customer service: [0-9a-f-]{36}/)).toBeVisible();
});
