import type { Page } from '@playwright/test';
import { emailOf } from './support/database.ts';
import { everythingAnswered } from './support/open-requests.ts';
import { startProxy } from './support/proxy.ts';
import { underServiceWorker } from './support/service-worker.ts';
import { expect, signInAs, test } from './support/test.ts';

test.use({ hasServiceWorker: true });

test('offers a new version and loads it only after the passenger agrees [WEB-01]', async ({ page, world }) => {
  const proxy = await startProxy(world.address);
  const otherTab = await page.context().newPage();
  const takeIt = (tab: Page) =>
    Promise.all([tab.waitForEvent('load'), tab.getByRole('button', { name: 'Use it now' }).click()]);
  try {
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    await otherTab.goto(`${proxy.address}/login`);
    proxy.addTo('/sw.js', '\n// a newer build');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    const offer = 'A new version is ready.';
    await expect(page.getByText(offer)).toBeVisible();
    await expect(otherTab.getByText(offer)).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    let loads = 0;
    otherTab.on('load', () => {
      loads += 1;
    });
    await page.getByLabel('Email address').fill('passenger@example.org');
    await page.getByRole('button', { name: 'Use it now' }).click();
    await expect(page.getByText('what you have filled in here is lost')).toBeVisible();
    await expect(page.getByLabel('Email address')).toHaveValue('passenger@example.org');
    await page.getByRole('link', { name: 'Create account' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
    await expect(page.getByText(offer)).toBeVisible();
    await expect(page.getByText('what you have filled in here is lost')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await takeIt(page);

    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(offer)).toHaveCount(0);
    // Each tab loads the new version when its own button is pressed.
    expect(loads).toBe(0);
    await takeIt(otherTab);
    await expect(otherTab.getByText(offer)).toHaveCount(0);
  } finally {
    await proxy.close();
  }
});

test('keeps offering a new version after sign-in and sign-out, until the passenger agrees [WEB-01]', async ({
  page,
  world,
}) => {
  const proxy = await startProxy(world.address);
  try {
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    proxy.addTo('/sw.js', '\n// a newer build');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByText('A new version is ready.');
    await expect(offer).toBeVisible();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });

    await signInAs(page, emailOf(world, 'Regular'), world.password, `${proxy.address}/`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${proxy.address}/login`);
    await expect(offer).toBeVisible();
    await signInAs(page, emailOf(world, 'Fresh'), world.password, `${proxy.address}/`);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await expect(offer).toBeVisible();
    expect(loads).toBe(0);
  } finally {
    await proxy.close();
  }
});

/** Lets the browser find a newer version. Returns true if it is installed, false if its installation fails. */
async function installsNewer(page: Page): Promise<boolean> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise((resolve) => registration.addEventListener('updatefound', resolve, { once: true }));
    await registration.update();
    await found;
  });
  const isOver = async () => (await navigator.serviceWorker.ready).installing === null;
  await expect.poll(() => page.evaluate(isOver)).toBe(true);
  return await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

test('does not take a new version while an older server answers with a page that it has no script for', async ({
  page,
  context,
  world,
  allowErrors,
}) => {
  const proxy = await startProxy(world.address);
  const start = /\/assets\/start-[\w-]+\.js/g;
  try {
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    proxy.edit('/sw.js', (text) => text.replace(/(\?shell\W+revision\W+)\w+/, '$1newer'));
    proxy.edit('/', (text) => text.replaceAll(start, '/assets/start-older.js'));
    expect(await installsNewer(page)).toBe(false);

    proxy.edit('/', (text) => text);
    expect(await installsNewer(page)).toBe(true);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use it now' }).click()]);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    allowErrors(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await page.goto(`${proxy.address}/login`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await context.setOffline(false);
  } finally {
    await proxy.close();
  }
});

test('shows every page from the network if there is one, also the page that is stored for offline use', async ({
  page,
  world,
}) => {
  const proxy = await startProxy(world.address);
  try {
    proxy.addTo('/', '<!-- old -->');
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    proxy.addTo('/', '<!-- new -->');
    for (const isPreloaded of [true, false]) {
      // Some browsers ask for a page only through the service worker.
      await page.evaluate(async (wanted) => {
        const { navigationPreload } = await navigator.serviceWorker.ready;
        await (wanted ? navigationPreload.enable() : navigationPreload.disable());
      }, isPreloaded);
      for (const address of ['/', '/?utm_source=mail']) {
        const answer = await page.goto(`${proxy.address}${address}`);
        expect(answer?.fromServiceWorker()).toBe(true);
        expect(await answer?.text()).toMatch(/<!-- new -->$/);
      }
    }
  } finally {
    await proxy.close();
  }
});

test('requests an address of the server once, also if the browser has to start the service worker first', async ({
  page,
  world,
}) => {
  const proxy = await startProxy(world.address);
  const path = '/public/api/v1/portal/config';
  try {
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    // A worker that is stopped answers none of the parts that the page loads after it shows.
    await everythingAnswered(page);
    const browser = await page.context().newCDPSession(page);
    await browser.send('ServiceWorker.enable');
    const before = proxy.timesAsked(path);
    for (const visit of [1, 2, 3, 4, 5]) {
      await browser.send('ServiceWorker.stopAllWorkers');
      await page.goto(`${proxy.address}${path}`);
      expect(proxy.timesAsked(path) - before).toBe(visit);
    }
  } finally {
    await proxy.close();
  }
});

test('opens without a network and keeps nothing of the passenger in its cache, but what readers show [WEB-01]', async ({
  page,
  context,
  signIn,
  allowErrors,
}) => {
  await signIn(page, 'Fresh');
  await underServiceWorker(page);
  await page.goto('/card/trips-history/1');
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  const cachedCalls = () =>
    page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests
        .flat()
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path.startsWith('/public/'));
    });
  // What readers show is the same for everybody.
  await expect.poll(cachedCalls, { timeout: 15_000 }).toEqual(['/public/api/v1/portal/reader-messages']);

  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  // The browser's own cache would hide what is missing in the worker's cache.
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await context.setOffline(true);
  await page.goto('/card/trips-history/1');

  // The frame is part of the cached page itself; these two need the scripts and texts that are cached too.
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'This could not be loaded.' })).toBeVisible();
  await page.goto('/card?id=1');
  await page.getByRole('button', { name: 'Card refused?' }).click();
  await expect(page.getByRole('dialog').getByText('Card declined')).toBeVisible();
  await context.setOffline(false);
});
