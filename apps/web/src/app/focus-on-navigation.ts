import type { RegisteredRouter as AppRouter } from '@tanstack/react-router';
import { recognise } from '@tapfolio/locales/paths.ts';
import { focusHeading } from '../lib/focus-heading.ts';

type Place = { readonly pathname: string; readonly search: object };

/** A screen with a list has one screen in it per thing that is named in the address, except for the history of a card. */
export function screenAt({ pathname, search }: Place): string {
  const name = recognise(pathname)?.name ?? pathname;
  const thing = 'id' in search ? ` ${String(search.id)}` : '';
  return name.replace(/-table$/, '') + thing;
}

/**
 * Moves focus to the heading of each new screen, so that a screen reader says where one is. Another filter, page or card
 * within a history is no new screen: the focus stays with what was pressed.
 */
export function focusOnNavigation(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || screenAt(fromLocation) === screenAt(toLocation)) return;
    focusHeading();
  });
}
