import type pg from 'pg';
import type { Counts, Kind } from './counts.ts';
import type { UpsertStatements } from './upsert.queries.ts';

export interface UpsertResult {
  inserted: number;
  updated: number;
}

/** Runs an upsert over a stage of `staged` rows; the later statements only when something was there before. */
export async function upsert(
  client: pg.ClientBase,
  statements: UpsertStatements,
  staged: number,
): Promise<UpsertResult> {
  const inserted = (await client.query(statements.insertNew)).rowCount ?? 0;
  if (inserted === staged) return { inserted, updated: 0 };
  const updated = (await client.query(statements.updateChanged)).rowCount ?? 0;
  if (inserted + updated < staged) await client.query(statements.advanceUnchanged);
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
