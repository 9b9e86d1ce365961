import type pg from 'pg';
import type { TripRecord } from '../canonical.ts';
import { copyLine } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import { settleTrips } from './moves.ts';
import type { Provenance } from './provenance.ts';
import type { StageRows } from './stage-rows.ts';
import * as queries from './trips.queries.ts';
import { countUpsert, moveToUpdated, upsert } from './upsert.ts';

export interface TripsTask {
  fares: StageRows;
  counts: Counts;
  /** Whether anything waits for taps at all. */
  faresWait: boolean;
}

/** Writes fares: those whose tap is known become trips, the others wait for it. */
export async function writeTrips(client: pg.ClientBase, task: TripsTask): Promise<void> {
  const { fares, counts } = task;
  const staged = await fares.stage(client, queries.stageFares);
  const forgotten = task.faresWait ? ((await client.query(queries.forgetOutdatedWaiting)).rowCount ?? 0) : 0;
  const boarded = await writeBoardedFares(client, counts);
  const missing = staged - boarded;
  const waiting = missing > 0 ? ((await client.query(queries.insertWaiting)).rowCount ?? 0) : 0;
  if (waiting < missing) await client.query(queries.updateWaiting);
  counts.add('trips', { waiting: waiting - forgotten, unchanged: fares.delivered - staged + missing - waiting });
}

/** Makes trips, and products where tickets were bought, of the fares in `stage_fares` whose tap is there. */
export async function writeBoardedFares(client: pg.ClientBase, counts: Counts): Promise<number> {
  const boarded = (await client.query(queries.findBoardings)).rowCount ?? 0;
  if (boarded === 0) return 0;
  await client.query(queries.stageTrips);
  const { moved, outdated } = await settleTrips(client, boarded);
  const result = await upsert(client, queries.upsertTrips, boarded - outdated);
  countUpsert(counts, 'trips', boarded, moveToUpdated(result, moved));
  await writeProducts(client, counts);
  return boarded;
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

export function addFare(to: StageRows, fare: TripRecord, { exportedAt, fileId }: Provenance): void {
  const { product } = fare;
  const line = copyLine([
    fare.tripId,
    fare.tapId,
    fare.operatorCode,
    fare.lineId,
    fare.status,
    fare.fareMinor,
    fare.fareReason,
    fare.fromName,
    fare.toName,
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
  to.add(fare.tripId, line);
}
