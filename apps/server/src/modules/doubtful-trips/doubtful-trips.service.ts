import { type DoubtfulTripList, mostDoubtfulTrips, type TripPlace } from '@tapfolio/contracts/trips.ts';
import { doubtfulTrips, type JudgedTrip } from '@tapfolio/domain/doubtful-trips.ts';
import { judgedFrom } from '@tapfolio/domain/trip-doubts.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { isoInstant, isoInstantOrNull, laterOf } from '../../lib/iso-instant.ts';
import { linkedCards } from '../cards/card-views.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { onceEach } from '../travel/several-media.ts';
import { isExitOnly } from '../travel/trip.present.ts';
import { type JudgedRow, listJudged } from './doubtful-trips.queries.ts';

type OwnTrip = JudgedTrip & { readonly place: TripPlace };

/** The trips of all cards of a passenger that look wrong. Each medium is read by a statement of its own, on its own node of a cluster. */
export async function readDoubtfulTrips(
  { readDb, clock }: Pick<TravelReading, 'readDb' | 'clock'>,
  passengerId: string,
): Promise<DoubtfulTripList> {
  const from = judgedFrom(clock.now()).toISOString();
  const read = async (cardId: number, { mediumId, shownFrom }: OwnMedium): Promise<OwnTrip[]> => {
    const rows = await listJudged(readDb, { mediumId, from: laterOf(from, shownFrom) });
    return rows.map((row) => judgedTrip(row, { cardId, mediumId }));
  };
  const cards = await linkedCards(readDb, passengerId);
  const trips = await Promise.all(
    cards.flatMap(({ cardId, media }) => media.map(async (medium) => await read(cardId, medium))),
  );
  const items = doubtfulTrips(onceEach(trips.flat(), ({ tripId }) => tripId)).slice(0, mostDoubtfulTrips);
  return { items: items.map(({ trip, doubt, other }) => ({ ...trip.place, doubt, other: other?.place ?? null })) };
}

function judgedTrip(row: JudgedRow, { cardId, mediumId }: { cardId: number; mediumId: string }): OwnTrip {
  const at = isoInstant(row.started_at);
  const endedAt = isoInstantOrNull(row.checked_out_at);
  return {
    place: { cardId, tripId: row.trip_id, at },
    tripId: row.trip_id,
    mediumId,
    operator: row.operator_code,
    line: row.line_id ?? row.line_name ?? row.transport_type,
    status: row.status,
    startedAt: Date.parse(at),
    isExitOnly: isExitOnly({ startedAt: at, endedAt, from: row.from_stop_id ?? row.from_name }),
    endedAt: endedAt === null ? null : Date.parse(endedAt),
    from: { id: row.from_stop_id, name: row.from_name },
    to: { id: row.to_stop_id, name: row.to_name },
    fareMinor: row.fare_minor,
    isSettled: row.is_settled,
  };
}
