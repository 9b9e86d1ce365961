import { defaultLocale, type Locale } from './locale.ts';

/** What the operator says or where its page stands, by language. */
export type OperatorTexts<Value = string> = { readonly [L in Locale]?: Value | undefined };

/** The language in which the operator's pages and mails are: the reader's, or the operator's first one if it does not offer that. */
export function languageWith(locale: Locale, deployed: readonly Locale[]): Locale {
  const [first = defaultLocale] = deployed;
  return deployed.includes(locale) ? locale : first;
}

/**
 * In which language something of the operator is read: in that of the page, or, if the operator has it only in other languages, in
 * the operator's first one.
 */
export function languageOfOperatorText(
  texts: OperatorTexts<unknown> | undefined,
  { locale, deployed }: { locale: Locale; deployed: readonly Locale[] },
): Locale {
  const [first = defaultLocale] = deployed;
  const language = languageWith(locale, deployed);
  return texts === undefined || texts[language] !== undefined ? language : first;
}
