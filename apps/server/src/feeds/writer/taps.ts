import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import { withHashJoins } from '../import.queries.ts';
import type { Counts } from '../report.ts';
import type { DeliveredRow, Quarantine, TapRecord } from './canonical.ts';
import { carryExitsToTrips, listFaresOfLostExits, stageExits } from './exits.queries.ts';
import { changeFound, emptyFound } from './found.queries.ts';
import { followMovedTaps, withdrawStagedTrips } from './moves.ts';
import { followTapsToRefunds } from './refunds.ts';
import { countUpsert, moveToUpdated, type StageRows, upsert } from './staging.queries.ts';
import * as queries from './taps.queries.ts';

export interface TapsWritten {
  /** Fares that waited for these taps and are now in `stage_fares`. */
  takenUp: number;
}

export interface TapsTask {
  taps: StageRows<TapRecord>;
  counts: Counts;
  quarantine: Quarantine;
  /** Whether anything waits for taps at all; saves a first import two look-ups per tap. */
  faresWait: boolean;
  /** Whether a trip could have been made before its taps came. */
  tripsExist: boolean;
  /** Takes the rows of fares that are to be read again, for the end of the transaction. */
  readAgain: DeliveredRow[];
}

/** Writes taps and corrects the trips that were made of their earlier versions. */
export async function writeTaps(client: pg.ClientBase, task: TapsTask): Promise<TapsWritten> {
  const { taps, counts } = task;
  const staged = await taps.stage(client);
  const lookups = await queries.tapLookups.insert(client);
  const known = lookups < staged ? await resolveKnownTaps(client, task) : { reused: 0, outdated: 0, moved: 0 };
  const result = await upsert(client, queries.upsertTaps, staged - known.reused - known.outdated);
  counts.add('taps', { quarantined: known.reused });
  countUpsert(counts, 'taps', taps.delivered - known.reused, moveToUpdated(result, known.moved));
  if (known.moved > 0) await followMovedTaps(client);
  if (result.updated + known.moved > 0) {
    for (const fare of await queries.listSilencedFares(client)) task.readAgain.push(fare);
    for (const fare of await withHashJoins(client, () => listFaresOfLostExits(client))) task.readAgain.push(fare);
    await queries.carryToTrips(client);
    await followTapsToRefunds(client);
    await queries.carryToProducts(client);
  }
  if (task.tripsExist && (await stageExits(client)) > 0) await carryExitsToTrips(client);
  return task.faresWait ? await takeUpWaitingFares(client, counts) : { takenUp: 0 };
}

interface KnownTaps {
  /** Quarantined, since their id belongs to another tap. */
  reused: number;
  /** Passed over: a newer export has put the tap elsewhere. */
  outdated: number;
  /** Deletes them at their old place, to be written again. */
  moved: number;
}

/** Finds out which of the staged taps came before and lie elsewhere since this export. */
async function resolveKnownTaps(client: pg.ClientBase, task: TapsTask): Promise<KnownTaps> {
  const elsewhere = await changeFound(client, queries.tapLookups.findMoved, queries.tapLookups.markMoved);
  const reused = elsewhere > 0 ? await removeReused(client, task) : 0;
  const outdated = await resolveFormerTaps(client);
  if (elsewhere === reused + outdated) return { reused, outdated, moved: 0 };
  const moved = await queries.tapLookups.removeMoved(client);
  await queries.tapLookups.move(client);
  return { reused, outdated, moved };
}

/** Drops taps of older exports, and finds the former values of the others and the payments that lose a tap. */
async function resolveFormerTaps(db: Db): Promise<number> {
  if ((await queries.findFormerTaps(db)) === 0) return 0;
  const outdated = await queries.dropOutdatedTaps(db);
  await queries.markFormerTaps(db);
  await queries.stageLeftPayments(db);
  await emptyFound(db);
  return outdated;
}

/** Sets taps aside whose id belongs to another one, and with them the trips that their fares made of that. */
async function removeReused(client: pg.ClientBase, { quarantine, counts }: TapsTask): Promise<number> {
  await queries.markReused(client);
  const fares = await queries.stageTripsOfReused(client);
  if (fares.length > 0) counts.add('trips', { updated: await withdrawStagedTrips(client) });
  await quarantine.addStaged(fares, 'fare names a tap of another card and day');
  const rows = await queries.removeReusedTaps(client);
  await quarantine.addStaged(rows, 'tap id belongs to another card and day');
  return rows.length;
}

async function takeUpWaitingFares(db: Db, counts: Counts): Promise<TapsWritten> {
  const [{ taken, staged } = { taken: 0, staged: 0 }] = await queries.takeUpWaitingFares(db);
  counts.add('trips', { waiting: -taken, unchanged: taken - staged });
  return { takenUp: staged };
}
