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
  await queries.clearStatuses(db);
  for (const table of queries.movedTables) {
    if ((await table.stage(db)) === 0) continue;
    await table.insert(db);
    await table.remove(db);
    await table.empty(db);
  }
  await queries.moveReferences(db);
  await queries.contestReferences(db);
  await queries.closeDebts(db);
  await queries.noteClosedDebts(db);
  await refuseAgainByFound(db);
  await queries.restoreStatusesByQuestions(db);
  await queries.restoreStatusesByMovements(db);
  await reviveByFound(db);
  await emptyFound(db);
}
