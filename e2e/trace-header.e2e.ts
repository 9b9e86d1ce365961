import { createHash } from 'node:crypto';
import { expect, test } from './support/test.ts';

test('every call of every screen names the screen in its trace header [SES-03]', async ({ page, signIn }) => {
  // What is shown while a call is sent: a screen that is left may call until the next one has come.
  const sent: { from: string; path: string; trace: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/public/'))
      sent.push({ from: new URL(page.url()).pathname, path: pathname, trace: request.headers()['x-trace'] });
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
    sent.length = 0;
    await page.goto(address);
    const ofScreen = () => sent.filter(({ from }) => from === address);
    await expect.poll(() => ofScreen().length).toBeGreaterThan(1);
    for (const { path, trace } of ofScreen()) {
      const [info = '', hash] = trace?.split('.') ?? [];
      expect([path, hash]).toEqual([path, createHash('sha256').update(info).digest('hex')]);
      expect([path, JSON.parse(atob(info))]).toEqual([path, { route }]);
    }
  }
});
