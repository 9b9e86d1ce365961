import type { Spend, SpendQuery } from '@tapfolio/contracts/spend.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { presetDays } from '@tapfolio/domain/service-day.ts';
import type { Config } from '../../config/config.ts';
import { homeOperator } from '../../config/home-operator.ts';
import { laterOf } from '../../lib/iso-instant.ts';
import { linkedMedia } from '../cards/card-views.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { transportTypeOf } from '../travel/trip.present.ts';
import { presentSpend, type TypedSpend } from './spend.present.ts';
import { sumSpend } from './spend.queries.ts';

const weekMs = 7 * dayMs;

export interface SpendReading {
  readonly travel: TravelReading;
  readonly config: Pick<Config, 'operators'>;
}

/** What the trips of all linked cards cost in the last weeks, by the service days of the home operator. */
export async function readSpend(
  { travel, config }: SpendReading,
  passengerId: string,
  { weeks, weekStart }: SpendQuery,
): Promise<Spend> {
  const home = homeOperator(config.operators);
  const { first: thisWeek } = presetDays('this_week', travel.clock.now(), home, weekStart);
  const firstDays = Array.from({ length: weeks }, (_, back) => dayBefore(thisWeek, back * weekMs));
  const oldest = firstDays.at(-1) ?? thisWeek;
  // No operator's day begins a day before it begins in UTC, and the day itself is compared; asking the calendar of a zone when
  // it begins costs about as much as the statement itself.
  const from = `${dayBefore(oldest, dayMs)}T00:00:00Z`;
  const media = await linkedMedia(travel.readDb, passengerId);
  const sums = await Promise.all(
    media.map(({ mediumId, shownFrom }) =>
      sumOf(travel, { mediumId, firstDay: oldest, from: laterOf(from, shownFrom) }),
    ),
  );
  return presentSpend(sums.flat(), firstDays);
}

/** The fares of one medium, with the type of transport that the timetable gives a line. */
async function sumOf(
  { readDb, names }: TravelReading,
  values: { mediumId: string; firstDay: string; from: string },
): Promise<TypedSpend[]> {
  const rows = await sumSpend(readDb, values);
  const named = await names.namesFor(
    rows.map((row) => ({ ...row, from_stop_id: null, to_stop_id: null })),
    'en',
  );
  return rows.map((row) => ({ ...row, transport_type: transportTypeOf(row, named) }));
}

const dayBefore = (day: string, ms: number) => new Date(Date.parse(day) - ms).toISOString().slice(0, 10);
