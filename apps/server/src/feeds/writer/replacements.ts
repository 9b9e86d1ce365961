import type { Db } from '../../lib/sql.ts';
import type { Sighting } from './media.table.ts';
import * as queries from './replacements.queries.ts';

/**
 * Notes which medium came after which: by the payment account that both draw on, or as the operator says. Reads
 * `stage_media`, which is written. Whether a medium is offered as the successor is judged when it is read: both may be in use.
 */
export async function writeReplacements(db: Db, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.some(({ accountId }) => accountId !== null) && (await queries.insertAccounts(db)) > 0) {
    await queries.stageKin(db);
    await queries.describeKin(db);
    await queries.insertKin(db);
    await queries.emptyKin(db);
  }
  if (sightings.some(({ tellsSuccessor }) => tellsSuccessor)) await queries.insertDelivered(db);
}
