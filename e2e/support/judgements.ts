import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import {
  findAlike,
  findCut,
  findUnseen,
  findViolations,
  hasAxe,
  keepAxe,
  startAtTop,
  untilStill,
  watchFocus,
} from './looks.ts';

/** Every level A and AA rule, also the new ones that are off by default in axe, and its best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Far more than the number of focusable controls on any screen. */
const mostTabs = 160;
const tabsAtOnce = 8;

const spacedLetters = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** Expects that axe finds no violation (WCAG 2.2 A and AA). */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(hasAxe))) await page.evaluate(keepAxe, axeSource);
  await page.evaluate(untilStill);
  expect.soft(await page.evaluate(findViolations, rules), name).toEqual([]);
}

/** Expects that the page is as wide as its window and no text is cut off (WCAG 1.4.10). */
export async function expectReflow(page: Page, name: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth: whole, clientWidth: seen } = document.documentElement;
    return { scrollWidth: whole, clientWidth: seen };
  });
  expect.soft(scrollWidth, `${name}: scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  expect.soft(await page.evaluate(findCut), `${name}: cut off`).toEqual([]);
}

/** Moves the focus through all controls of a screen. At least a part of each must be visible in the window (WCAG 2.2, 2.4.11). */
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
 * Presses Tab until the focus leaves the page, and returns the focused controls that were not visible. The page itself checks each
 * control (`watchFocus`), so that no press has to wait for a check.
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

/** Runs `look` with the widest letter spacing that a passenger may set (WCAG 1.4.12). */
export async function withSpacedLetters(page: Page, look: () => Promise<void>): Promise<void> {
  // The page's content security policy does not allow an added style element.
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

/** Expects that in forced colours every control is visible and the chosen ones look different. */
export async function expectControlsSeen(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findUnseen), `${name}: controls without outline, words or drawing`).toEqual([]);
  expect.soft(await page.evaluate(findAlike), `${name}: chosen, and like the others`).toEqual([]);
}
