import { createHash } from 'node:crypto';
import { everythingAnswered } from './support/open-requests.ts';
import { expect, test } from './support/test.ts';

test('every call of every screen names the screen in its trace header [SES-03]', async ({ page, signIn }) => {
  const sent: [path: string, trace: string | undefined][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/public/')) sent.push([pathname, request.headers()['x-trace']]);
  });
  await signIn(page, 'Regular');
  for (const [address, route] of [
    ['/', 'passenger-area'],
    ['/card', 'card'],
    ['/card/trips-history/1', 'card-trips-history-table'],
    ['/card/payments-history/1', 'card-payments-history-table'],
    ['/card/products-history/1', 'card-products-history-table'],
    ['/card/favourites/1', 'card-favourites-table'],
    ['/account/edit', 'account-edit'],
  ] as const) {
    await everythingAnswered(page);
    sent.length = 0;
    await page.goto(address);
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    for (const [path, trace] of sent) {
      const [info = '', hash] = trace?.split('.') ?? [];
      expect([path, hash]).toEqual([path, createHash('sha256').update(info).digest('hex')]);
      expect([path, JSON.parse(atob(info))]).toEqual([path, { route }]);
    }
  }
});
