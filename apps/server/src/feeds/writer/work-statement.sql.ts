import { type Db, statement } from '../../lib/sql.ts';
import { integer, notNull } from '../../lib/sql-types.ts';

/**
 * Declares a statement of the writer that changes rows and returns their number. The number is counted from the returned rows: the
 * count that a distributed engine reports for rows from a temporary table is of those it read. Planned again each time,
 * because PostgreSQL has no statistics of temporary tables.
 */
export function countingStatement(name: string, text: string): (db: Db) => Promise<number> {
  const run = statement({
    name,
    row: { count: notNull(integer, 'a count') },
    text: `with changed as (${text}\n  returning 1\n)\nselect count(*)::integer as count from changed`,
    isPrepared: false,
  });
  return async (db) => {
    const [row] = await run(db);
    return row?.count ?? 0;
  };
}

/** Declares a statement of the writer whose count is not used. */
export function workStatement(name: string, text: string): (db: Db) => Promise<void> {
  return statement({ name, text, isPrepared: false });
}
