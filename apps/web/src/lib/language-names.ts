import type { Locale } from '@tapfolio/domain/locale.ts';

/** Languages in their own words, the same on every page and therefore no texts of a catalogue. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en_CA: 'English',
  fr_CA: 'Français',
  de_DE: 'Deutsch',
  sk_SK: 'Slovenčina',
  pl_PL: 'Polski',
  it_IT: 'Italiano',
  en_GB: 'English (UK)',
};
