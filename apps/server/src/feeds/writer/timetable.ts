import type pg from 'pg';
import type { LineRecord, StopRecord } from '../canonical.ts';
import type { KindCounts } from './counts.ts';
import * as queries from './timetable.queries.ts';

export interface TimetableTask {
  client: pg.ClientBase;
  operatorCode: string;
  exportedAt: string;
}

type Written = Pick<KindCounts, 'inserted' | 'updated' | 'unchanged'>;

/** Writes the stops of an operator; of two rows with one id the later one counts. */
export async function writeStops(task: TimetableTask, stops: readonly StopRecord[]): Promise<Written> {
  const rows = new Map(
    stops.map((stop) => [
      stop.stopId,
      {
        stop_id: stop.stopId,
        stop_code: stop.stopCode,
        name: stop.name,
        names: stop.names,
        parent_stop_id: stop.parentStopId,
        latitude: stop.latitude,
        longitude: stop.longitude,
      },
    ]),
  );
  const { insertNewStops, updateStops, advanceStops } = queries;
  return await write(task, [insertNewStops, updateStops, advanceStops], { rows: [...rows.values()], of: stops.length });
}

/** Writes the lines of an operator. */
export async function writeLines(task: TimetableTask, lines: readonly LineRecord[]): Promise<Written> {
  const rows = new Map(
    lines.map((line) => [
      line.lineId,
      {
        line_id: line.lineId,
        name: line.name,
        long_name: line.longName,
        names: line.names,
        transport_type: line.transportType,
        color: line.color,
        text_color: line.textColor,
        sort_order: line.sortOrder,
      },
    ]),
  );
  const { insertNewLines, updateLines, advanceLines } = queries;
  return await write(task, [insertNewLines, updateLines, advanceLines], { rows: [...rows.values()], of: lines.length });
}

/** Rows per statement, so that no parameter of a large feed takes the memory of all of it at once. */
const rowsAtOnce = 5000;

async function write(
  { client, operatorCode, exportedAt }: TimetableTask,
  [insertNew, update, advance]: [string, string, string],
  delivered: { rows: readonly object[]; of: number },
): Promise<Written> {
  let [inserted, updated] = [0, 0];
  for (let start = 0; start < delivered.rows.length; start += rowsAtOnce) {
    const rows = delivered.rows.slice(start, start + rowsAtOnce);
    const values = [operatorCode, exportedAt, JSON.stringify(rows)];
    const fresh = (await client.query(insertNew, values)).rowCount ?? 0;
    inserted += fresh;
    if (fresh === rows.length) continue;
    updated += (await client.query(update, values)).rowCount ?? 0;
    await client.query(advance, values);
  }
  return { inserted, updated, unchanged: delivered.of - inserted - updated };
}
