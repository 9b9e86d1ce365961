import http from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '../apps/server/test/listen.ts';
import { holdBack } from './support/hold-back.ts';
import { expect, test } from './support/test.ts';

const startScript = /\/assets\/start-[^/]*\.js$/;

/** Where the parts of a page are that a passenger may be about to press. */
const places = (page: Page) =>
  page
    .locator('h1, main a, main input, main button, footer a')
    .evaluateAll((parts) =>
      parts.map((part) => `${part.textContent}: ${Math.round(part.getBoundingClientRect().top + scrollY)}`),
    );

for (const address of ['/reset-password', '/login']) {
  test(`the note about cookies moves nothing on ${address}, on the first visit and after it`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const note = page.getByRole('button', { name: 'Got it' });

    const arrive = await holdBack(page, startScript);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const first = await places(page);
    expect(await note.isVisible()).toBe(false);
    arrive();
    await expect(note).toBeVisible();
    expect(await places(page)).toEqual(first);

    await note.click();
    const arriveAgain = await holdBack(page, startScript);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const written = await places(page);
    arriveAgain();
    await page.getByRole('button', { name: 'Français' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
    await expect(note).toBeHidden();
    expect(await places(page)).toEqual(written);
  });
}

test('the link to a receipt does not jump while the rest of the sign-in page still arrives', async ({
  page,
  world,
}) => {
  const whole = await (await fetch(new URL('/login', world.address))).text();
  const middle = whole.indexOf('<form');
  const rest = Promise.withResolvers<void>();
  const server = http.createServer((request, response) => {
    if (request.url !== '/login') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(whole.slice(0, middle));
    void rest.promise.then(() => response.end(whole.slice(middle)));
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  const receipt = page.locator('main a[href="/receipt-page"]');
  const place = async () => (await receipt.isVisible()) && (await receipt.boundingBox());

  await page.goto(`http://localhost:${await listen(server)}/login`, { waitUntil: 'commit' });
  await expect(receipt).toBeAttached();
  const early = await place();
  rest.resolve();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  const late = await place();
  expect(late).not.toBe(false);
  expect([false, late]).toContainEqual(early);
  server.closeAllConnections();
  server.close();
});
