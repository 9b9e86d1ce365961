import type pg from 'pg';
import type { LineRecord, StopRecord } from '../canonical-timetable.ts';
import type { Counts } from './counts.ts';
import type { StageRows } from './stage-rows.ts';
import { upsertLines, upsertStops } from './timetable.queries.ts';
import { countUpsert, upsert } from './upsert.ts';

/** Writes the stops of operators; of two rows with one id the later one counts. */
export async function writeStops(client: pg.ClientBase, stops: StageRows<StopRecord>, counts: Counts): Promise<void> {
  countUpsert(counts, 'stops', stops.delivered, await upsert(client, upsertStops, await stops.stage(client)));
}

/** Writes the lines of operators. */
export async function writeLines(client: pg.ClientBase, lines: StageRows<LineRecord>, counts: Counts): Promise<void> {
  countUpsert(counts, 'lines', lines.delivered, await upsert(client, upsertLines, await lines.stage(client)));
}
