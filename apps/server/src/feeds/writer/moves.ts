import type pg from 'pg';
import * as queries from './moves.queries.ts';
import { upsertProducts, upsertTrips } from './trips.queries.ts';

export interface SettledTrips {
  /** Trips that lay elsewhere and are taken away there; staged, they are written anew. */
  moved: number;
  /** Staged rows that an export newer than theirs had put elsewhere: they are staged no more. */
  outdated: number;
}

/** Enters the staged trips into the look-up and takes away those that lie elsewhere so far. */
export async function settleTrips(client: pg.ClientBase, staged: number): Promise<SettledTrips> {
  const entered = (await client.query(queries.insertTripLookups)).rowCount ?? 0;
  if (entered === staged) return { moved: 0, outdated: 0 };
  const elsewhere = (await client.query(queries.markMovedTrips)).rowCount ?? 0;
  if (elsewhere === 0) return { moved: 0, outdated: 0 };
  const outdated = (await client.query(queries.dropOutdatedTrips)).rowCount ?? 0;
  const moved = await takeAway(client);
  if (outdated > 0) await client.query(queries.dropFaresElsewhere);
  return { moved, outdated };
}

/** Moves the trips and tickets of the taps in `stage_taps` that have moved. */
export async function followMovedTaps(client: pg.ClientBase): Promise<void> {
  const trips = (await client.query(queries.stageTripsOfMovedTaps)).rowCount ?? 0;
  if (trips === 0) return;
  await client.query(queries.stageTicketsOfMovedTaps);
  await takeAway(client);
  await client.query(upsertTrips.insertNew);
  await client.query(upsertProducts.insertNew);
  await client.query(queries.emptyMoveStages);
}

async function takeAway(client: pg.ClientBase): Promise<number> {
  await client.query(queries.removeMovedTickets);
  const removed = (await client.query(queries.removeMovedTrips)).rowCount ?? 0;
  await client.query(queries.moveTripLookups);
  return removed;
}
