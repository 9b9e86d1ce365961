import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';

/** Where a trip went. A system where one only taps on knows where a trip began, not where it ended. */
export function TripPlaces({ trip }: { trip: Pick<TripSummary, 'from' | 'to'> }) {
  const t = useT();
  if (trip.from && trip.to) return t('trips.fromTo', { from: trip.from, to: trip.to });
  return trip.from ?? trip.to ?? t('trips.stopUnknown');
}
