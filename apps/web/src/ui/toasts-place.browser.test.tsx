import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../test/fixtures.ts';
import { openPortal, renderPart, signIn, t } from '../../test/render.tsx';
import { say } from '../../test/say.ts';
import { buildCardList } from '../../test/travel-fixtures.ts';

/** The words of the notices that lie over a control. */
function coveringOf(control: Element): (string | null)[] {
  const box = control.getBoundingClientRect();
  const over = [...document.querySelectorAll('[data-notice]')].filter((notice) => {
    const other = notice.getBoundingClientRect();
    return box.bottom > other.top && box.top < other.bottom && box.right > other.left && box.left < other.right;
  });
  return over.map(({ textContent }) => textContent);
}

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
    expect(coveringOf(control), control.outerHTML).toEqual([]);
  }
});

test('a notice that appears where the focus is leaves the control in sight', async () => {
  const { screen } = await openPortal('/register');
  await page.viewport(360, 640);
  const cardName = screen.getByLabelText(t('register.cardName'));
  await cardName.click();
  scrollBy(0, cardName.element().getBoundingClientRect().bottom - innerHeight + 10);

  say('A notice', { duration: 0, content: () => 'with some more words, so that it takes two lines or three of them' });

  await expect.element(screen.getByText('A notice')).toBeVisible();
  await expect.poll(() => coveringOf(cardName.element())).toEqual([]);
  await expect.element(cardName).toHaveFocus();
});

test('a failure in a dialog that fills a small phone leaves the pressed button in sight', async () => {
  await page.viewport(360, 560);
  signIn();
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('closeAccount', refuse('TM0001'));
  const { screen } = await openPortal('/account/edit');
  await screen.getByRole('button', { name: t('account.closeHeading') }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText(t('account.closeReason')).selectOptions('other');
  await dialog.getByLabelText(t('account.closePassword')).fill('ferries-run-on-sundays-too');
  const submit = dialog.getByRole('button', { name: t('account.closeSubmit') });

  await submit.click();

  await expect.element(dialog.getByText(t('account.closeFailed'))).toBeVisible();
  await expect.element(submit).toHaveFocus();
  await expect.poll(() => coveringOf(submit.element())).toEqual([]);
});

test('a notice that appears does not bring back a control that was scrolled out of sight', async () => {
  const { screen } = await openPortal('/login');
  await page.viewport(360, 640);
  await screen.getByLabelText(t('common.email')).click();
  scrollTo(0, document.documentElement.scrollHeight);
  const place = scrollY;

  say('A notice', { duration: 0 });

  await expect.element(screen.getByText('A notice')).toBeVisible();
  await new Promise(requestAnimationFrame);
  expect(scrollY).toBeGreaterThanOrEqual(place);
});

test('a notice is never on paper', async () => {
  await renderPart(<p>a page</p>);
  say('A notice', { duration: 0 });

  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  expect(rules.some((rule) => rule.cssText.includes('@media print') && rule.cssText.includes('toasts'))).toBe(true);
});
