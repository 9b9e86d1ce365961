import type { Locale } from '@tapfolio/domain/locale.ts';
import { languageOfOperatorText, type OperatorTexts } from '@tapfolio/domain/operator-texts.ts';
import type { Config } from './config.ts';

/** What the operator says in a language, or else in its first language; undefined if it says it in neither. */
export function inLanguage<Value>(
  texts: OperatorTexts<Value>,
  locale: Locale,
  { languages: { deployed } }: Pick<Config, 'languages'>,
): Value | undefined {
  return texts[languageOfOperatorText(texts, { locale, deployed })];
}
