import type { Page } from '@playwright/test';
import { findAlike, findCut, findUnseen, lookAtFocus } from './support/looks.ts';
import { areaStates, open, publicStates, statesInDebt } from './support/screens.ts';
import { expect, test } from './support/test.ts';

// Nothing here changes the city, so the workers share the sweep.
test.describe.configure({ mode: 'parallel' });

/**
 * What a passenger may change about the page without losing anything: 400 % zoom, wider letters, forced colours.
 * French, whose words are the longer ones.
 */
test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'fr_CA'));
});

/** Far more stops than any screen has. */
const mostTabs = 160;

test.describe('1,280 by 1,024 pixels at 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' });

  test('no screen has to be scrolled sideways, and none hides what has the focus', async ({ page, signIn }) => {
    for (const state of publicStates) {
      await open(page, state);
      await expectReflow(page, state.name);
      await expectFocusInSight(page, state.name);
    }
    await signIn(page, 'Regular');
    for (const state of areaStates) {
      await open(page, state);
      await expectReflow(page, state.name);
      if (!opensAbove.has(state.name)) await expectFocusInSight(page, state.name);
    }
  });
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('bars and heads that stay never hide what has the focus', async ({ page, signIn }) => {
      await signIn(page, 'In debt');
      for (const state of statesInDebt) {
        await open(page, state);
        await expectFocusInSight(page, state.name);
      }
    });
  });
}

/** A layer that keeps the focus to itself, or closes when it leaves. */
const opensAbove = new Set(['menu', 'notices', 'cards of the history', 'rename', 'unlink', 'calendar']);

test.describe('with the letters spaced', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('no screen cuts a word or has to be scrolled sideways', async ({ page, signIn }) => {
    for (const state of publicStates) {
      await open(page, state);
      await spaceLetters(page);
      await expectReflow(page, state.name);
    }
    await signIn(page, 'Regular');
    for (const state of areaStates) {
      await open(page, state);
      await spaceLetters(page);
      await expectReflow(page, state.name);
    }
  });
});

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('every control has an outline, words or a drawing, and the chosen one is told apart', async ({
    page,
    signIn,
  }) => {
    for (const state of publicStates) {
      await open(page, state);
      await expectControlsSeen(page, state.name);
    }
    await signIn(page, 'Regular');
    for (const state of areaStates) {
      await open(page, state);
      await expectControlsSeen(page, state.name);
    }
  });
});

async function expectReflow(page: Page, name: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth: whole, clientWidth: seen } = document.documentElement;
    return { scrollWidth: whole, clientWidth: seen };
  });
  expect.soft(scrollWidth, `${name}: scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  expect.soft(await page.evaluate(findCut), `${name}: cut off`).toEqual([]);
}

/** Goes through all stops of a screen; of each at least a part has to lie uncovered in the window (WCAG 2.2, 2.4.11). */
async function expectFocusInSight(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  const hidden: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < mostTabs; stop += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(lookAtFocus);
      if (found === undefined) break;
      if (!found.isSeen) hidden.push(`${key} to ${found.words}`);
    }
  }
  expect.soft(hidden, `${name}: has the focus out of sight`).toEqual([]);
}

/** The spacing that a passenger may set (WCAG 1.4.12). */
async function spaceLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
       p { margin-block-end: 2em !important; }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

async function expectControlsSeen(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findUnseen), `${name}: controls without outline, words or drawing`).toEqual([]);
  expect.soft(await page.evaluate(findAlike), `${name}: chosen, and like the others`).toEqual([]);
}
