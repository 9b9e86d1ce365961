import { dayMs } from './durations.ts';

/** Money that the bank moved on the portal's request: a refund, or the collection of an unpaid fare. */
export interface OwnMove {
  readonly id: string;
  readonly amountMinor: number;
  /** The bank's own reference. */
  readonly bankReference: string;
  readonly requestedAt: Date;
}

/** A delivered movement of the same kind and payment. */
export interface DeliveredMove {
  readonly id: string;
  readonly amountMinor: number;
  /** The acquirer's number of the movement. It can differ from the bank's reference. */
  readonly retrievalReference: string | null;
  /** Null if the delivery does not say. */
  readonly at: Date | null;
  /** The delivery describes an ordinary charge, no later collection as ours was. Without the bank's reference it is another movement. */
  readonly isOrdinary?: boolean;
}

/** The clocks of two companies differ, and some deliveries name only the day. */
const slackMs = dayMs;

/**
 * Pairs the movements that we requested with the deliveries of the same movements: from our id to the delivered id, each once. The
 * bank's reference decides; without a match, the amount and the time do. A delivery that is older than our request is another movement.
 * An ordinary one is ours only if reference, amount and time agree: the bank may use one reference for all charges of a payment.
 */
export function pairMoves(own: readonly OwnMove[], delivered: readonly DeliveredMove[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  const take = (one: OwnMove, other: DeliveredMove | undefined) => {
    if (other === undefined) return;
    pairs.set(one.id, other.id);
    taken.add(other.id);
  };
  for (const one of own)
    take(
      one,
      delivered.find((other) => !taken.has(other.id) && isNamedBy(one, other)),
    );
  // The latest first: an earlier movement may also take an older delivery.
  const unpaired = own.filter(({ id }) => !pairs.has(id)).toSorted(byTimeDown);
  for (const one of unpaired)
    take(
      one,
      delivered.find((other) => !taken.has(other.id) && other.isOrdinary !== true && mayBeSame(one, other)),
    );
  return pairs;
}

const byTimeDown = (one: OwnMove, other: OwnMove): number => other.requestedAt.getTime() - one.requestedAt.getTime();

function isNamedBy(own: OwnMove, other: DeliveredMove): boolean {
  return other.retrievalReference === own.bankReference && (other.isOrdinary !== true || mayBeSame(own, other));
}

function mayBeSame(own: OwnMove, { amountMinor, at }: DeliveredMove): boolean {
  const isAfterRequest = at === null || at.getTime() >= own.requestedAt.getTime() - slackMs;
  return amountMinor === own.amountMinor && isAfterRequest;
}
