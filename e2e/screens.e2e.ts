import type { Page } from '@playwright/test';
import { recognise, routeNames } from '@tapfolio/locales/paths.ts';
import {
  expectControlsSeen,
  expectFocusInSight,
  expectNoViolations,
  expectReflow,
  withSpacedLetters,
} from './support/judgements.ts';
import { areaStates, open, publicStates, type State, statesInDebt } from './support/screens.ts';
import { expect, test } from './support/test.ts';

// No test here changes the city, so the workers share these tests.
test.describe.configure({ mode: 'parallel' });

test('every screen of its own is among those that are judged here', () => {
  const judged = [...publicStates, ...areaStates].map(({ address }) => recognise(address.split('?')[0] ?? '')?.name);

  // The first four show a screen that another name shows too. The last leaves for the next one at once.
  expect(routeNames.filter((name) => !judged.includes(name)).toSorted()).toEqual([
    'card-payments-history',
    'card-products-history',
    'card-trips-history',
    'receipt',
    'sso-callback',
  ]);
});

/** Tall enough for every screen. Axe cannot measure contrast and size of elements that lie under a fixed bar. */
const sizes = { narrow: { width: 360, height: 6000 }, wide: { width: 1280, height: 4000 } };
const inUse = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } };

/**
 * Four visits of each screen that cover every pair of language, size and colour scheme. French has the longer texts, so its two
 * visits also check what a passenger may change: zoom, letter spacing, forced colours.
 */
const visits = [
  { language: 'en_CA', size: 'narrow', colorScheme: 'light' },
  { language: 'en_CA', size: 'wide', colorScheme: 'dark' },
  { language: 'fr_CA', size: 'narrow', colorScheme: 'dark', adapt: magnify },
  { language: 'fr_CA', size: 'wide', colorScheme: 'light', adapt: forceColours },
] as const;

for (const { language, size, colorScheme, ...visit } of visits) {
  const adapt = 'adapt' in visit ? visit.adapt : undefined;
  test.describe(`${language}, ${size}, ${colorScheme}`, () => {
    test.use({ viewport: sizes[size], hasTouch: size === 'narrow', colorScheme, reducedMotion: 'reduce' });

    test.beforeEach(async ({ page }) => {
      test.setTimeout(240_000);
      await page.addInitScript((locale) => localStorage.setItem('selectedLanguage', locale), language);
    });

    const lookAtAll = async (page: Page, states: readonly State[]) => {
      for (const [index, state] of states.entries()) {
        await page.setViewportSize(sizes[size]);
        await open(page, state, states[index - 1]);
        await expectNoViolations(page, state.name);
        await adapt?.(page, state);
      }
    };

    test(`the public screens have no accessibility faults${adapt ? ', also with zoom, wide letters and forced colours' : ''}`, async ({
      page,
    }) => {
      await lookAtAll(page, publicStates);
    });

    test(`the signed-in screens have no accessibility faults${adapt ? ', also with zoom, wide letters and forced colours' : ''}`, async ({
      page,
      signIn,
      allowErrors,
    }) => {
      await signIn(page, 'Regular');
      await lookAtAll(page, areaStates);
      allowErrors(/status of 503/);
      await page.route('**/public/api/v1/portal/cards/1/trips*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/card/trips-history/1');
      await expect(page.getByRole('button', { name: /^(Try again|Réessayer)$/ })).toBeVisible();
      await expectNoViolations(page, 'trips that could not be loaded');
    });

    test('the screens with an unpaid fare have no accessibility faults, and nothing hides the focused control', async ({
      page,
      signIn,
    }) => {
      await signIn(page, 'In debt');
      for (const [index, state] of statesInDebt.entries()) {
        await page.setViewportSize(sizes[size]);
        await open(page, state, statesInDebt[index - 1]);
        await expectNoViolations(page, state.name);
        if (adapt === undefined) continue;
        await page.setViewportSize(inUse[size]);
        await expectFocusInSight(page, state.name);
      }
    });
  });
}

/** Wide letter spacing on a small phone; then 1,280 by 1,024 pixels at 400 %, where nothing may hide the focused control. */
async function magnify(page: Page, { name, isLayer = false }: State): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSpacedLetters(page, () => expectReflow(page, `${name} with wider letters`));
  await page.setViewportSize({ width: 320, height: 256 });
  await expectReflow(page, `${name} at 400 %`);
  if (!isLayer) await expectFocusInSight(page, name);
}

/** In forced colours, every control has an outline, text or a drawing, and the chosen one looks different. */
async function forceColours(page: Page, { name }: State): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await expectControlsSeen(page, name);
  await page.emulateMedia({ forcedColors: 'none' });
}
