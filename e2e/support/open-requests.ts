import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';

const openOf = new WeakMap<BrowserContext, Set<Request>>();

/** Notes from here on what the pages of a browser have asked for and not been given. */
export function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  openOf.set(context, open);
  context.on('request', (request) => {
    // A stream has no end.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

/**
 * Waits until the page has an answer to everything that it asked for, and has asked for nothing more two frames later.
 * A journey needs this before it looks at all of a screen, and before it puts the page's clock forward: a request under way would
 * seem to have taken that long.
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
