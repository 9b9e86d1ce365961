/** Elements that the focus may fall back to: they surround the lost control and have a name, a role that is read out, or a heading. */
const places = 'li, tr, dialog[open], :popover-open, form, section, [role="region"], main, footer';

/**
 * Safari gives the focus to no button or link that is pressed with a pointer. A dialog that it opens could not give the focus back, and
 * {@link keepFocus} would not know the place. An Enter that presses the button of a form is no press with a pointer: its field keeps the focus.
 */
function focusPressed({ target, detail }: MouseEvent): void {
  const pressed = detail > 0 && target instanceof Element && target.closest<HTMLElement>('a[href], button, summary');
  if (pressed) pressed.focus({ preventScroll: true });
}

/** Moves the focus to an element. One that is not a control is focusable only while it has the focus. */
export function focusOn(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the place of a passenger who uses the keyboard or a screen reader. When the control with the focus leaves the page
 * (a "Try again" button that the loaded data replace), the browser drops the focus, and the next Tab begins at the top. This
 * function then moves the focus to the nearest surrounding part that is still on the page, unless the screen has moved it by
 * the next frame. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let trail: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    trail = target instanceof HTMLElement ? trailOf(target, trail) : [];
  };
  // A press outside any control removes the focus on purpose; another press on the focused control does not.
  const forget = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && trail[0]?.contains(target))) trail = [];
  };
  const mend = (): void => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isNowhere || trail[0]?.isConnected !== false) return;
    const place = trail.find((element) => element.isConnected && element.matches(places));
    // For a whole screen, its heading takes the focus.
    const heading = place?.matches('main') ? place.querySelector<HTMLElement>('h1') : null;
    if (place) focusOn(heading ?? place);
  };
  const observer = new MutationObserver(() => {
    if (trail[0]?.isConnected === false) requestAnimationFrame(mend);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, { capture: true });
  document.addEventListener('click', focusPressed, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, { capture: true });
    document.removeEventListener('click', focusPressed, { capture: true });
  };
}

/**
 * The element and everything around it, from the inside out. Behind a dialog comes what had the focus when it opened: where a dialog
 * stands in the page says little about the row whose button opened it.
 */
function trailOf(element: HTMLElement, before: readonly HTMLElement[]): HTMLElement[] {
  const around = [];
  for (let now: HTMLElement | null = element; now; now = now.parentElement) around.push(now);
  const dialog = element.closest('dialog');
  if (!dialog) return around;
  const end = around.indexOf(dialog) + 1;
  return [...around.slice(0, end), ...before.slice(before.indexOf(dialog) + 1), ...around.slice(end)];
}
