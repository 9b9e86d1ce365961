import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { areaStates, open, publicStates, type State, statesInDebt } from './support/screens.ts';
import { expect, test } from './support/test.ts';

// Nothing here changes the city, so the workers share the sweep.
test.describe.configure({ mode: 'parallel' });

/** Tall enough for every screen: what lies under a bar that stays in sight has no contrast and no size of its own. */
const sizes = { narrow: { width: 360, height: 6000 }, wide: { width: 1280, height: 4000 } };

/** Every level A and AA rule, also the young ones that axe leaves out by itself, and its good practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Four visits of each screen in which every two of language, size and colours meet. */
const visits = [
  { language: 'en_CA', size: 'narrow', colorScheme: 'light' },
  { language: 'en_CA', size: 'wide', colorScheme: 'dark' },
  { language: 'fr_CA', size: 'narrow', colorScheme: 'dark' },
  { language: 'fr_CA', size: 'wide', colorScheme: 'light' },
] as const;

for (const { language, size, colorScheme } of visits) {
  test.describe(`${language}, ${size}, ${colorScheme}`, () => {
    test.use({ viewport: sizes[size], hasTouch: size === 'narrow', colorScheme });

    test.beforeEach(async ({ page }) => {
      test.setTimeout(240_000);
      await page.addInitScript((locale) => localStorage.setItem('selectedLanguage', locale), language);
    });

    test('axe finds nothing on the public screens', async ({ page }) => {
      await checkAll(page, publicStates);
    });

    test('axe finds nothing on the screens of the area', async ({ page, signIn, allowErrors }) => {
      await signIn(page, 'Regular');
      await checkAll(page, areaStates);
      allowErrors(/status of 503/);
      await page.route('**/public/api/v1/portal/cards/1/trips*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/card/trips-history/1');
      await expect(page.getByRole('button', { name: /^(Try again|Réessayer)$/ })).toBeVisible();
      await expectNoViolations(page, 'trips that could not be loaded');
    });

    test('axe finds nothing where a fare is unpaid', async ({ page, signIn }) => {
      await signIn(page, 'In debt');
      await checkAll(page, statesInDebt);
    });
  });
}

async function checkAll(page: Page, states: readonly State[]): Promise<void> {
  for (const state of states) {
    await open(page, state);
    await expectNoViolations(page, state.name);
  }
}

async function expectNoViolations(page: Page, name: string): Promise<void> {
  // Our pages have no frames: the mode for pages with such opens a tab for each result, which takes longer than axe.
  const { violations: found } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze();
  const sentences = found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect.soft(sentences, name).toEqual([]);
}
