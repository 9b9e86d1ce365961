import { errorCodes } from '@tapfolio/contracts/error-catalogue.ts';
import { defaultLocale, type Locale, locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import { type Catalogues, type Messages, partNames } from './catalogue.ts';
import { mayEqualEnglish } from './equal-texts.ts';
import { glossaryProblems } from './glossary.ts';
import { argsType, type MessageShape, readMessage } from './message.ts';

/** All problems of the source texts, one line each. Empty if the texts are complete and consistent. */
export function findProblems(catalogues: Catalogues): string[] {
  const originals = joined(catalogues, defaultLocale);
  const silent = errorCodes.filter((code) => !Object.hasOwn(originals, `errors.${code}`));
  return [
    ...silent.map((code) => `${defaultLocale} errors.${code}: an error code without text (errors.json or faults.json)`),
    ...locales.flatMap((locale) => problemsOf(locale, joined(catalogues, locale), originals)),
  ];
}

function joined(catalogues: Catalogues, locale: Locale): Messages {
  return Object.assign({}, ...partNames.map((part) => catalogues[locale][part]));
}

function problemsOf(locale: Locale, messages: Messages, originals: Messages): string[] {
  const missing = Object.keys(originals).filter((key) => !Object.hasOwn(messages, key));
  return [
    ...missing.map((key) => `${locale} ${key}: missing`),
    ...Object.entries(messages).flatMap(([key, text]) => {
      return textProblems(locale, text, originals[key]).map((problem) => `${locale} ${key}: ${problem}`);
    }),
  ];
}

function textProblems(locale: Locale, text: string, original: string | undefined): string[] {
  if (original === undefined) return [`not in ${defaultLocale}`];
  const shape = shapeOf(text);
  if (typeof shape === 'string') return [shape];
  const wanted = shapeOf(original);
  return [
    ...(typeof wanted === 'string' ? [] : argumentProblems(shape, wanted)),
    ...shape.plurals.flatMap(({ ordinal, categories }) => pluralProblems(locale, ordinal, categories)),
    ...(text.trim() === '' ? ['empty'] : []),
    ...(text.includes("'") ? ['a straight apostrophe, which ICU reads as a quote: write ’'] : []),
    ...(locale === 'fr_CA' && / [:»]|« /.test(text) ? ['a plain space at a colon or quote: use a no-break space'] : []),
    ...glossaryProblems(locale, text),
    ...(isLeftInEnglish(locale, text, original) ? ['still in English (see scripts/equal-texts.ts)'] : []),
  ];
}

function shapeOf(text: string): MessageShape | string {
  try {
    return readMessage(text);
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** A translation may use a plain `{count}` where the original has a plural, because a number fits in any sentence. */
function argumentProblems(shape: MessageShape, wanted: MessageShape): string[] {
  const names = (args: object): string => Object.keys(args).sort().join(', ');
  if (names(shape.args) !== names(wanted.args)) return [`arguments ${argsType(shape)}, not ${argsType(wanted)}`];
  const differing = Object.entries(shape.args).filter(([name, type]) => {
    return type !== wanted.args[name] && !(type === 'string | number' && wanted.args[name] === 'number');
  });
  return differing.map(([name, type]) => `{${name}} is ${type}, not ${wanted.args[name]}`);
}

function pluralProblems(locale: Locale, ordinal: boolean, categories: readonly string[]): string[] {
  const rules = new Intl.PluralRules(toBcp47(locale), { type: ordinal ? 'ordinal' : 'cardinal' });
  const wanted = rules.resolvedOptions().pluralCategories.toSorted().join(', ');
  const given = categories.toSorted().join(', ');
  return given === wanted ? [] : [`plural has ${given}, the language has ${wanted}`];
}

function isLeftInEnglish(locale: Locale, text: string, original: string): boolean {
  const isEnglish = locale === defaultLocale || locale === 'en_GB';
  return !isEnglish && text === original && !mayEqualEnglish(locale, text);
}
