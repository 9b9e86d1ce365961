import type pg from 'pg';
import type { TapRecord } from '../canonical.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import type { Counts } from './counts.ts';
import { quarantine } from './kept-rows.ts';
import { latestByKey, type Provenance } from './provenance.ts';
import * as queries from './taps.queries.ts';
import { countUpsert, upsert } from './upsert.ts';

export interface TapsWritten {
  /** Fares that waited for these taps and now stand in `stage_fares`. */
  takenUp: number;
}

export interface TapsTask {
  taps: readonly TapRecord[];
  provenance: Provenance;
  counts: Counts;
  /** Whether anything waits for taps at all; saves a first import two look-ups per tap. */
  faresWait: boolean;
  /** Whether a trip could have been made before its exit came. */
  tripsExist: boolean;
}

/** Writes taps and corrects the trips that were made of their earlier versions. */
export async function writeTaps(client: pg.ClientBase, task: TapsTask): Promise<TapsWritten> {
  const { provenance, counts } = task;
  const taps = latestByKey(task.taps, (tap) => tap.tapId);
  await copyRows(client, queries.copyTaps, taps, (tap) => encode(tap, provenance));
  let staged = taps.length;
  const lookups = (await client.query(queries.insertLookups)).rowCount ?? 0;
  if (lookups < staged) staged -= await settleKnownTaps(client, provenance, counts);
  const result = await upsert(client, queries.upsertTaps, staged);
  countUpsert(counts, 'taps', task.taps.length - (taps.length - staged), result);
  if (result.updated > 0) await client.query(queries.carryToTrips);
  if (task.tripsExist) await client.query(queries.carryExitsToTrips);
  if (!task.faresWait) return { takenUp: 0 };
  return { takenUp: (await client.query(queries.takeUpWaitingFares)).rowCount ?? 0 };
}

/** Keeps identity and time of taps that came before. Returns how many rows were quarantined instead. */
async function settleKnownTaps(client: pg.ClientBase, provenance: Provenance, counts: Counts): Promise<number> {
  const { rows } = await client.query<{ line_number: number }>(queries.removeForeignTaps);
  await quarantine(
    client,
    provenance.fileId,
    rows.map((row) => ({ line: row.line_number, reason: 'tap belongs to another card', detail: null })),
  );
  counts.add('taps', { quarantined: rows.length });
  await client.query(queries.keepFirstTimes);
  return rows.length;
}

function encode(tap: TapRecord, { exportedAt, fileId }: Provenance): string {
  return copyLine([
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
}
