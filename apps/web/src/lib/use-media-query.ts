import { useSyncExternalStore } from 'react';

/** The widths of a window at which the layout changes. Style sheets use these and no others: widths.test.ts. */
export const widths = { narrow: '30rem', wide: '48rem', roomy: '64rem' } as const;

/** Where tables of few columns replace rows. */
export const wide = `(width >= ${widths.wide})`;
/** Where the top bar replaces the bottom bar, and a history has room for all its columns. */
export const roomy = `(width >= ${widths.roomy})`;

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
