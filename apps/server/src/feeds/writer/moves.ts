import type { Db } from '../../lib/sql.ts';
import { carryExitsToTrips } from './exits.queries.ts';
import { changeFound } from './found.queries.ts';
import * as queries from './moves.queries.ts';
import { lockRefundsOfTrips } from './refunds.ts';
import { productStatements } from './timed.queries.ts';
import { upsertTrips } from './trips.queries.ts';

export interface ResolvedTrips {
  /** Trips that are moved: staged with their old place deleted, to be written again. */
  moved: number;
  /** Staged rows that an export newer than theirs had put elsewhere: they are staged no more. */
  outdated: number;
}

/** Enters the staged trips into the look-up and takes away those that lie elsewhere so far. */
export async function resolveMovedTrips(db: Db, staged: number): Promise<ResolvedTrips> {
  const entered = await queries.tripLookups.insert(db);
  if (entered === staged) return { moved: 0, outdated: 0 };
  const elsewhere = await changeFound(db, queries.tripLookups.findMoved, queries.tripLookups.markMoved);
  await lockRefundsOfTrips(db);
  if (elsewhere === 0) return { moved: 0, outdated: 0 };
  const outdated = await changeFound(db, queries.findOutdatedTrips, queries.dropOutdatedTrips);
  return { moved: await takeAway(db), outdated };
}

/** Moves the trips and tickets of the taps in `stage_taps` that have moved. */
export async function followMovedTaps(db: Db): Promise<void> {
  const trips = await queries.stageTripsOfMovedTaps(db);
  if (trips === 0) return;
  await lockRefundsOfTrips(db);
  await queries.stageTicketsOfMovedTaps(db);
  await takeAway(db);
  await upsertTrips.insertNew(db);
  await productStatements.upsert.insertNew(db);
  if ((await queries.stageExitsOfMovedTrips(db)) > 0) await carryExitsToTrips(db);
  await queries.emptyMoves(db);
}

/** Takes the trips in `stage_trips` and their tickets away from where they lie, for good. */
export async function withdrawStagedTrips(db: Db): Promise<number> {
  await lockRefundsOfTrips(db);
  await queries.removeMovedTickets(db);
  const removed = await queries.tripLookups.removeMoved(db);
  await queries.removeLookups(db);
  await queries.emptyMoves(db);
  return removed;
}

async function takeAway(db: Db): Promise<number> {
  await queries.stageLeftPayments(db);
  await queries.removeMovedTickets(db);
  const removed = await queries.tripLookups.removeMoved(db);
  await queries.tripLookups.move(db);
  return removed;
}
