import { defaultLocale, type Locale } from './locale.ts';

/** What the operator says or where its page stands, by language. */
export type OperatorTexts<Value = string> = { readonly [L in Locale]?: Value | undefined };

/**
 * In which language something of the operator is read: in the reader's language, or, if the operator has it only in other languages, in
 * the operator's first one.
 */
export function languageOfOperatorText(
  texts: OperatorTexts<unknown> | undefined,
  { locale, deployed }: { locale: Locale; deployed: readonly Locale[] },
): Locale {
  const [first = defaultLocale] = deployed;
  return texts === undefined || texts[locale] !== undefined ? locale : first;
}
