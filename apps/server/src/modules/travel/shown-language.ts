import { type Locale, languageOf } from '@tapfolio/domain/locale.ts';
import type { Passenger } from '../../gate/caller.ts';

interface Asked {
  query: { language?: Locale | undefined };
  passenger: Pick<Passenger, 'language'>;
}

/** The language that the page shows, else the account's. */
export function localeOf({ query, passenger }: Asked): Locale {
  return query.language ?? passenger.language;
}

/** The same as feeds write it ("fr"): names in the timetable exist per language, not per country. */
export function shownLanguage(asked: Asked): string {
  return languageOf(localeOf(asked));
}
