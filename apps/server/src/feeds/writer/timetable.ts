import type pg from 'pg';
import type { LineRecord, StopRecord } from '../canonical.ts';
import type { Counts } from './counts.ts';
import type { StageRows } from './stage-rows.ts';
import { upsertLines, upsertStops } from './timetable.queries.ts';
import { writeRows } from './upsert.ts';

/** Writes the stops of operators; of two rows with one id the later one counts. */
export async function writeStops(client: pg.ClientBase, stops: StageRows<StopRecord>, counts: Counts): Promise<void> {
  await writeRows(client, { kind: 'stops', statements: upsertStops, rows: stops }, counts);
}

/** Writes the lines of operators. */
export async function writeLines(client: pg.ClientBase, lines: StageRows<LineRecord>, counts: Counts): Promise<void> {
  await writeRows(client, { kind: 'lines', statements: upsertLines, rows: lines }, counts);
}
