import type { TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';

type DayTotal = TripPage['days'][number];
export type DayGroup = {
  readonly day: string;
  readonly total: DayTotal | undefined;
  readonly trips: readonly TripSummary[];
};

/**
 * The trips of a page by service day, in the order they came. The total is the server's, of the whole day, also where
 * the page shows only a part of it.
 */
export function groupByDay({ items, days }: Pick<TripPage, 'items' | 'days'>): DayGroup[] {
  const totals = new Map(days.map((day) => [day.serviceDay, day]));
  const groups = new Map<string, TripSummary[]>();
  for (const trip of items) {
    const group = groups.get(trip.serviceDay);
    if (group) group.push(trip);
    else groups.set(trip.serviceDay, [trip]);
  }
  return [...groups].map(([day, trips]) => ({ day, total: totals.get(day), trips }));
}
