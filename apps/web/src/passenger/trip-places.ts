import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import type { T } from '../lib/i18n.ts';

/** Delivered "names" that are none: the number of a stop, or a UUID, whose beginning tells stops apart. */
const stopNumber = /^\d[\d.:-]*$/;
const uuid = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A stop by its name; a number alone gets a word before it. */
export function stopText(name: string | null, t: T): string {
  if (name === null) return t('trips.stopUnknown');
  const id = uuid.exec(name)?.[1] ?? stopNumber.exec(name)?.[0];
  return id === undefined ? name : t('trips.stopNumbered', { id });
}

/** Where a trip went. A system where one only taps on knows where a trip began, not where it ended. */
export function placesText({ from, to }: Pick<TripSummary, 'from' | 'to'>, t: T): string {
  if (from && to) return t('trips.fromTo', { from: stopText(from, t), to: stopText(to, t) });
  return stopText(from ?? to, t);
}
