import type pg from 'pg';
import type { QuarantinedRow } from '../canonical.ts';
import { copyLine, copyRows } from './copy-rows.ts';
import { copyQuarantine } from './staging.queries.ts';

/** Sets rows aside with their reason; the file they stand in loads without them. */
export async function quarantine(
  client: pg.ClientBase,
  fileId: number,
  rows: readonly QuarantinedRow[],
): Promise<void> {
  await copyRows(client, copyQuarantine, rows, (row) => copyLine([fileId, row.line, row.reason, row.detail]));
}
