import type { AppRouter } from './router.tsx';

/** Moves focus to the heading of each new screen, so that a screen reader says where one is. */
export function focusOnNavigation(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}
