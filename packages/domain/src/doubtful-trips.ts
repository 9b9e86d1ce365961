import type { TripStatus } from './states.ts';
import { clashMs, longestJourneyMs, type TripDoubt, twiceMs } from './trip-doubts.ts';

/** A stop as it was delivered. Each may be null. */
export interface JudgedStop {
  readonly id: string | null;
  readonly name: string | null;
}

/** What the rules know of a trip. */
export interface JudgedTrip {
  readonly tripId: string;
  /** What was held to the reader. Plastic and phone of one card are two media. */
  readonly mediumId: string;
  readonly operator: string;
  /** The line, else the kind of vehicle; null if neither is known. */
  readonly line: string | null;
  readonly status: TripStatus;
  /** When it begins in the history, in milliseconds. */
  readonly startedAt: number;
  /** True if only the tap at the end is known: the trip then begins in the history when it ends. */
  readonly isExitOnly: boolean;
  /** When it was checked out, in milliseconds. Null if no check-out is known. */
  readonly endedAt: number | null;
  readonly from: JudgedStop;
  readonly to: JudgedStop;
  readonly fareMinor: number;
  /** True if nothing is to be won by a question: something was refunded, a refund is on its way, or the fare is no longer asked for. */
  readonly isSettled: boolean;
}

/** A trip that looks wrong, why, and the trip that it has to do with. */
export interface DoubtfulTrip<Trip extends JudgedTrip> {
  readonly trip: Trip;
  readonly doubt: TripDoubt;
  /** Null if no other trip says anything about it. */
  readonly other: Trip | null;
}

/**
 * The trips of one passenger that look wrong, the newest first, each with one doubt: the one that says most.
 *
 * Sources: the times, stops, statuses and fares that were delivered, of the passenger's own cards. Limits:
 * - A check-out is missing only where the back office says that a rule gave the fare (`fallback`). A trip whose fare is not final, and one that the
 *   back office calls finished, is complete. On lines where the passenger's other trips never have a check-out, nobody checks out.
 * - A trip that costs nothing, or about which nothing is to be won any more, is not doubtful. It still explains others.
 * - Two cards that were checked in together on another trip too, both without a fault, belong to two people who travel together: then neither was read
 *   by accident. Who travels together once only is called doubtful if one of the two check-outs is missing, or is at another stop.
 * - Nothing proves who held a card. All doubts but the missing taps are a “perhaps”.
 */
export function doubtfulTrips<Trip extends JudgedTrip>(trips: readonly Trip[]): DoubtfulTrip<Trip>[] {
  const sorted = trips.toSorted(byTime);
  const isIncomplete = incompleteAmong(sorted);
  const doubts = new Map<Trip, DoubtfulTrip<Trip>>();
  // The first doubt about a trip stays.
  for (const found of [
    ...chargedTwice(sorted, isIncomplete),
    ...withTwoCards(sorted, isIncomplete),
    ...splitBetween(sorted, isIncomplete),
    ...sorted.filter(isIncomplete).map((trip) => missingTap(trip)),
  ]) {
    if (isWorthAsking(found.trip) && !doubts.has(found.trip)) doubts.set(found.trip, found);
  }
  return [...doubts.values()].sort((one, other) => byTime(other.trip, one.trip));
}

/** The oldest first; of one instant by their ids, so that the order in which trips come changes nothing. */
const byTime = (one: JudgedTrip, other: JudgedTrip): number =>
  one.startedAt - other.startedAt || (one.tripId < other.tripId ? -1 : 1);

type IsIncomplete = (trip: JudgedTrip) => boolean;

const isWorthAsking = ({ fareMinor, isSettled }: JudgedTrip): boolean => fareMinor > 0 && !isSettled;

const missingTap = <Trip extends JudgedTrip>(trip: Trip): DoubtfulTrip<Trip> => ({
  trip,
  doubt: trip.isExitOnly ? 'no_check_in' : 'no_check_out',
  other: null,
});

/** Whether a tap of a trip is missing. */
function incompleteAmong(trips: readonly JudgedTrip[]): IsIncomplete {
  const lineOf = ({ operator, line }: JudgedTrip) => JSON.stringify([operator, line]);
  const finished = trips.filter(({ status, line }) => status === 'calculated' && line !== null);
  const withExits = new Set(finished.filter(({ endedAt }) => endedAt !== null).map(lineOf));
  const oneTap = new Set(
    finished
      .filter(({ endedAt }) => endedAt === null)
      .map(lineOf)
      .filter((line) => !withExits.has(line)),
  );
  return (trip) => {
    if (trip.status !== 'fallback') return false;
    return trip.isExitOnly || (trip.endedAt === null && !oneTap.has(lineOf(trip)));
  };
}

/** The pairs of trips that begin within a time, the earlier one first. */
function* pairsWithin<Trip extends JudgedTrip>(sorted: readonly Trip[], ms: number): Generator<[Trip, Trip]> {
  for (const [place, trip] of sorted.entries()) {
    for (let next = place + 1; next < sorted.length; next += 1) {
      const later = sorted[next];
      if (later === undefined || later.startedAt - trip.startedAt > ms) break;
      yield [trip, later];
    }
  }
}

/** Two stops are the same by their id or by their name: a gate may have an id of its own. Stops about which nothing is known are not. */
function isSameStop(one: JudgedStop, other: JudgedStop): boolean {
  if (one.id !== null && one.id === other.id) return true;
  return one.name !== null && one.name === other.name;
}

const beginsWith = (trip: JudgedTrip, other: JudgedTrip): boolean =>
  trip.operator === other.operator &&
  !trip.isExitOnly &&
  !other.isExitOnly &&
  isSameStop(trip.from, other.from) &&
  other.status !== 'provisional' &&
  trip.status !== 'provisional';

/** The same medium, stop and line, within seconds, both charged. The one without a check-out is doubtful, else the later one. */
function chargedTwice<Trip extends JudgedTrip>(sorted: readonly Trip[], isIncomplete: IsIncomplete) {
  const found: DoubtfulTrip<Trip>[] = [];
  for (const [trip, later] of pairsWithin(sorted, twiceMs)) {
    const isSame = trip.mediumId === later.mediumId && trip.line === later.line && trip.line !== null;
    // If one of them was given back, the other one is the trip that was made.
    const areCharged = isWorthAsking(trip) && isWorthAsking(later);
    if (!isSame || !areCharged || !beginsWith(trip, later)) continue;
    const isEarlier = isIncomplete(trip) && !isIncomplete(later);
    found.push({
      trip: isEarlier ? trip : later,
      doubt: 'charged_twice',
      other: isEarlier ? later : trip,
    });
  }
  return found;
}

/**
 * Two media at the same stop at the same time. If one of the two check-outs is missing, that trip is doubtful. If they are at different stops, the one
 * that ended later is: a card that was read by accident stays checked in until it is used again.
 */
function withTwoCards<Trip extends JudgedTrip>(sorted: readonly Trip[], isIncomplete: IsIncomplete) {
  const found: DoubtfulTrip<Trip>[] = [];
  const pairs = [...pairsWithin(sorted, clashMs)].filter(
    ([trip, other]) => trip.mediumId !== other.mediumId && beginsWith(trip, other),
  );
  const together = Map.groupBy(
    pairs.filter((pair) => !pair.some(isIncomplete)),
    mediaOf,
  );
  for (const pair of pairs) {
    const [trip, other] = pair;
    const incomplete = pair.filter(isIncomplete);
    const others = (together.get(mediaOf(pair)) ?? []).filter((one) => one !== pair);
    if (others.length > 0 || incomplete.length > 1) continue;
    const doubtful = incomplete[0] ?? laterOut(trip, other);
    if (doubtful) found.push({ trip: doubtful, doubt: 'two_cards', other: doubtful === trip ? other : trip });
  }
  return found;
}

const mediaOf = (pair: readonly JudgedTrip[]): string =>
  pair
    .map(({ mediumId }) => mediumId)
    .sort()
    .join(' ');

/** Of two trips that were checked out at different stops, the one that ended later. */
function laterOut<Trip extends JudgedTrip>(trip: Trip, other: Trip): Trip | undefined {
  if (trip.endedAt === null || other.endedAt === null || !isKnown(trip.to) || !isKnown(other.to)) return undefined;
  if (isSameStop(trip.to, other.to)) return undefined;
  return trip.endedAt > other.endedAt ? trip : other;
}

const isKnown = ({ id, name }: JudgedStop): boolean => id !== null || name !== null;

/**
 * A check-in without a check-out, and with another medium of the passenger a check-out without a check-in, or, where readers take any tap for a
 * check-in, another check-in without a check-out at another stop. The nearest one in time is meant; each trip is used once.
 */
function splitBetween<Trip extends JudgedTrip>(sorted: readonly Trip[], isIncomplete: IsIncomplete) {
  const found: DoubtfulTrip<Trip>[] = [];
  const used = new Set<Trip>();
  const open = sorted.filter(isIncomplete);
  for (const [trip, later] of [...pairsWithin(open, longestJourneyMs)].sort(byDistance)) {
    const isOther = trip.mediumId !== later.mediumId && trip.operator === later.operator;
    const isElsewhere =
      later.isExitOnly || (isKnown(trip.from) && isKnown(later.from) && !isSameStop(trip.from, later.from));
    if (trip.isExitOnly || !isOther || !isElsewhere || used.has(trip) || used.has(later)) continue;
    used.add(trip).add(later);
    found.push({ trip, doubt: 'split', other: later }, { trip: later, doubt: 'split', other: trip });
  }
  return found;
}

type Pair = readonly [JudgedTrip, JudgedTrip];
/** A check-out that stands by itself goes before a check-in that may be one, then what is nearer in time. */
function byDistance([trip, later]: Pair, [otherTrip, otherLater]: Pair): number {
  return (
    Number(otherLater.isExitOnly) - Number(later.isExitOnly) ||
    later.startedAt - trip.startedAt - (otherLater.startedAt - otherTrip.startedAt)
  );
}
