import { useSyncExternalStore } from 'react';

/** The widths of a window at which the layout changes. Style sheets use only these: use-media-query.test.ts. */
export const widths = { narrow: '30rem', wide: '48rem', roomy: '64rem' } as const;

/** From this width tables with few columns replace rows. */
export const wide = `(width >= ${widths.wide})`;
/** From this width the top bar replaces the bottom bar, and a history has room for all its columns. */
export const roomy = `(width >= ${widths.roomy})`;

/** True while a media query matches, kept up to date. */
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
