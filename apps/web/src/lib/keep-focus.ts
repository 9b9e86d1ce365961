/** What focus may fall back to: what surrounds the lost control and has a name, a role that is read out, or a heading. */
const places = 'dialog[open], :popover-open, form, section, [role="region"], main, footer';

/** Moves focus to something that is no control. It can be focused for as long as it is. */
export function focusOn(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the place of somebody who uses the keyboard or a screen reader. When the control with the focus leaves the page
 * ("Try again" that is followed by what was loaded), the browser puts the focus on nothing and the next Tab begins at the
 * top. Here it goes to the nearest part that still stands around the control, unless the screen has moved it by itself
 * until the next frame. Gives the way to stop.
 */
export function keepFocus(): () => void {
  let trail: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    trail = target instanceof HTMLElement ? trailOf(target) : [];
  };
  // Pressing on nothing gives the focus up on purpose; pressing the focused control again does not.
  const forget = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && trail[0]?.contains(target))) trail = [];
  };
  const mend = (): void => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isNowhere || trail[0]?.isConnected !== false) return;
    const place = trail.find((element) => element.isConnected && element.matches(places));
    // A whole screen is told by its heading.
    const heading = place?.matches('main') ? place.querySelector<HTMLElement>('h1') : null;
    if (place) focusOn(heading ?? place);
  };
  const observer = new MutationObserver(() => {
    if (trail[0]?.isConnected === false) requestAnimationFrame(mend);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
}

/** The element and everything around it, from the inside out. */
function trailOf(element: HTMLElement): HTMLElement[] {
  const trail = [];
  for (let now: HTMLElement | null = element; now; now = now.parentElement) trail.push(now);
  return trail;
}
