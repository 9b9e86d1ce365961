/**
 * Moves the focus to the heading of the screen: on a new screen, and after an action that removes its own button. Without this
 * the focus would go back to the top of the page, and a screen reader would say nothing. `isSeen` also scrolls to the heading, for
 * a screen that changes without the router, which scrolls itself.
 */
export function focusHeading({ isSeen = false } = {}): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: !isSeen });
}
