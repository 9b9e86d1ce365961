import type { Page } from '@playwright/test';

/** Holds back what the page asks of these addresses. The returned function lets it go on, and all that comes later. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
