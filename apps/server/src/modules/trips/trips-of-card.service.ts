import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import type { TripPage } from '@tapfolio/contracts/trips.ts';
import type { TravelReading } from '../travel/reading.ts';
import { mergePages, readEach } from '../travel/several-media.ts';
import { readTripPage } from './trips.service.ts';

type DayTotal = TripPage['days'][number];

/** One page of the trips of a card, with all its media. */
export async function readTrips(
  travel: TravelReading,
  media: readonly string[],
  query: Omit<HistoryQuery, 'language'> & { language: string },
): Promise<TripPage> {
  const pages = await readEach(media, (mediumId) => readTripPage(travel, mediumId, query));
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const merged = mergePages(pages, query.limit, (trip) => trip.startedAt);
  const shown = new Set(merged.items.map((trip) => trip.serviceDay));
  const days = addDays(pages.flatMap((page) => page.days)).filter(({ serviceDay }) => shown.has(serviceDay));
  return { ...merged, days };
}

/** On the day of a replacement both media may have travelled. Two currencies are never added. */
function addDays(days: readonly DayTotal[]): DayTotal[] {
  const sums = new Map<string, DayTotal>();
  for (const day of days) {
    const { currency, amountMinor } = day.total;
    const key = `${day.serviceDay} ${currency}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, day);
    else {
      const total = { currency, amountMinor: known.total.amountMinor + amountMinor };
      sums.set(key, { ...day, trips: known.trips + day.trips, total });
    }
  }
  return [...sums.values()].sort((one, other) => (one.serviceDay < other.serviceDay ? 1 : -1));
}
