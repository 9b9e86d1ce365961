import type { Db } from '../../lib/sql.ts';
import type { Counts, Kind } from './counts.ts';
import { changeFound } from './found.ts';
import type { TimedStatements } from './timed.queries.ts';
import { countUpsert, upsert } from './upsert.ts';

export interface TimedTask {
  kind: Kind;
  statements: TimedStatements;
  /** Rows that came, those of one identity included, and how many of them stand in the staging table. */
  delivered: number;
  staged: number;
}

/** Writes the staged rows of a table whose key has a time that may be corrected. */
export async function writeTimed(
  db: Db,
  { kind, statements, delivered, staged }: TimedTask,
  counts: Counts,
): Promise<void> {
  await statements.removeMoved(db);
  const outdated = await changeFound(db, statements.findOutdated, statements.dropOutdated);
  countUpsert(counts, kind, delivered, await upsert(db, statements.upsert, staged - outdated));
}
