import { onTestFinished } from 'vitest';

/** Hides the page, as if another tab were in front of it, or shows it again. */
export function setHidden(isHidden: boolean): void {
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  const visibilityState = { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') };
  Object.defineProperty(document, 'visibilityState', visibilityState);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
