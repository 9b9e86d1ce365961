import type { Locale } from '@tapfolio/domain/locale.ts';

/** Proper names and signs: the same in every language. */
const everywhere = ['TWINT', 'SRID'];

/** Words that are spelled like the English ones. */
const inLanguage: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  fr_CA: [
    'Pages',
    'Date',
    'Total',
    'Train',
    'Trolleybus',
    'Active',
    'Information',
    'Contact',
    'Version {version}',
    'Description',
    'Transport',
    'Question {number}',
  ],
  de_DE: ['Status', 'Name', 'Filter', 'Bus', 'Version {version}', 'Check-in', 'Check-out', '(optional)'],
  sk_SK: ['Metro', 'Filter'],
  pl_PL: ['Status', 'Metro'],
  it_IT: ['Password', 'No', 'Tram', 'Home', 'Account', 'Privacy', 'Check-in', 'Check-out'],
};

/** True if a translation may be the same as the English text: names, shared words, or no words at all. */
export function mayEqualEnglish(locale: Locale, text: string): boolean {
  const words = text.replace(/\{\w+\}/g, '');
  return !/\p{L}/u.test(words) || everywhere.includes(text) || (inLanguage[locale]?.includes(text) ?? false);
}
