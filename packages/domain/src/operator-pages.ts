import { defaultLocale, type Locale } from './locale.ts';

/** The addresses of one page of the operator, by language. */
export type OperatorPage = { readonly [L in Locale]?: string | undefined };

/**
 * In which language a page of the operator is read: in the reader's language, or, if the operator has the page only in other languages, in
 * the operator's first one.
 */
export function languageOfOperatorPage(
  page: OperatorPage | undefined,
  { locale, deployed }: { locale: Locale; deployed: readonly Locale[] },
): Locale {
  const [first = defaultLocale] = deployed;
  return page === undefined || page[locale] !== undefined ? locale : first;
}
