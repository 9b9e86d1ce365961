import type { TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';

type DayTotal = TripPage['days'][number];
export type DayGroup = {
  readonly day: string;
  /** One for each currency that was travelled in. */
  readonly totals: readonly DayTotal[];
  readonly trips: readonly TripSummary[];
};

/**
 * The trips of a page by service day, in the order they came. The totals are the server's, of the whole day, also where
 * the page shows only a part of it.
 */
export function groupByDay({ items, days }: Pick<TripPage, 'items' | 'days'>): DayGroup[] {
  const groups = new Map<string, TripSummary[]>();
  for (const trip of items) {
    const group = groups.get(trip.serviceDay);
    if (group) group.push(trip);
    else groups.set(trip.serviceDay, [trip]);
  }
  return [...groups].map(([day, trips]) => ({
    day,
    totals: days.filter(({ serviceDay }) => serviceDay === day),
    trips,
  }));
}
