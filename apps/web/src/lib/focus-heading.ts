/**
 * Moves the focus to the heading of the screen: on a new screen, and after an action that removes its own button. Without this
 * the focus would go back to the top of the page, and a screen reader would say nothing.
 */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
