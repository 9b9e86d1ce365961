import type { Db } from '../lib/sql.ts';
import { findOldestKept, listKeptFares } from './replay.queries.ts';
import type { Counts, Kind } from './report.ts';
import type { RowContext } from './row-context.ts';
import type { Chunk, TripRecord } from './writer/canonical.ts';
import type { Sourced } from './writer/feed-table.ts';

/** Which travel a replay must not bring back. */
export interface ForgottenTravel {
  /** The first instant that is kept, in milliseconds. */
  readonly keptFromMs: number;
  /** The payments, references and trips of older fares that are kept because they are owed, or were settled a short time ago. */
  readonly keptIds: ReadonlySet<string>;
}

/** Finds out which travel is forgotten where it is kept for so many months (configuration `retention.travelMonths`). */
export async function findForgottenTravel(db: Db, travelMonths: number): Promise<ForgottenTravel> {
  const [oldest] = await findOldestKept(db, { monthsToKeep: travelMonths });
  if (!oldest) throw new Error('the oldest instant that is kept is always known');
  const fares = await listKeptFares(db, { keptFrom: oldest.kept_from });
  const ids = fares.flatMap(({ payment_id: id, srid, trip_ids: trips }) => [
    id,
    ...(srid === null ? [] : [srid]),
    ...trips,
  ]);
  return { keptFromMs: Date.parse(oldest.kept_from), keptIds: new Set(ids) };
}

/** When a record took place as retention takes it, and by what it may belong to a fare that is kept. */
type Age = readonly [at: string, ...ids: (string | null)[]];

/**
 * The chunk without the travel that is forgotten. It counts as unchanged.
 * @param counts takes how many records of each kind are left out, `context` how many rows
 */
export function withoutForgotten(
  chunk: Chunk,
  { keptFromMs, keptIds }: ForgottenTravel,
  { counts, context }: { counts: Counts; context: RowContext },
): Chunk {
  const isForgotten = ([at, ...ids]: Age) =>
    Date.parse(at) < keptFromMs && !ids.some((id) => id !== null && keptIds.has(id));
  const keep = <One>(kind: Kind, all: readonly One[], ageOf: (one: One) => Age): One[] => {
    const kept = all.filter((one) => !isForgotten(ageOf(one)));
    if (kept.length < all.length) counts.add(kind, { unchanged: all.length - kept.length });
    for (let left = kept.length; left < all.length; left += 1) context.note(notReadAgain);
    return kept;
  };
  const moneyAt = ({ requestedAt, origin }: { requestedAt: string | null } & Pick<Sourced, 'origin'>) =>
    requestedAt ?? (origin ?? context).exportedAt;
  return {
    ...chunk,
    taps: keep('taps', chunk.taps, ({ tappedAt, srid }) => [tappedAt, srid]),
    trips: keep('trips', chunk.trips, (trip) => [startOf(trip), trip.srid, trip.tripId]),
    payments: keep('payments', chunk.payments, ({ openedAt, paymentId }) => [openedAt, paymentId]),
    paymentParts: keep('payments', chunk.paymentParts, ({ openedAt, paymentId }) => [openedAt, paymentId]),
    settlements: keep('settlements', chunk.settlements, (one) => [moneyAt(one), one.srid]),
    authorisations: keep('authorisations', chunk.authorisations, (one) => [moneyAt(one)]),
    chargebacks: keep('chargebacks', chunk.chargebacks, ({ chargedBackAt, srid }) => [chargedBackAt, srid]),
    products: keep('products', chunk.products, ({ validTo, srid }) => [validTo, srid]),
    salesPackages: keep('packages', chunk.salesPackages, ({ soldAt }) => [soldAt]),
  };
}

/** A fare that names its tap starts there; the tap may be in another file, and the end is not long after it. */
function startOf({ boarding, checkedOutAt, updatedAt }: TripRecord): string {
  return 'startedAt' in boarding ? boarding.startedAt : (checkedOutAt ?? updatedAt);
}

const notReadAgain = 'travel is older than it is kept (retention.travelMonths); not read again';
