import { onTestFinished } from 'vitest';

/** Resolves when the page asks to be reloaded. The page stays, because the test runs in it. */
export function nextReload(): Promise<void> {
  return new Promise((resolve) => {
    const handleNavigate = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload') return;
      event.preventDefault();
      resolve();
    };
    navigation.addEventListener('navigate', handleNavigate);
    onTestFinished(() => navigation.removeEventListener('navigate', handleNavigate));
  });
}
