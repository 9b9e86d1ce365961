import type { RegisteredRouter as AppRouter } from '@tanstack/react-router';
import { recognise } from '@tapfolio/locales/paths.ts';
import { focusHeading } from '../lib/focus-heading.ts';
import { entryKey } from './entry-key.ts';
import { controlToLeave, focusLeft, type LeftControl } from './left-control.ts';

type Place = { readonly pathname: string; readonly search: object };

/** One path may have several screens: one for each card that the query names, or one for each step of a form. */
export function screenAt({ pathname, search }: Place): string {
  const name = recognise(pathname)?.name ?? pathname;
  const thing = 'id' in search ? ` ${String(search.id)}` : '';
  const step = 'step' in search ? ` ${String(search.step)}` : '';
  return name.replace(/-table$/, '') + thing + step;
}

/**
 * Moves the focus to the heading of each new screen, so that a screen reader names the screen; after "Back" or "Forward" to the control
 * with which the screen was left, so that the passenger goes on there. Another filter, page or card of a history is not a new screen: the
 * focus stays on the pressed control.
 */
export function focusOnNavigation(router: AppRouter): () => void {
  const left = new Map<string, LeftControl | undefined>();
  const stopLeaving = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) left.set(entryKey(fromLocation), controlToLeave());
  });
  const stopRendered = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || screenAt(fromLocation) === screenAt(toLocation)) return;
    const control = left.get(entryKey(toLocation));
    if (control && focusLeft(control)) return;
    // A row that the link names takes the focus itself. If its list is loaded already, this happens before, and the router has scrolled
    // to the top since.
    const row = 'open' in toLocation.search ? document.activeElement?.closest('main *') : undefined;
    if (row) row.scrollIntoView({ block: 'center' });
    else focusHeading();
  });
  return () => {
    stopLeaving();
    stopRendered();
  };
}
