import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { Counts } from '../report.ts';
import type { Quarantine, TripRecord, WithdrawnTrip } from './canonical.ts';
import { changeFound, emptyFound } from './found.queries.ts';
import { resolveMovedTrips } from './moves.ts';
import { writeStagedProducts } from './products.ts';
import { followTripsToRefunds } from './refunds.ts';
import { countUpsert, moveToUpdated, type StageRows, upsert } from './staging.queries.ts';
import * as queries from './trips.queries.ts';

export interface TripsTask {
  fares: StageRows<TripRecord>;
  counts: Counts;
  quarantine: Quarantine;
  /** Whether anything waits for taps at all. */
  faresWait: boolean;
}

/** Writes fares: those whose card and start are known become trips, the others wait for their tap. */
export async function writeTrips(
  client: pg.ClientBase,
  { fares, counts, quarantine, faresWait }: TripsTask,
): Promise<void> {
  const staged = await fares.stage(client);
  const forgotten = faresWait ? await queries.forgetOutdatedWaiting(client) : 0;
  const boarded = await findBoardings(client, staged);
  const unboarded = staged - boarded.byTap - boarded.byThemselves;
  const reused = unboarded > 0 ? await removeFaresOfReused(client, quarantine) : 0;
  const missing = unboarded - reused;
  const waiting = missing > 0 ? await queries.insertWaiting(client) : 0;
  if (waiting < missing) await queries.updateWaiting(client);
  counts.add('trips', {
    waiting: waiting - forgotten,
    quarantined: reused,
    unchanged: fares.delivered - staged + missing - waiting,
  });
  await writeBoardedFares(client, boarded, counts);
}

async function removeFaresOfReused(db: Db, quarantine: Quarantine): Promise<number> {
  if ((await queries.findFaresOfReused(db)) === 0) return 0;
  const rows = await queries.removeFaresOfReused(db);
  await emptyFound(db);
  await quarantine.addStaged(rows, 'fare names a tap of another card and day');
  return rows.length;
}

/** Makes trips, and products where tickets were bought, of fares that waited for the taps of this batch. */
export async function writeTakenUpFares(db: Db, takenUp: number, counts: Counts): Promise<void> {
  await writeBoardedFares(db, await findBoardings(db, takenUp), counts);
}

/** Fares whose card and start are known, by the source of these. */
interface Boarded {
  byTap: number;
  byThemselves: number;
}

async function findBoardings(db: Db, staged: number): Promise<Boarded> {
  const byTap = await queries.findBoardings(db);
  return { byTap, byThemselves: byTap < staged ? await queries.takeOwnBoardings(db) : 0 };
}

async function writeBoardedFares(db: Db, { byTap, byThemselves }: Boarded, counts: Counts): Promise<void> {
  const boarded = byTap + byThemselves;
  if (boarded === 0) return;
  if (byTap > 0) {
    await queries.stageFareExits(db);
    await queries.stageTrips(db);
  }
  if (byThemselves > 0) await queries.stageOwnTrips(db);
  const { moved, outdated } = await resolveMovedTrips(db, boarded);
  const result = await upsert(db, queries.upsertTrips, boarded - outdated, async () => {
    await queries.removeEmptiedTickets(db);
    await queries.leaveRefunds(db);
  });
  countUpsert(counts, 'trips', boarded, moveToUpdated(result, moved));
  if (result.inserted < boarded) await queries.carryRefundsToTrips(db);
  await followTripsToRefunds(db);
  const tickets = await queries.stageProductsOfTrips(db);
  if (tickets > 0) await writeStagedProducts(db, { delivered: tickets, staged: tickets }, counts);
}

/** Takes trips away that the back office has taken back. */
export async function withdrawTrips(
  client: pg.ClientBase,
  rows: StageRows<WithdrawnTrip>,
  counts: Counts,
): Promise<void> {
  await rows.stage(client);
  const removed = await changeFound(client, queries.findWithdrawn, queries.removeWithdrawn);
  if (removed > 0) await queries.removeWithdrawnLookups(client);
  counts.add('trips', { updated: removed });
}
