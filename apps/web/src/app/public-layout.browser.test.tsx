import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPortal, signIn, t } from '../../test/render.tsx';

const bars = () => document.querySelectorAll('nav a[href="/card/trips-history"]').length;

/** The bars of the area are there as soon as their parts are loaded, which a public page does not wait for. */
const barsLoaded = () =>
  Promise.all([import('./frame/area-top-bar.tsx'), import('./frame/area-bottom-bar.tsx'), import('./area-layout.tsx')]);

test('the form of a passenger who has just signed in keeps its frame until their home is there', async () => {
  await page.viewport(1280, 800);
  await barsLoaded();
  const { screen } = await openPortal('/login');
  await expect.element(screen.getByLabelText(t('common.email'))).toBeVisible();

  signIn();
  // Long enough for bars whose parts are loaded.
  await new Promise((resolve) => setTimeout(resolve, 500));

  expect(bars()).toBe(0);
  await expect.element(screen.getByLabelText(t('common.email'))).toBeVisible();
});

test('a signed-in passenger has the bars of the area on any other public screen', async () => {
  await page.viewport(1280, 800);
  await barsLoaded();
  await openPortal('/receipt');
  expect(bars()).toBe(0);

  signIn();

  await expect.poll(bars).toBeGreaterThan(0);
});
