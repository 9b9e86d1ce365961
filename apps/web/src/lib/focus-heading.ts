/**
 * Moves the focus to the heading of the screen: for a new screen, and for an act whose own button goes away with it. Without
 * this the focus would fall back to the page's beginning, and a screen reader would say nothing.
 */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
