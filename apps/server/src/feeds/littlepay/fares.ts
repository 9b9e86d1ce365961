import type { MicropaymentContent, TapContent } from './contents.ts';
import type { Piece, PiecesByKind } from './pieces-by-kind.ts';

export type Fare = Piece<MicropaymentContent>;
export type Tap = Piece<TapContent>;

/** Whether the fare gives money back. */
export const isCreditFare = ({ says }: Fare): boolean => says.chargeMinor < 0 || says.chargeType === 'REFUND';
/** A tap whose journey is not closed: charged by a rule until the other tap comes. */
const isPending = ({ says }: Fare): boolean => says.chargeType === 'PENDING_CHARGE_FARE';

/** What is known of fares and taps, and how they belong together. */
export interface Fares {
  /** Fares of trips. */
  readonly live: readonly Fare[];
  readonly credits: readonly Fare[];
  readonly deletedCredits: readonly Fare[];
  /** Deleted, or replaced by a fare that has one of their taps. */
  readonly withdrawn: readonly Fare[];
  isLive(fare: Fare): boolean;
  /** The taps of a fare that have come, in the order of their times. */
  tapsOf(fare: Fare): readonly Tap[];
  /** The fares of trips that a tap is part of. */
  faresOf(tap: Tap): readonly Fare[];
  /** The first of them, whose trip the tap counts for. */
  fareOf(tap: Tap): Fare | undefined;
  /** The fare that replaced the fare of a tap, and names another of its taps only. */
  replacementAt(tap: Tap): Fare | undefined;
  /** The cards of all fares that a tap is part of, or was. */
  cardsOf(tap: Tap): ReadonlySet<string>;
  /** A fare of a tap that the back office has deleted. */
  deletedFareOf(tap: Tap): Fare | undefined;
}

const isDeleted = ({ says }: Fare): boolean => says.status === 'DELETED';
/** A fare that was set when its journey was closed. */
const isFinal = (fare: Fare): boolean => !isDeleted(fare) && !isCreditFare(fare) && !isPending(fare);

/** Tells fares of trips from credits, and from those that count no more. */
export function judgeFares(pieces: PiecesByKind): Fares {
  const { tapKeysOf, faresAt, tapsOf } = linksBetween(pieces);
  const leftVersions = Map.groupBy([...pieces.leftFares.values()].flat(), ({ beside }) => beside);
  const isReplaced = (fare: Fare) => isPending(fare) && tapKeysOf(fare).some((tapKey) => faresAt(tapKey).some(isFinal));
  const isWithdrawn = (fare: Fare) => isDeleted(fare) || isReplaced(fare);

  const { credits = [], trips = [] } = Object.groupBy(pieces.micropayments.values(), (fare) =>
    isCreditFare(fare) ? 'credits' : 'trips',
  );
  const live = trips.filter((fare) => !isWithdrawn(fare));
  const liveIds = new Set(live.map(({ pieceId }) => pieceId));
  const faresOf = (tap: Tap) => faresAt(tap.about).filter(({ pieceId }) => liveIds.has(pieceId));
  return {
    live,
    credits: credits.filter((fare) => !isDeleted(fare)),
    deletedCredits: credits.filter(isDeleted),
    withdrawn: trips.filter(isWithdrawn),
    isLive: ({ pieceId }) => liveIds.has(pieceId),
    tapsOf,
    faresOf,
    fareOf: (tap) => faresOf(tap)[0],
    replacementAt: (tap) =>
      faresAt(tap.about)
        .filter(isReplaced)
        .flatMap(tapKeysOf)
        .flatMap(faresAt)
        .find(({ pieceId }) => liveIds.has(pieceId)),
    cardsOf: (tap) => {
      const known = faresAt(tap.about);
      const left = known.flatMap(({ pieceId }) => leftVersions.get(pieceId) ?? []);
      return new Set([...known, ...left].map(({ says }) => says.mediumId));
    },
    deletedFareOf: (tap) => faresAt(tap.about).find((fare) => isDeleted(fare) && !isCreditFare(fare)),
  };
}

/** The ways from a fare to its taps and back, over the rows that link them. */
function linksBetween({ micropayments, taps, links, linksOfTaps }: PiecesByKind) {
  const faresAt = (tapKey: string): Fare[] =>
    (linksOfTaps.get(tapKey) ?? []).flatMap(({ about }) => micropayments.get(about) ?? []);
  // A fare that has left its payment is a piece of its own: its links name the fare.
  const tapKeysOf = ({ pieceId, beside }: Fare): string[] =>
    (links.get(beside ?? pieceId) ?? []).flatMap((link) => link.beside ?? []);
  // Asked for each tap, each trip and each payment.
  const tapsOfFares = new Map<Fare, readonly Tap[]>();
  const tapsOf = (fare: Fare): readonly Tap[] => {
    const known = tapsOfFares.get(fare) ?? oldestFirst(tapKeysOf(fare).flatMap((tapKey) => taps.get(tapKey) ?? []));
    tapsOfFares.set(fare, known);
    return known;
  };
  return { faresAt, tapKeysOf, tapsOf };
}

function oldestFirst(taps: Tap[]): readonly Tap[] {
  return taps.sort((a, b) => Date.parse(a.says.at) - Date.parse(b.says.at) || (a.pieceId < b.pieceId ? -1 : 1));
}
