import type { Page } from '@playwright/test';
import { startProxy } from './support/proxy.ts';
import { expect, test } from './support/test.ts';

/** Waits until a service worker answers for this page. */
async function underServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('offers a new version and takes it only when asked to [WEB-01]', async ({ page, world }) => {
  const proxy = await startProxy(world.address);
  try {
    await page.goto(`${proxy.address}/login`);
    await underServiceWorker(page);
    proxy.changeServiceWorker('\n// a newer build');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    await expect(page.getByText('A new version is ready.')).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    await page.getByRole('button', { name: 'Use it now' }).click();

    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null).catch(() => false))
      .toBe(true);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  } finally {
    await proxy.close();
  }
});

test('opens without a network and keeps nothing of the passenger in its cache [WEB-01]', async ({
  page,
  context,
  signIn,
  allowErrors,
}) => {
  await signIn(page, 'Fresh');
  await underServiceWorker(page);
  await page.goto('/card/trips-history/1');
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.filter((path) => path.startsWith('/public/'))).toEqual([]);

  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.goto('/card/trips-history/1');

  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
});
