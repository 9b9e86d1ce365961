import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { useFormats } from '../../../lib/use-formats.ts';

export function TripTimes({ trip }: { trip: Pick<TripSummary, 'startedAt' | 'endedAt' | 'timeZone'> }) {
  const formats = useFormats();
  const start = formats.time(trip.startedAt, trip.timeZone);
  return trip.endedAt ? `${start} – ${formats.time(trip.endedAt, trip.timeZone)}` : start;
}
