import type { Db } from '../../lib/sql.ts';
import * as queries from './card-moves.queries.ts';
import { emptyFound } from './found.queries.ts';
import { refuseAgainByFound, reviveByFound } from './media.queries.ts';

/**
 * Takes the payments in `stage_payment_parts` that another card has so far to the card that they belong to now, with all money, so
 * that it is of one card at any time. To be run before anything else of a batch about money: the batch corrects what was moved.
 */
export async function followCards(db: Db): Promise<void> {
  if ((await queries.findMovedCards(db)) === 0) return;
  await queries.contestReferences(db);
  await moveFound(db);
}

/**
 * The same for payments in `stage_payment_owners`, which are delivered whole. One that the bank moved money of for us, or that a newer export gave to its
 * present card, stays; that a newer export names another card for the former is noted.
 */
export async function followOwners(db: Db): Promise<void> {
  if ((await queries.findMovedOwners(db)) === 0) return;
  const found = await queries.listFoundCards(db);
  const staying = await queries.listStaying(db, {
    paymentIds: found.map((one) => one.payment_id),
    mediumIds: found.map((one) => one.known_medium_id),
    exportedAts: found.map((one) => one.exported_at),
  });
  await queries.dropFoundCards(db, {
    paymentIds: staying.filter((one) => one.is_newer).map((one) => one.payment_id),
  });
  await queries.contestReferences(db);
  await queries.dropFoundCards(db, { paymentIds: staying.map((one) => one.payment_id) });
  await moveFound(db);
}

async function moveFound(db: Db): Promise<void> {
  await queries.clearStatuses(db);
  await queries.stageLeftByCards(db);
  for (const table of queries.movedTables) {
    if ((await table.stage(db)) === 0) continue;
    await table.insert(db);
    await table.remove(db);
    await table.empty(db);
  }
  await queries.moveReferences(db);
  await queries.closeDebts(db);
  await queries.disownDebts(db);
  await queries.noteClosedDebts(db);
  await refuseAgainByFound(db);
  await queries.restoreStatusesByQuestions(db);
  await queries.restoreStatusesByMovements(db);
  await reviveByFound(db);
  await emptyFound(db);
}
