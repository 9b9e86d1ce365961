import { expect, keptCalls, test } from './support/test.ts';

test('says that there is no network, and shows the list when the network is back', async ({
  page,
  context,
  signIn,
  allowErrors,
}) => {
  allowErrors(keptCalls);
  await signIn(page, 'Regular', '/card/payments-history/1');
  await expect(page.getByRole('status').filter({ hasText: /rows shown/ })).toHaveCount(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await page.getByRole('button', { name: '50', exact: true }).click();

  await expect(
    page.getByRole('alert').getByText('You are offline. Check your connection and try again.'),
  ).toBeVisible();
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(retry).toBeFocused();

  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await expect(retry).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /rows shown/ })).toHaveCount(1);
});

test('a language that did not arrive is tried again, and becomes that of the account too', async ({
  page,
  context,
  enterAs,
  allowErrors,
}) => {
  allowErrors(new RegExp(`${keptCalls.source}|dynamically imported module|Unable to preload`));
  await enterAs(page, {}, '/card');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  const retry = notices.getByRole('button', { name: 'Try again' });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(retry).toBeVisible();
  await retry.click();
  await expect(notices.getByText('You are offline. Check your connection and try again.')).toBeVisible();

  await context.setOffline(false);
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await retry.click();

  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  expect((await saved).postDataJSON()).toEqual({ display_language: 'fr_CA' });
});

test('an action confirmed without a network fails at once and is never carried out later', async ({
  page,
  context,
  enterAs,
  allowErrors,
}) => {
  allowErrors(keptCalls);
  await enterAs(page, { cards: [{ name: 'Bus' }, { name: 'Tram' }] }, '/card?id=1');
  await page.getByRole('button', { name: 'Unlink' }).click();
  const dialog = page.getByRole('dialog');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  const words = page.getByText('You are offline. Check your connection and try again.');
  await expect(words.filter({ visible: true }).first()).toBeVisible();

  const acts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') acts.push(request.url());
  });
  // The dialog cannot be closed while the action is in progress.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await context.setOffline(false);
  // If the request were still waiting, the page would send it before this new one.
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByText('Choose a card')).toBeVisible();
  await page.getByRole('link', { name: 'Cards', exact: true }).first().click();

  await expect(page.getByRole('link', { name: 'Bus', exact: true })).toBeVisible();
  expect(acts).toEqual([]);
});

test('keeps the loaded data if newer data does not arrive, and says so', async ({ page, signIn, allowErrors }) => {
  allowErrors(keptCalls);
  await page.clock.install();
  await signIn(page, 'Fresh', '/card');
  const card = page.locator('main').getByRole('link').first();
  await expect(card).toBeVisible();
  await page.route('**/public/api/v1/portal/cards', (route) => route.fulfill({ status: 400, json: {} }));
  await page.clock.runFor(20_000);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const old = page.getByRole('alert').filter({ hasText: 'This may be out of date.' });
  await expect(old).toBeVisible();
  await expect(card).toBeVisible();

  await page.unroute('**/public/api/v1/portal/cards');
  await old.getByRole('button', { name: 'Try again' }).click();
  await expect(old).toHaveCount(0);
});

test('gives up a call that gets no answer, and says so', async ({ page, signIn, allowErrors }) => {
  allowErrors(keptCalls);
  await page.clock.install();
  // The clock of a test moves every timer of the page except this one.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const late = new AbortController();
      setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), ms);
      return late.signal;
    };
  });
  await signIn(page, 'Fresh');
  await page.route('**/public/api/v1/portal/cards', () => undefined);
  const asked = page.waitForRequest('**/public/api/v1/portal/cards');
  await page.goto('/card');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await asked;
  const words = page.getByText('The portal cannot be reached. Check your connection and try again.');

  await page.clock.runFor(10_000);
  await expect(words).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(words).toBeVisible();
});

test('a screen that does not arrive without a network says so inside the portal, and comes when the network is back', async ({
  page,
  context,
  signIn,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|did not arrive|dynamically imported|Unable to preload/);
  // This browser has no service worker that has stored the screens (`hasServiceWorker`).
  await signIn(page, 'Fresh');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await context.setOffline(true);

  await page.getByRole('link', { name: 'Products', exact: true }).first().click();

  const fault = page.getByRole('main').getByRole('alert');
  await expect(fault).toContainText('This page could not be loaded.');
  await fault.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await expect(fault).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
});
