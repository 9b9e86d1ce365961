import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { decodePath } from '@tapfolio/locales/decode-path.ts';
import { pathOf, translatePath } from '@tapfolio/locales/paths.ts';

type Rewritten = { url: URL };
export type Rewrite = { input: (location: Rewritten) => URL; output: (location: Rewritten) => URL };

/** A decoded path as the address must write it; it starts with one slash, so it cannot name another site. */
const encoded = (path: string): string => `/${path.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`;

/**
 * The canonical path of an address in any language. An unknown path is decoded once and written cleanly (NAV-04); a
 * malformed escape leads to the error screen.
 */
export function toCanonical(pathname: string): string {
  const known = translatePath(pathname, defaultLocale);
  if (known !== undefined) return known;
  const decoded = decodePath(pathname);
  return decoded === undefined ? pathOf('error') : encoded(decoded);
}

/** The only place that maps localised addresses to the route tree, which has canonical paths only. */
export function rewriteFor(locale: Locale): Rewrite {
  return {
    input: ({ url }) => {
      url.pathname = toCanonical(url.pathname);
      return url;
    },
    output: ({ url }) => {
      url.pathname = translatePath(url.pathname, locale) ?? url.pathname;
      return url;
    },
  };
}
