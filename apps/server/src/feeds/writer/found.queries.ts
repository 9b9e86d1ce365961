import { countingStatement, type Db } from '../../lib/sql.ts';
import { emptyingStatement } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { found } from './found.table.ts';

/** The condition by which a staged row and what was found of it belong together. */
export const ofFound = (id: string) => `found.id = stage.${id} and found.medium_id = stage.medium_id`;

interface MarkRule {
  /** The column of the staging table that `stage_found` calls `id`. */
  id: string;
  /** The found value, with the column of the staging table that stores it. */
  values: Readonly<Record<string, string>>;
}

/** Declares a statement that writes what was found into the staged rows. */
export function markFound(name: string, { stage }: FeedTable, { id, values }: MarkRule): (db: Db) => Promise<number> {
  const assignments = Object.entries(values).map(([column, value]) => `${column} = ${value}`);
  return countingStatement(
    name,
    `update ${stage} as stage
  set ${assignments.join(',\n    ')}
  from ${found.stage} as found
  where ${ofFound(id)}`,
  );
}

interface DropRule {
  id: string;
  /** What else must be so. */
  and?: string;
}

/** Declares a statement that takes the staged rows that were found out again. */
export function dropFound(name: string, { stage }: FeedTable, { id, and }: DropRule): (db: Db) => Promise<number> {
  return countingStatement(
    name,
    `delete from ${stage} as stage
  using ${found.stage} as found
  where ${[ofFound(id), ...(and === undefined ? [] : [and])].join('\n    and ')}`,
  );
}

export const emptyFound = emptyingStatement('feeds.found.empty', [found]);

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
