import type { Db } from '../../lib/sql.ts';
import { upsertTexts } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { countingStatement, workStatement } from './work-statement.sql.ts';

/** The statements that bring a staged batch into its table, each with how many rows it wrote. */
export interface UpsertStatements {
  insertNew: (db: Db) => Promise<number>;
  updateChanged: (db: Db) => Promise<number>;
  advanceUnchanged: (db: Db) => Promise<void>;
}

/** Declares them for a table. */
export function upsertStatements(table: FeedTable): UpsertStatements {
  const { insertNew } = upsertTexts(table);
  return { insertNew: countingStatement(`feeds.${table.name}.insertNew`, insertNew), ...updateStatements(table) };
}

/** Declares those that change known rows. */
export function updateStatements(table: FeedTable): Omit<UpsertStatements, 'insertNew'> {
  const { updateChanged, advanceUnchanged } = upsertTexts(table);
  return {
    updateChanged: countingStatement(`feeds.${table.name}.updateChanged`, updateChanged),
    advanceUnchanged: workStatement(`feeds.${table.name}.advanceUnchanged`, advanceUnchanged),
  };
}
