import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import type { T } from '../lib/i18n.ts';

/** A delivered "name" that is only the number of a stop, or a UUID. */
const bareNumber = /^\d[\d.:-]*$|^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A stop by its name; one that came as a number alone gets a word before it, and of a UUID its beginning is enough. */
export function stopText(name: string | null, t: T): string {
  if (name === null) return t('trips.stopUnknown');
  return bareNumber.test(name) ? t('trips.stopNumbered', { id: name.slice(0, 8) }) : name;
}

/** Where a trip went. A system where one only taps on knows where a trip began, not where it ended. */
export function placesText({ from, to }: Pick<TripSummary, 'from' | 'to'>, t: T): string {
  if (from && to) return t('trips.fromTo', { from: stopText(from, t), to: stopText(to, t) });
  return stopText(from ?? to, t);
}
