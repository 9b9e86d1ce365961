import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildProduct } from '../../../../test/travel-fixtures.ts';
import { setLanguage } from '../../../lib/i18n.ts';

const states = ['active', 'used', 'expired', 'cancelled'] as const;

async function openProducts(locale: Locale): Promise<void> {
  signIn({ display_language: locale }, { languages: { deployed: [...locales], hosts: {} } });
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  const items = states.map((status) => buildProduct({ status }));
  server.answer('listProducts', () => ({ items, nextCursor: null }));
  await setLanguage(locale);
  await openPortal('/card/products-history/1');
}

test.each(locales)('on a phone the state of a product stands beside its validity, in %s', async (locale) => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));

  await openProducts(locale);

  for (const status of states) {
    const words = page.getByText(t(`common.productStatus.${status}`), { exact: true });
    await expect.element(words).toBeVisible();
    const row = words.element().closest('summary');
    const [, pair] = row?.firstElementChild?.firstElementChild?.children ?? [];
    const [validity, state] = [...(pair?.children ?? [])].map((part) => part.getBoundingClientRect());
    expect(state?.top, status).toBe(validity?.top);
    // The validity needs two lines.
    expect(validity?.height, status).toBeLessThan(50);
    expect(state?.right, status).toBe(row?.querySelector(':scope > svg')?.getBoundingClientRect().right);
  }
});
