import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { openPortal, renderPart, signIn, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { buildCardList } from '../../test/travel-fixtures.ts';

test('a notice is inside a window of 360 px at twice the text size, and its cross can be pressed', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  const screen = await renderPart(<p>a page</p>);

  say('Votre banque a refusé de payer malheureusement');

  const cross = screen.getByRole('button', { name: t('common.close') });
  await expect.element(cross).toBeVisible();
  expect(cross.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});

test('the cross is round, however long the words are', async () => {
  const screen = await renderPart(<p>a page</p>);

  say('Long', { content: () => 'words '.repeat(40) });

  const cross = screen.getByRole('button', { name: t('common.close') });
  await expect.element(cross).toBeVisible();
  const { width, height } = cross.element().getBoundingClientRect();
  expect(height).toBe(width);
});

test('notices are above the bar of a phone, in the middle of a page and at its end', async () => {
  await page.viewport(360, 740);
  signIn();
  server.answer('listCards', () => buildCardList([]));
  const { screen } = await openPortal('/card');
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  const bar = screen.getByRole('navigation', { name: t('nav.main') }).last();

  say('First');
  say('Second');
  await expect.element(screen.getByText('Second')).toBeVisible();

  const crosses = () => screen.getByRole('button', { name: t('common.close') }).elements();
  const lowest = () => Math.max(...crosses().map((cross) => cross.getBoundingClientRect().bottom));
  const top = () => bar.element().getBoundingClientRect().top;
  for (const place of [0, document.documentElement.scrollHeight]) {
    scrollTo(0, place);
    await expect.poll(() => top() - lowest()).toBeGreaterThanOrEqual(0);
    expect(bar.element().getBoundingClientRect().bottom).toBe(innerHeight);
  }
});

test.each([
  [360, 640],
  [1280, 800],
])('a notice is never over a field that has the focus, at %i × %i', async (width, height) => {
  const { screen } = await openPortal('/login');
  await page.viewport(width, height);
  say('A notice', {
    duration: 0,
    content: () => 'with some more words, so that it takes two lines or three of them',
  });
  say('Another notice', { duration: 0, type: 'warning', content: () => 'with some more words' });
  await expect.element(screen.getByText('Another notice')).toBeVisible();

  for (const control of document.querySelectorAll<HTMLElement>('main input, main button')) {
    control.focus();
    // The focus scrolls before the next frame.
    await new Promise(requestAnimationFrame);
    const box = control.getBoundingClientRect();
    for (const notice of document.querySelectorAll('[data-notice]')) {
      const other = notice.getBoundingClientRect();
      const isApart =
        box.bottom <= other.top || box.top >= other.bottom || box.right <= other.left || box.left >= other.right;
      expect(isApart, `${control.outerHTML} at ${box.top} and ${notice.textContent} at ${other.top}`).toBe(true);
    }
  }
});

test('a notice is never on paper', async () => {
  await renderPart(<p>a page</p>);
  say('A notice', { duration: 0 });

  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  expect(rules.some((rule) => rule.cssText.includes('@media print') && rule.cssText.includes('toasts'))).toBe(true);
});
