import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { Counts, Kind } from '../report.ts';
import type { StageRows } from './copy-rows.ts';
import { countingStatement, upsertTexts, workStatement } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { analyzeTakenForEmpty } from './session.queries.ts';

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

export interface UpsertResult {
  inserted: number;
  updated: number;
}

/**
 * Runs an upsert over a staging table of `staged` rows; the later statements only when something was there before.
 * `compare` sees these rows before they are changed.
 */
export async function upsert(
  db: Db,
  statements: UpsertStatements,
  staged: number,
  compare: () => Promise<void> = async () => {},
): Promise<UpsertResult> {
  const inserted = await statements.insertNew(db);
  await analyzeTakenForEmpty(db);
  if (inserted === staged) return { inserted, updated: 0 };
  await compare();
  const updated = await statements.updateChanged(db);
  if (inserted + updated < staged) await statements.advanceUnchanged(db);
  return { inserted, updated };
}

/** What was taken away elsewhere to be inserted here is not new but changed. */
export function moveToUpdated({ inserted, updated }: UpsertResult, moved: number): UpsertResult {
  return { inserted: inserted - moved, updated: updated + moved };
}

/** Counts what was delivered: everything neither inserted nor updated is unchanged. */
export function countUpsert(counts: Counts, kind: Kind, delivered: number, { inserted, updated }: UpsertResult): void {
  counts.add(kind, { inserted, updated, unchanged: delivered - inserted - updated });
}

export interface UpsertTask<Delivered> {
  readonly kind: Kind;
  readonly statements: UpsertStatements;
  readonly rows: StageRows<Delivered>;
  readonly compare?: () => Promise<void>;
}

/** Stages delivered rows, writes what is new or has changed, and counts it. */
export async function upsertRows<Delivered>(
  client: pg.ClientBase,
  { kind, statements, rows, compare }: UpsertTask<Delivered>,
  counts: Counts,
): Promise<UpsertResult> {
  const result = await upsert(client, statements, await rows.stage(client), compare);
  countUpsert(counts, kind, rows.delivered, result);
  return result;
}
