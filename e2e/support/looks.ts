import type { AxeResults, RunOptions } from 'axe-core';

/** Checks that run inside the page: each function is passed to `page.evaluate`, so it uses nothing from outside itself. */

/** Removes the focus and scrolls to the top of the page. */
export function startAtTop(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
}

/** True if the screen has its heading and the region for notices, nothing is loading any more, and a dialog or menu is open or closed as expected. */
export function hasLoaded(hasLayer: boolean): boolean {
  const [heading, ...others] = document.querySelectorAll('h1');
  const isShown = heading?.checkVisibility({ visibilityProperty: true }) && others.length === 0;
  const hasNotices = document.querySelector('section > [role=alert]') !== null;
  const isOpen = document.querySelector('dialog[open], :popover-open') !== null;
  const saysLoading = ({ childElementCount, textContent }: Element) =>
    childElementCount === 0 && /^(Loading|Chargement)…$/.test(textContent);
  if (!isShown || !hasNotices || isOpen !== hasLayer) return false;
  return ![...document.querySelectorAll('body *')].some(saysLoading);
}

/** Resolves when all animations have ended, because an element that is fading has less contrast. Endless animations are ignored. */
export async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
}

/** True if this document has axe, or if an earlier document of the tab has kept it: then it is loaded now. */
export function hasAxe(): boolean {
  const kept = sessionStorage.getItem('axe');
  // biome-ignore lint/security/noGlobalEval: the text is that of axe.
  if (!('axe' in window) && kept !== null) globalThis.eval(kept); // oxlint-disable-line no-eval
  return 'axe' in window;
}

/** Loads axe, and keeps it for the next documents of this tab: to send it again would take as long as a check. */
export function keepAxe(source: string): void {
  sessionStorage.setItem('axe', source);
  // biome-ignore lint/security/noGlobalEval: the text is that of axe.
  globalThis.eval(source); // oxlint-disable-line no-eval
}

/** The violations of these rules that axe finds, as text. Axe must be loaded in the page. */
export async function findViolations(rules: string[]): Promise<string[]> {
  // Axe describes no passed rules: that would take as long as the check.
  const options: RunOptions = { resultTypes: ['violations'], runOnly: { type: 'tag', values: rules } };
  const { violations } = await window.axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Controls that are too small to touch. For a checkbox its label counts too, for a link over a whole tile the tile. */
export function findSmall(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, select, summary, input')];
  return controls.flatMap((control) => {
    const { width, height } = control.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true });
    const isWide =
      getComputedStyle(control, '::after').position === 'absolute' ||
      control.matches('[type=checkbox], [href="#main"]');
    const name = control.textContent || control.getAttribute('aria-label');
    return isSeen && !isWide && Math.min(width, height) < 43.5 ? [`${name?.trim()} ${width} × ${height}`] : [];
  });
}

/** Texts that are cut off at the edge of their box. */
export function findCut(): string[] {
  const isCut = (element: HTMLElement) =>
    element.scrollWidth > element.clientWidth + 1 &&
    element.clientWidth > 1 &&
    !element.matches('input, select') &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
    element.checkVisibility();
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter(isCut);
  return cut.map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`);
}

declare global {
  interface Window {
    axe: { run(document: Document, options: RunOptions): Promise<AxeResults> };
    focusWalk: { stops: number; hidden: string[]; isOver: boolean };
  }
}

/**
 * Checks before each further Tab whether at least a part of the focused control is visible in the window. After the focus has
 * left the page, a Tab changes nothing any more.
 */
export function watchFocus(): void {
  const walk: Window['focusWalk'] = { stops: -1, hidden: [], isOver: false };
  window.focusWalk = walk;
  const look = (focused: Element) => {
    const { left, top, width, height } = focused.getBoundingClientRect();
    const places = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => ({ x, y })));
    const isSeen = places.some(({ x, y }) => {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      return there !== null && (focused.contains(there) || there.contains(focused));
    });
    const words = focused.getAttribute('aria-label') ?? focused.textContent.slice(0, 40);
    if (!isSeen) walk.hidden.push(`${focused.tagName} ${words}`);
  };
  const watch = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || window.focusWalk !== walk) return;
    walk.stops += 1;
    const focused = document.activeElement;
    if (walk.stops > 0 && (!focused || focused === document.body)) walk.isOver = true;
    else if (walk.stops > 0 && focused) look(focused);
    if (walk.isOver) event.preventDefault();
  };
  window.addEventListener('keydown', watch, { capture: true });
}

/** Controls that have no outline, no text and no drawing that stands out from the page's colours. */
export function findUnseen(): string[] {
  const ground = getComputedStyle(document.body).backgroundColor;
  const shows = (colour: string) => colour !== ground && !/^rgba\(.*, 0\)$/.test(colour);
  const hasBorder = (element: Element) => {
    const { borderBlockEndWidth: width, borderBlockEndStyle: line, borderBlockEndColor } = getComputedStyle(element);
    return line !== 'none' && width !== '0px' && shows(borderBlockEndColor);
  };
  const hasWords = (element: Element) => element.textContent.trim() !== '' && shows(getComputedStyle(element).color);
  const hasDrawing = (element: Element) =>
    [...element.querySelectorAll('svg')].some((svg) => shows(getComputedStyle(svg).stroke));
  const isSeen = (element: Element) => {
    // The browser draws these two itself.
    if (element.matches('[type=checkbox], [type=radio]')) return true;
    if (element.matches('input, select, textarea')) return hasBorder(element);
    return hasBorder(element) || hasWords(element) || hasDrawing(element);
  };
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
  const unseen = controls.filter((control) => control.checkVisibility() && !isSeen(control));
  return unseen.map((control) => `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`);
}

/** Chosen controls (the current place, the pressed button) with the same borders and background as the controls beside them. */
export function findAlike(): string[] {
  const isChosen = (element: Element) => element.matches('[aria-current], [aria-pressed=true]');
  const look = (element: Element) => {
    const { borderBlockStartColor, borderBlockStartWidth, borderBlockEndColor, backgroundColor } =
      getComputedStyle(element);
    return [borderBlockStartColor, borderBlockStartWidth, borderBlockEndColor, backgroundColor].join(' ');
  };
  const chosen = [...document.querySelectorAll('[aria-current], [aria-pressed=true]')];
  const alike = chosen.filter((element) => {
    const group = element.closest('nav, fieldset, [role=group]') ?? element.parentElement;
    const others = [...(group?.querySelectorAll(element.tagName) ?? [])].filter(
      (other) => other.className === element.className && !isChosen(other) && other.checkVisibility(),
    );
    return element.checkVisibility() && others.some((other) => look(other) === look(element));
  });
  return alike.map((element) => `${element.tagName} ${element.textContent}`);
}
