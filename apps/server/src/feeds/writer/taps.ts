import type pg from 'pg';
import type { TapRecord } from '../canonical.ts';
import { copyLine } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import type { Quarantine } from './kept-rows.ts';
import { followMovedTaps } from './moves.ts';
import type { Provenance } from './provenance.ts';
import type { StageRows } from './stage-rows.ts';
import * as queries from './taps.queries.ts';
import { countUpsert, moveToUpdated, upsert } from './upsert.ts';

export interface TapsWritten {
  /** Fares that waited for these taps and now stand in `stage_fares`. */
  takenUp: number;
}

export interface TapsTask {
  taps: StageRows;
  counts: Counts;
  quarantine: Quarantine;
  /** Whether anything waits for taps at all; saves a first import two look-ups per tap. */
  faresWait: boolean;
  /** Whether a trip could have been made before its taps came. */
  tripsExist: boolean;
}

/** Writes taps and corrects the trips that were made of their earlier versions. */
export async function writeTaps(client: pg.ClientBase, task: TapsTask): Promise<TapsWritten> {
  const { taps, counts, quarantine } = task;
  const staged = await taps.stage(client, queries.stageTaps);
  const lookups = (await client.query(queries.insertLookups)).rowCount ?? 0;
  const known = lookups < staged ? await settleKnownTaps(client, quarantine) : { reused: 0, outdated: 0, moved: 0 };
  const result = await upsert(client, queries.upsertTaps, staged - known.reused - known.outdated);
  counts.add('taps', { quarantined: known.reused });
  countUpsert(counts, 'taps', taps.delivered - known.reused, moveToUpdated(result, known.moved));
  if (known.moved > 0) await followMovedTaps(client);
  if (result.updated + known.moved > 0) {
    await client.query(queries.carryToTrips);
    await client.query(queries.carryToProducts);
  }
  if (task.tripsExist) await carryExits(client);
  return task.faresWait ? await takeUpWaitingFares(client, counts) : { takenUp: 0 };
}

async function carryExits(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(queries.stageExits);
  if (rowCount) await client.query(queries.carryExitsToTrips);
}

interface KnownTaps {
  /** Quarantined, since their id belongs to another tap. */
  reused: number;
  /** Passed over: a newer export has put the tap elsewhere. */
  outdated: number;
  /** Taken away where they lay, to be written anew. */
  moved: number;
}

/** Finds out which of the staged taps came before and lie elsewhere since this export. */
async function settleKnownTaps(client: pg.ClientBase, quarantine: Quarantine): Promise<KnownTaps> {
  const elsewhere = (await client.query(queries.markMovedTaps)).rowCount ?? 0;
  const reused = elsewhere > 0 ? await removeReused(client, quarantine) : 0;
  const outdated = elsewhere > 0 ? ((await client.query(queries.dropOutdatedTaps)).rowCount ?? 0) : 0;
  await client.query(queries.stageLeftPayments);
  if (elsewhere === reused + outdated) return { reused, outdated, moved: 0 };
  const moved = (await client.query(queries.removeMovedTaps)).rowCount ?? 0;
  await client.query(queries.moveLookups);
  return { reused, outdated, moved };
}

async function removeReused(client: pg.ClientBase, quarantine: Quarantine): Promise<number> {
  const { rows } = await client.query<{ line_number: number }>(queries.removeReusedTaps);
  const reason = 'tap id belongs to another card and day';
  await quarantine.add(rows.map((row) => ({ line: row.line_number, reason, detail: null })));
  return rows.length;
}

async function takeUpWaitingFares(client: pg.ClientBase, counts: Counts): Promise<TapsWritten> {
  const { rows } = await client.query<{ taken: number; staged: number }>(queries.takeUpWaitingFares);
  const [{ taken, staged } = { taken: 0, staged: 0 }] = rows;
  counts.add('trips', { waiting: -taken, unchanged: taken - staged });
  return { takenUp: staged };
}

export function addTap(to: StageRows, tap: TapRecord, { exportedAt, fileId }: Provenance): void {
  const line = copyLine([
    tap.tapId,
    tap.mediumId,
    tap.tappedAt,
    tap.operatorCode,
    tap.direction,
    tap.outcome,
    tap.stopId,
    tap.stopName,
    tap.lineId,
    tap.lineName,
    tap.srid,
    tap.currency,
    tap.receivedAt,
    exportedAt,
    fileId,
    tap.line,
  ]);
  to.add(tap.tapId, line);
}
