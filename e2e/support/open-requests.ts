import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';

const openOf = new WeakMap<BrowserContext, Set<Request>>();

/** From now on records the requests of a browser's pages that have no answer yet. */
export function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  openOf.set(context, open);
  context.on('request', (request) => {
    // A stream never ends.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/**
 * Waits until the page has no open request and has started no new one two frames later. A journey needs this before it checks a
 * whole screen, and before it moves the page's clock forward: an open request would seem to have taken that long.
 */
export async function everythingAnswered(page: Page): Promise<void> {
  const open = openOf.get(page.context());
  if (open === undefined) throw new Error('watchRequests was not called for this browser');
  const twoFrames = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const countOpen = async () => {
    const before = open.size;
    await twoFrames();
    return before + open.size;
  };
  await expect.poll(countOpen, { intervals: [0] }).toBe(0);
}
