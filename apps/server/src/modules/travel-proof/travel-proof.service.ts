import { longestProofDays, mostProofTrips } from '@tapfolio/contracts/limits.ts';
import { languageOf } from '@tapfolio/domain/locale.ts';
import { countDays, rangeOfDays } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { readFreshness } from '../cards/card-states.service.ts';
import type { LinkedCard } from '../cards/card-views.service.ts';
import { readLook, statementPrefix } from '../payments/payments.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import {
  assertMayChoose,
  chooseCards,
  type DocumentContext,
  type DocumentQuestion,
  readLooks,
  readRecords,
} from '../travel-documents/travel-documents.service.ts';
import { readTripsWithRefunds } from '../trips/trips.service.ts';
import { readName } from '../users/users.service.ts';
import { judgeTrips } from '../work-trips/work-trips.service.ts';
import { writeProofCsv } from './proof-csv.ts';
import { writeProof } from './proof-document.ts';
import type { ProvenTrip, TripOfCard } from './proof-trips.ts';

/**
 * The trips of some days with some of the passenger's cards, as a PDF or CSV. They are the rows of the histories of these cards, for the
 * same days.
 * @throws AppError `TM0108` for a card that is not the passenger's; `travel_proof_too_long`; `travel_proof_empty`; `no_trips_for_work`;
 *   `NWA0011`.
 */
export async function makeTravelProof(
  context: DocumentContext,
  passenger: Passenger,
  question: DocumentQuestion,
): Promise<Uint8Array> {
  const { from, to, locale, format, only } = question;
  const { config, travel } = context;
  assertMayChoose(passenger, question);
  assertShortEnough(countDays(from, to) <= longestProofDays);
  const cards = await chooseCards(travel, passenger, question.cards);
  // Read before the trips: a document may know more than it says, but never less.
  const dataUpTo = await readFreshness(travel.readDb);
  const all = await readTrips(context, passenger, { ...question, chosen: cards });
  assertThat(all.length > 0, 'travel_proof_empty');
  const trips = only === 'work' ? all.filter(({ isForWork }) => isForWork) : all;
  assertThat(trips.length > 0, 'no_trips_for_work');
  const prefix = statementPrefix(config.statementReference);
  const home = homeOperator(config.operators).name;
  if (format === 'csv') return Buffer.from(await writeProofCsv(trips, { prefix, home, locale }));
  const [name, looks] = await Promise.all([readName(travel.readDb, passenger.passengerId), readLooks(travel, cards)]);
  const subject = { passenger: name, firstDay: from, lastDay: to, cards: looks, madeAt: travel.clock.now(), only };
  return await context.documents.compile(
    'travel-proof',
    await writeProof(config, { ...subject, trips, prefix, dataUpTo }, locale),
  );
}

function assertShortEnough(condition: boolean): asserts condition {
  assertThat(condition, 'travel_proof_too_long', { days: longestProofDays, trips: mostProofTrips });
}

/** The rows of the histories of these cards, the oldest first. */
async function readTrips(
  { config, travel }: DocumentContext,
  { passengerId }: Passenger,
  { chosen, from, to, locale }: DocumentQuestion & { readonly chosen: readonly LinkedCard[] },
): Promise<ProvenTrip[]> {
  const days = rangeOfDays(from, to, homeOperator(config.operators));
  const query = { ...days, limit: mostProofTrips, language: languageOf(locale) };
  const trips = await readRecords(chosen, mostProofTrips, {
    read: (medium) => readTripsWithRefunds(travel, medium, query),
    at: (trip) => trip.startedAt,
  });
  assertShortEnough(trips !== null);
  const ruled = trips.map(({ id, cardId, record: { startedAt } }) => ({ id, cardId, startedAt }));
  const [numbers, work] = await Promise.all([
    readNumbers(travel, trips),
    judgeTrips(travel.readDb, passengerId, ruled),
  ]);
  return trips.map(({ id, cardId, cardName, medium, record }) => {
    const { scheme = null, lastFour = null } = numbers.get(medium.mediumId) ?? {};
    return { cardId, cardName, cardNumber: { scheme, lastFour }, trip: record, isForWork: work.has(id) };
  });
}

/** How the media of some trips are called: those of a card that the bank has replaced have other digits than the card has today. */
async function readNumbers({ readDb }: TravelReading, trips: readonly TripOfCard[]) {
  const media = new Map(trips.map(({ medium }) => [medium.mediumId, medium]));
  const looks = await Promise.all(
    [...media].map(async ([id, medium]) => [id, await readLook(readDb, medium)] as const),
  );
  return new Map(looks);
}
