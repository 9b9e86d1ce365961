import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { stopIdOf } from '@tapfolio/domain/stop-id.ts';
import type { T } from '../lib/i18n.ts';

/** A stop by its name; before a number without a name stands a word. */
export function stopText(name: string | null, t: T): string {
  if (name === null) return t('trips.stopUnknown');
  const id = stopIdOf(name);
  return id === undefined ? name : t('trips.stopNumbered', { id });
}

/**
 * The places of a trip. If passengers only tap on, it is known where a trip began, but not where it ended. A trip that is known by its end
 * says so: a stop alone is read as the start.
 */
export function placesText({ from, to }: Pick<TripSummary, 'from' | 'to'>, t: T): string {
  if (to === null) return stopText(from, t);
  return t('trips.fromTo', { from: stopText(from, t), to: stopText(to, t) });
}
