import type pg from 'pg';
import type { TripRecord } from '../canonical.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import { latestByKey, type Provenance } from './provenance.ts';
import * as queries from './trips.queries.ts';
import { countUpsert, upsert } from './upsert.ts';

export interface TripsTask {
  trips: readonly TripRecord[];
  provenance: Provenance;
  counts: Counts;
  /** Whether a fare could have been delivered before; saves a first import two look-ups per trip. */
  tripsExist: boolean;
}

/** Writes fares: those whose tap is known become trips, the others wait for it. */
export async function writeTrips(client: pg.ClientBase, task: TripsTask): Promise<void> {
  const { trips, provenance, counts } = task;
  const fares = latestByKey(trips, (trip) => trip.tripId);
  await copyRows(client, queries.copyFares, fares, (fare) => encode(fare, provenance));
  const boarded = await writeBoardedFares(client, task);
  const missing = fares.length - boarded;
  const waiting = missing > 0 ? ((await client.query(queries.insertWaiting)).rowCount ?? 0) : 0;
  if (waiting < missing) await client.query(queries.updateWaiting);
  counts.add('trips', { waiting, unchanged: trips.length - fares.length + missing - waiting });
}

/** Makes trips, and products where tickets were bought, of the fares in `stage_fares` whose tap is there. */
export async function writeBoardedFares(
  client: pg.ClientBase,
  { counts, tripsExist }: Pick<TripsTask, 'counts' | 'tripsExist'>,
): Promise<number> {
  const boarded = (await client.query(queries.findBoardings)).rowCount ?? 0;
  if (boarded === 0) return 0;
  await client.query(queries.stageTrips);
  const { moved, outdated } = tripsExist ? await settleMoved(client) : { moved: 0, outdated: 0 };
  const { inserted, updated } = await upsert(client, queries.upsertTrips, boarded - outdated);
  countUpsert(counts, 'trips', boarded, { inserted: inserted - moved, updated: updated + moved });
  await writeProducts(client, counts);
  return boarded;
}

async function settleMoved(client: pg.ClientBase): Promise<{ moved: number; outdated: number }> {
  const moved = (await client.query(queries.removeMovedTrips)).rowCount ?? 0;
  const outdated = (await client.query(queries.dropOutdatedTrips)).rowCount ?? 0;
  return { moved, outdated };
}

async function writeProducts(client: pg.ClientBase, counts: Counts): Promise<void> {
  const delivered = (await client.query(queries.stageProducts)).rowCount ?? 0;
  if (delivered === 0) return;
  await client.query(queries.removeMovedProducts);
  const outdated = (await client.query(queries.dropOutdatedProducts)).rowCount ?? 0;
  countUpsert(counts, 'products', delivered, await upsert(client, queries.upsertProducts, delivered - outdated));
}

/** Whether a tap that comes now could be awaited. */
export async function anythingWaits(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(queries.anythingWaits);
  return rows[0]?.found === true;
}

export async function anyTrips(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(queries.anyTrips);
  return rows[0]?.found === true;
}

function encode(fare: TripRecord, { exportedAt, fileId }: Provenance): string {
  const { product } = fare;
  return copyLine([
    fare.tripId,
    fare.tapId,
    fare.operatorCode,
    fare.lineId,
    fare.status,
    fare.fareMinor,
    fare.fareReason,
    fare.fromName,
    fare.toName,
    fare.checkedInAt,
    fare.checkedOutAt,
    fare.updatedAt,
    product?.productId ?? null,
    product?.name ?? null,
    product?.description ?? null,
    product?.validFrom ?? null,
    product?.validTo ?? null,
    exportedAt,
    fileId,
    fare.line,
  ]);
}
