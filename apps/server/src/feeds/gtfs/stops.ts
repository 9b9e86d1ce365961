import type { RowContext } from '../row-context.ts';
import { longest, required, text } from '../text/values.ts';
import type { StopRecord } from '../writer/canonical.ts';
import { inTurns, type Mapped, mapRows, type Table, type TableRow } from './table.ts';
import type { Translations } from './translations.ts';

export interface StopsTask {
  /** The names of everything in all languages. */
  names: Translations;
  operatorCode: string;
  context: Pick<RowContext, 'note'>;
}

/** Stops without a name (generic nodes, boarding areas) get that of their parent, or none. */
export async function* mapStops(table: Table, task: StopsTask): AsyncGenerator<Mapped<StopRecord>> {
  const { names, operatorCode, context } = task;
  const parents = new Map<string | null, TableRow>();
  for await (const rows of inTurns(table)) for (const row of rows) parents.set(row.get('stop_id'), row);
  yield* mapRows(table, (row) => {
    const stopId = required(text(row.get('stop_id'), 'stop_id', longest.id), 'stop_id');
    const parentStopId = text(row.get('parent_station'), 'parent_station', longest.id);
    const named = stationOf(row, parents) ?? row;
    const name = required(text(named.get('stop_name') ?? row.get('stop_name'), 'stop_name', longest.name), 'stop_name');
    const [latitude, longitude] = [degrees(row, 'stop_lat', 90), degrees(row, 'stop_lon', 180)];
    if (Number.isNaN(latitude) || Number.isNaN(longitude))
      context.note('stops whose coordinates are none; only their names were taken');
    const recordId = named.get('stop_id') ?? stopId;
    return {
      line: row.line,
      operatorCode,
      stopId,
      stopCode: text(row.get('stop_code'), 'stop_code', longest.id),
      name,
      names: names.namesOf({ table: 'stops', field: 'stop_name', recordId, value: name }),
      parentStopId,
      latitude: orNull(latitude, longitude),
      longitude: orNull(longitude, latitude),
    };
  });
}

/** A platform is called what its station is called; a boarding area's parent is a platform, so this goes up twice. */
function stationOf(row: TableRow, parents: ReadonlyMap<string | null, TableRow>): TableRow | undefined {
  const parent = row.get('parent_station');
  const above = parent ? parents.get(parent) : undefined;
  const further = above?.get('parent_station');
  return (further ? parents.get(further) : undefined) ?? above;
}

/** Degrees, written with a point or with a comma; null if there are none, NaN if they are outside the possible range. */
function degrees(row: TableRow, column: string, limit: number): number | null {
  const written = row.get(column);
  if (written === null) return null;
  const value = Number(/^-?\d{1,3},\d+$/.test(written) ? written.replace(',', '.') : written);
  return Math.abs(value) <= limit ? value : Number.NaN;
}

/** Returns null when the other coordinate is invalid: a stop has both or neither. */
function orNull(degree: number | null, other: number | null): number | null {
  return Number.isNaN(degree) || Number.isNaN(other) ? null : degree;
}
