import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildPayment,
  buildProduct,
  buildProductDetail,
  buildSalesPackage,
} from '../../test/travel-fixtures.ts';
import { setLanguage } from '../lib/i18n.ts';

const detail = buildProductDetail({ name: 'Day pass', description: 'All lines for one day' });
const sold = buildSalesPackage({ name: 'Ten rides', description: 'Good for three months' });

/** The language in which a screen reader reads these words. */
const languageOf = (words: string): string | undefined =>
  page.getByText(words).first().element().closest<HTMLElement>('[lang]')?.lang;

/** What the operator delivered in English, on each screen that shows it. */
const screens = [
  ['/card/products-history/1', ['Day pass']],
  [`/card/products-history/1?open=${detail.id}`, ['Day pass', 'All lines for one day']],
  ['/card/favourites/1', ['Ten rides', 'Good for three months']],
  ['/card/payments-history/1', ['Evening pass']],
  ['/card', ['Day pass']],
] as const;

test.each(screens.flatMap((screen) => [360, 1280].map((width) => [...screen, width] as const)))(
  'on %s a screen reader reads %j in the operator’s language, on a French page of %i px',
  async (address, words, width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    signIn({ display_language: 'fr_CA' });
    server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
    server.answer('listProducts', () => ({ items: [buildProduct(detail)], nextCursor: null }));
    server.answer('getProduct', () => detail);
    server.answer('listSalesPackages', () => ({ items: [sold], nextCursor: null }));
    const payment = buildPayment({ reason: 'product', sold: ['Evening pass'] });
    server.answer('listPayments', () => ({ items: [payment], nextCursor: null }));
    const ticket = { id: detail.id, cardId: 1, cardName: 'Everyday', product: buildProduct(detail) };
    server.answer('listActiveTickets', () => ({ items: [ticket] }));
    server.answer('listFavourites', () => ({ items: [] }));
    await setLanguage('fr_CA');

    await openPortal(address);

    for (const said of words) {
      await expect.element(page.getByText(said).first()).toBeVisible();
      expect(languageOf(said)).toBe('en-CA');
    }
    expect(languageOf(t('nav.home'))).toBe('fr-CA');
  },
);

test('words in the language of the page have no language of their own', async () => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listProducts', () => ({ items: [buildProduct(detail)], nextCursor: null }));

  await openPortal('/card/products-history/1');

  await expect.element(page.getByText('Day pass').first()).toBeVisible();
  expect(page.getByText('Day pass').first().element().hasAttribute('lang')).toBe(false);
});
