import type { Page } from '@playwright/test';
import {
  expectControlsSeen,
  expectFocusInSight,
  expectNoViolations,
  expectReflow,
  withSpacedLetters,
} from './support/judgements.ts';
import { areaStates, open, publicStates, type State, statesInDebt } from './support/screens.ts';
import { expect, test } from './support/test.ts';

// Nothing here changes the city, so the workers share the sweep.
test.describe.configure({ mode: 'parallel' });

/** Tall enough for every screen: what lies under a bar that stays in sight has no contrast and no size of its own. */
const sizes = { narrow: { width: 360, height: 6000 }, wide: { width: 1280, height: 4000 } };
const inUse = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } };

/**
 * Four visits of each screen in which every two of language, size and colours meet. The two in French, whose words are the
 * longer ones, also look at what a passenger may change about the page: zoom, wider letters, forced colours.
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

    test(`nothing is wrong with the public screens${adapt ? ', nor when they are adapted' : ''}`, async ({ page }) => {
      await lookAtAll(page, publicStates);
    });

    test(`nothing is wrong with the screens of the area${adapt ? ', nor when they are adapted' : ''}`, async ({
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

    test('nothing is wrong where a fare is unpaid, and nothing hides what has the focus', async ({ page, signIn }) => {
      await signIn(page, 'In debt');
      for (const [index, state] of statesInDebt.entries()) {
        await page.setViewportSize(sizes[size]);
        await open(page, state, statesInDebt[index - 1]);
        await expectNoViolations(page, state.name);
        await page.setViewportSize(inUse[size]);
        if (adapt) await expectFocusInSight(page, state.name);
      }
    });
  });
}

/** Wider letters on a small phone; then 1,280 by 1,024 pixels at 400 %, where nothing may hide what has the focus. */
async function magnify(page: Page, { name, isLayer = false }: State): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSpacedLetters(page, () => expectReflow(page, `${name} with wider letters`));
  await page.setViewportSize({ width: 320, height: 256 });
  await expectReflow(page, `${name} at 400 %`);
  if (!isLayer) await expectFocusInSight(page, name);
}

/** Every control has an outline, words or a drawing, and the chosen one is told apart. */
async function forceColours(page: Page, { name }: State): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await expectControlsSeen(page, name);
  await page.emulateMedia({ forcedColors: 'none' });
}
