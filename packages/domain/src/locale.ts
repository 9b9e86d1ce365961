/** The languages of every catalogue, path and format. The first one is the default. */
export const locales = ['en_CA', 'fr_CA', 'de_DE', 'sk_SK', 'pl_PL', 'it_IT', 'en_GB'] as const;

/** One of these languages, written as it is kept in `selectedLanguage`. */
export type Locale = (typeof locales)[number];

/** The language used when nothing else says which. */
export const defaultLocale = 'en_CA' satisfies Locale;

/** True if a text from outside (storage, account, host map) is the name of one of our languages. */
export function isLocale(text: unknown): text is Locale {
  return locales.some((locale) => locale === text);
}

/** Returns the BCP-47 tag (`fr-CA`) that `Intl` and the language of the document need. */
export function toBcp47(locale: Locale): string {
  return locale.replace('_', '-');
}

/** The two letters of the language (`fr`), without the country. */
export function languageOf(locale: Locale): string {
  return locale.slice(0, 2);
}

/**
 * Finds our language for a BCP-47 tag such as a browser's `fr` or `de-AT`: the same tag, or else
 * the first of our languages of the same family; `undefined` if there is none.
 */
export function fromBcp47(tag: string): Locale | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  const exact = locales.find((locale) => locale.toLowerCase() === [language, ...rest].join('_'));
  return exact ?? locales.find((locale) => languageOf(locale) === language);
}
