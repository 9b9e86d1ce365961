import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import type { WorkMarks, WorkRule, WorkTrips } from '@tapfolio/contracts/work-trips.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { earlierOf, isoInstantOrNull, laterOf } from '../../lib/iso-instant.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { getTripKeys, readTripKeys, type TripKey } from '../trips/trip-keys.service.ts';
import { type RuledTrip, rulesOf } from './for-work.ts';
import * as work from './work-trips.queries.ts';

/** A card of the passenger, with its media. */
interface OwnCard {
  readonly cardId: number;
  readonly media: readonly OwnMedium[];
}

/** Which trips of a page of the history of a card are for work. */
export async function readWorkTrips(
  travel: TravelReading,
  { passengerId }: Passenger,
  { cardId, media, ...query }: OwnCard & HistoryQuery,
): Promise<WorkTrips> {
  const keys = await readTripKeys(travel, media, query);
  const isForWork = await judgeTrips(
    travel.readDb,
    passengerId,
    keys.map((key) => ({ ...key, cardId })),
  );
  return { tripIds: keys.map(({ id }) => id).filter((id) => isForWork.has(id)) };
}

/** The ids of those of these trips that are for work: a mark of a trip counts more than the rule of its card. */
export async function judgeTrips(
  db: Db,
  passengerId: string,
  trips: readonly (RuledTrip & Pick<TripKey, 'id'>)[],
): Promise<ReadonlySet<string>> {
  if (trips.length === 0) return new Set();
  const tripIds = trips.map(({ id }) => id);
  const [isUnderRule, rows] = await Promise.all([
    readRules(db, passengerId, trips),
    work.listMarks(db, { passengerId, tripIds }),
  ]);
  const marks = new Map(rows.map(({ trip_id, is_for_work }) => [trip_id, is_for_work]));
  const forWork = trips.filter((trip) => marks.get(trip.id) ?? isUnderRule(trip));
  return new Set(forWork.map(({ id }) => id));
}

/** What the rules say of these trips. */
async function readRules(
  db: Db,
  passengerId: string,
  trips: readonly Pick<RuledTrip, 'startedAt'>[],
): Promise<ReturnType<typeof rulesOf>> {
  if (trips.length === 0) return rulesOf([]);
  const times = trips.map(({ startedAt }) => startedAt);
  return rulesOf(await work.listRules(db, { passengerId, from: times.reduce(earlierOf), to: times.reduce(laterOf) }));
}

/**
 * Says which trips of a card are for work and which are not: all of them or none. A mark that says what the rule of the card says is
 * not stored. A repeated call changes nothing.
 * @throws AppError `NWA0037` when the card has not made one of these trips in the time that is shown; `TM0108` when the card was
 *   unlinked meanwhile; `unauthenticated` when the account was closed or the session ended before.
 */
export async function markTrips(
  context: Using<'pool'> & { readonly travel: TravelReading },
  passenger: Passenger,
  { cardId, media, forWork, notForWork, from, to }: OwnCard & WorkMarks,
): Promise<void> {
  const { passengerId } = passenger;
  const keys = await getTripKeys(context.travel, { media, tripIds: [...forWork, ...notForWork], from, to });
  const wanted = new Set(forWork);
  await transaction(context.pool, async (tx) => {
    await lockOwnCard(tx, passenger, cardId);
    const isUnderRule = await readRules(tx, passengerId, keys);
    const says = ({ id, startedAt }: TripKey) => wanted.has(id) !== isUnderRule({ cardId, startedAt });
    const { exceptions = [], usual = [] } = Object.groupBy(keys, (key) => (says(key) ? 'exceptions' : 'usual'));
    await work.deleteMarks(tx, { passengerId, tripIds: usual.map(({ id }) => id) });
    await work.putMarks(tx, {
      passengerId,
      cardId,
      tripIds: exceptions.map(({ id }) => id),
      startedAt: exceptions.map(({ startedAt }) => startedAt),
      isForWork: exceptions.map(({ id }) => wanted.has(id)),
    });
  });
}

/** Whether all new trips with a card are for work. */
export async function readRule(db: Db, { passengerId }: Passenger, cardId: number): Promise<WorkRule> {
  const [open] = await work.findOpenRule(db, { passengerId, cardId });
  return { since: isoInstantOrNull(open?.starts_at ?? null) };
}

/**
 * Turns on or off that all new trips with a card are for work, from now on. A repeated call changes nothing: a rule that is on keeps
 * its beginning.
 * @throws AppError `TM0108` when the card was unlinked meanwhile; `unauthenticated` when the account was closed or the session ended
 *   before; `too_many_requests` after forty calls in a day.
 */
export async function changeRule(
  context: Using<'pool' | 'keys'>,
  passenger: Passenger,
  { cardId, isOn }: { readonly cardId: number; readonly isOn: boolean },
): Promise<WorkRule> {
  const { passengerId } = passenger;
  const change = async (tx: Transaction): Promise<WorkRule> => {
    await lockOwnCard(tx, passenger, cardId);
    await (isOn ? work.beginRule : work.endRule)(tx, { passengerId, cardId });
    return await readRule(tx, passenger, cardId);
  };
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.workRulesByAccount, object: passengerId }],
    failures: [],
    work: () => transaction(context.pool, change),
  });
}

/** Acts of one passenger take turns, and the card is not unlinked until the transaction ends. */
async function lockOwnCard(tx: Transaction, passenger: Passenger, cardId: number): Promise<void> {
  await lockOwnAccount(tx, passenger);
  const own = await work.findOwnCard(tx, { passengerId: passenger.passengerId, cardId });
  assertThat(own.length > 0, systemCodes.card.unknown);
}

/**
 * Deletes the marks of trips that are not kept any more, and rules that ended before. They stay a month longer than the trips: a
 * correction may have moved a trip into the next month.
 */
export async function deleteOldWork(db: Db, travelMonths: number): Promise<void> {
  await work.deleteOldMarks(db, { monthsToKeep: travelMonths + 1 });
  await work.deleteOldRules(db, { monthsToKeep: travelMonths + 1 });
}
