import { useSyncExternalStore } from 'react';

/** Whether a media query holds now, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Where tables replace rows and the top bar replaces the bottom bar. */
export const wide = '(min-width: 48rem)';
/** Where there is room for all columns of a history. */
export const roomy = '(min-width: 64rem)';
