import type { Db } from '../../lib/sql.ts';
import { emptyFound } from './found.queries.ts';

type Count = (db: Db) => Promise<number>;

/**
 * Fills `stage_found` and, if anything was found, changes the staged rows by it.
 * @returns how many rows were changed.
 */
export async function changeFound(db: Db, find: Count, change: Count): Promise<number> {
  if ((await find(db)) === 0) return 0;
  const changed = await change(db);
  await emptyFound(db);
  return changed;
}
