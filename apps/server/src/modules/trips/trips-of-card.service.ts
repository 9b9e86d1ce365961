import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import type { TripPage } from '@tapfolio/contracts/trips.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import type { TravelReading } from '../travel/reading.ts';
import { mergePages, readEach } from '../travel/several-media.ts';
import { addDays, sumAround } from './day-totals.service.ts';
import { readTripPage } from './trips.service.ts';

/** One page of the trips of a card, with all its media. */
export async function readTrips(
  travel: TravelReading,
  media: readonly OwnMedium[],
  query: Omit<HistoryQuery, 'language'> & { language: string },
): Promise<TripPage> {
  const pages = await readEach(media, (medium) => readTripPage(travel, medium, query));
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const merged = mergePages(pages, query.limit, (trip) => trip.startedAt);
  // On the day of a replacement both media may have travelled, and a page may show the trips of one of them only.
  const sums = await readEach(media, (medium) => sumAround(travel.readDb, medium, merged.items));
  const shown = new Set(merged.items.map((trip) => trip.serviceDay));
  return { ...merged, days: addDays(sums.flat().filter((sum) => shown.has(sum.service_day))) };
}
