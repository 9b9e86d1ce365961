import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { findAlike, findCut, findUnseen, findViolations, startAtTop, untilStill, watchFocus } from './looks.ts';

/** Every level A and AA rule, also the young ones that axe leaves out by itself, and its good practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Far more stops than any screen has. */
const mostTabs = 160;
const tabsAtOnce = 8;

const spacedLetters = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Asks axe for what breaks its rules (WCAG 2.2 A and AA). */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  // To read axe takes as long as to look: a page that is looked at in several states keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await page.evaluate(untilStill);
  expect.soft(await page.evaluate(findViolations, rules), name).toEqual([]);
}

/** The page is as wide as its window, and no words are cut off (WCAG 1.4.10). */
export async function expectReflow(page: Page, name: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth: whole, clientWidth: seen } = document.documentElement;
    return { scrollWidth: whole, clientWidth: seen };
  });
  expect.soft(scrollWidth, `${name}: scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  expect.soft(await page.evaluate(findCut), `${name}: cut off`).toEqual([]);
}

/** Goes through all stops of a screen; of each at least a part has to lie uncovered in the window (WCAG 2.2, 2.4.11). */
export async function expectFocusInSight(page: Page, name: string): Promise<void> {
  await page.evaluate(startAtTop);
  const forth = await walk(page);
  await page.keyboard.down('Shift');
  const back = await walk(page);
  await page.keyboard.up('Shift');
  const hidden = [...forth.map((words) => `Tab to ${words}`), ...back.map((words) => `Shift+Tab to ${words}`)];
  expect.soft(hidden, `${name}: has the focus out of sight`).toEqual([]);
}

/**
 * Presses Tab until the focus leaves the page, and answers the stops that were out of sight. The page itself looks at each stop
 * (`watchFocus`), so that the presses need not wait for one another.
 */
async function walk(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  let found = { stops: 0, hidden: [] as string[], isOver: false };
  while (!found.isOver && found.stops < mostTabs) {
    await Promise.all(Array.from({ length: tabsAtOnce }, () => page.keyboard.down('Tab')));
    await page.keyboard.up('Tab');
    found = await page.evaluate(() => window.focusWalk);
  }
  return found.hidden;
}

/** Sets the letters as far apart as a passenger may (WCAG 1.4.12), while `look` looks. */
export async function withSpacedLetters(page: Page, look: () => Promise<void>): Promise<void> {
  // The page's policy allows no style element of ours.
  const setSheets = (rules: readonly string[]) =>
    page.evaluate((texts) => {
      document.adoptedStyleSheets = texts.map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
    }, rules);
  await setSheets([spacedLetters]);
  await look();
  await setSheets([]);
}

/** Each control shows something of itself, and what is chosen looks different, in whatever colours the system forces. */
export async function expectControlsSeen(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findUnseen), `${name}: controls without outline, words or drawing`).toEqual([]);
  expect.soft(await page.evaluate(findAlike), `${name}: chosen, and like the others`).toEqual([]);
}
