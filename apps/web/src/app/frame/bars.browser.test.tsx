import { locales } from '@tapfolio/domain/locale.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { brokenWords, expectNothingBeside } from '../../../test/measure-words.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList } from '../../../test/travel-fixtures.ts';
import { setLanguage } from '../../lib/i18n.ts';

beforeEach(() => {
  server.answer('listCards', () => buildCardList([buildCard()]));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test.each([320, 390])(
  'the bar of a phone of %i px has five words of 12 px in one row, in every language',
  async (width) => {
    await page.viewport(width, 640);
    for (const locale of locales) {
      signIn({ display_language: locale });
      await setLanguage(locale);
      const { screen } = await openPortal('/card/payments-history/1');
      const bar = screen
        .getByRole('navigation', { name: t('nav.main') })
        .last()
        .element();
      const tabs = [...bar.querySelectorAll(':scope > ul > li > :is(a, button)')];

      expect(tabs).toHaveLength(5);
      for (const tab of tabs) expect(Number.parseFloat(getComputedStyle(tab).fontSize)).toBeGreaterThanOrEqual(12);
      expect(new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
      expect(brokenWords(bar)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBe(width);
      await screen.unmount();
    }
  },
);

test.each(['en_CA', 'fr_CA', 'de_DE'] as const)(
  'the links of the wide top bar stand in one row in %s, and beside its name at twice the text size',
  async (locale) => {
    signIn({ display_language: locale });
    await setLanguage(locale);
    const { screen } = await openPortal('/card/add');
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const bar = screen.getByRole('banner');
    const links = bar.getByRole('navigation', { name: t('nav.main') });

    for (const width of [1024, 1280]) {
      await page.viewport(width, 800);
      await expect.element(links).toBeVisible();
      const rows = new Set(
        links
          .getByRole('link')
          .elements()
          .map((link) => link.getBoundingClientRect().top),
      );
      expect([...rows], `${width} px`).toHaveLength(1);
    }

    document.documentElement.style.fontSize = '200%';
    expectNothingBeside();
    const { right } = bar.getByRole('strong').element().getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(links.element().getBoundingClientRect().left);
  },
);

test.each(locales)('the bar of a phone takes two rows at twice the text size, and no more, in %s', async (locale) => {
  signIn({ display_language: locale });
  await setLanguage(locale);
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';

  // The word of the current screen is bold, and so it is the widest.
  for (const address of ['/card/trips-history/1', '/card/payments-history/1']) {
    const { screen } = await openPortal(address);
    const bar = screen
      .getByRole('navigation', { name: t('nav.main') })
      .last()
      .element();
    const rows = new Set([...bar.querySelectorAll(':scope > ul > li')].map((tab) => tab.getBoundingClientRect().top));

    expect(rows.size, address).toBe(2);
    expect(brokenWords(bar)).toEqual([]);
    await screen.unmount();
  }
});

test('the top bar scrolls with the page if large words make it tall, and otherwise stays', async () => {
  signIn();
  await page.viewport(360, 740);
  const { screen } = await openPortal('/account/edit');
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  const head = screen.getByRole('banner').element();

  window.scrollTo(0, 600);
  expect(head.getBoundingClientRect().top).toBe(0);

  document.documentElement.style.fontSize = '200%';
  window.scrollTo(0, 600);
  await expect.poll(() => head.getBoundingClientRect().bottom).toBeLessThanOrEqual(0);
});

test('the footer is below the window while a screen loads, and does not jump when it arrives', async () => {
  signIn();
  await page.viewport(360, 740);
  server.answer('listCards', held(buildCardList([])).answer);

  const { screen } = await openPortal('/');

  await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();
  await expect.element(screen.getByRole('contentinfo')).toBeInTheDocument();
  expect(screen.getByRole('contentinfo').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(740);
});

test.each(locales)('the note about cookies stands beside its button on a phone in %s', async (locale) => {
  await page.viewport(360, 740);
  await setLanguage(locale);
  const { screen } = await openPortal('/reset-password');

  const button = screen.getByRole('contentinfo').getByRole('button', { name: t('nav.gotIt') });
  await expect.element(button).toBeVisible();
  const words = screen.getByText(t('nav.cookieNotice')).element().getBoundingClientRect();
  const { left, top, bottom } = button.element().getBoundingClientRect();
  expect(left).toBeGreaterThan(words.right);
  expect(Math.abs((top + bottom) / 2 - (words.top + words.bottom) / 2)).toBeLessThan(2);
});

test.each([
  ['more', 256],
  ['more', 225],
  ['more', 180],
  ['notices', 225],
  ['notices', 180],
] as const)(
  'the menu "%s" opens in sight in a window of 320 by %i px, as at four times the size',
  async (menu, height) => {
    signIn();
    await page.viewport(320, height);
    const { screen } = await openPortal('/account/edit');
    const button = screen.getByRole('button', { name: t(menu === 'more' ? 'nav.more' : 'nav.notices') });

    await button.click();

    const panel = document.querySelector(':popover-open');
    await expect.poll(() => panel?.getBoundingClientRect().height).toBeGreaterThan(44);
    const { top = -1, bottom = Number.POSITIVE_INFINITY } = panel?.getBoundingClientRect() ?? {};
    expect([top >= 0, bottom <= height]).toEqual([true, true]);
  },
);
