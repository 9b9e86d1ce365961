import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Config } from './config.ts';

/** What the operator says in a language, or else in its first language; undefined if it says it in neither. */
export function inLanguage<Value>(
  texts: Partial<Record<Locale, Value>>,
  locale: Locale,
  { languages }: Pick<Config, 'languages'>,
): Value | undefined {
  return texts[locale] ?? texts[languages.deployed[0] ?? locale];
}
