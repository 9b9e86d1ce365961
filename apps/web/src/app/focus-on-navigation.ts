import type { RegisteredRouter as AppRouter } from '@tanstack/react-router';
import { recognise } from '@tapfolio/locales/paths.ts';
import { focusHeading } from '../lib/focus-heading.ts';

type Place = { readonly pathname: string; readonly search: object };

/** One address may hold several screens: a list has one per thing that it names, a form one per step. */
export function screenAt({ pathname, search }: Place): string {
  const name = recognise(pathname)?.name ?? pathname;
  const thing = 'id' in search ? ` ${String(search.id)}` : '';
  const step = 'step' in search ? ` ${String(search.step)}` : '';
  return name.replace(/-table$/, '') + thing + step;
}

/**
 * Moves focus to the heading of each new screen, so that a screen reader says where one is. Another filter, page or card
 * within a history is no new screen: the focus stays with what was pressed.
 */
export function focusOnNavigation(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || screenAt(fromLocation) === screenAt(toLocation)) return;
    // A row that the link names takes the focus itself, which happens before this when its list is there already.
    const hasRowFocus = 'open' in toLocation.search && document.activeElement?.closest('main *');
    if (!hasRowFocus) focusHeading();
  });
}
