import type pg from 'pg';
import type { QuarantinedRow, RawRow } from '../canonical.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import { copyQuarantine, copyRawRows } from './staging.queries.ts';

/** Keeps rows as they stood in their file. */
export async function writeRawRows(client: pg.ClientBase, fileId: number, rows: readonly RawRow[]): Promise<void> {
  await copyRows(client, copyRawRows, rows, (row) => copyLine([fileId, row.line, row.text]));
}

/** Sets rows aside with their reason; the file they stand in loads without them. */
export async function quarantine(
  client: pg.ClientBase,
  fileId: number,
  rows: readonly QuarantinedRow[],
): Promise<void> {
  await copyRows(client, copyQuarantine, rows, (row) => copyLine([fileId, row.line, row.reason, row.detail]));
}
