import type { StopRecord } from '../canonical.ts';
import { BadRow } from '../text/values.ts';
import { type Mapped, mapRows, type Table, type TableRow } from './table.ts';
import type { Translations } from './translations.ts';

/** Stops without a name of their own (generic nodes, boarding areas) are told by their parent or not at all. */
export function mapStops(table: Table, translations: Translations): Mapped<StopRecord> {
  const parents = new Map(table.rows.map((row) => [row.get('stop_id'), row]));
  return mapRows(table, (row) => {
    const stopId = row.get('stop_id');
    if (!stopId) throw new BadRow('missing value', 'stop_id');
    const parentStopId = row.get('parent_station');
    const named = stationOf(row, parents) ?? row;
    const name = named.get('stop_name') ?? row.get('stop_name');
    if (!name) throw new BadRow('missing value', 'stop_name');
    const recordId = named.get('stop_id') ?? stopId;
    return {
      stopId,
      stopCode: row.get('stop_code'),
      name,
      names: translations.namesOf({ table: 'stops', field: 'stop_name', recordId, value: name }),
      parentStopId,
      latitude: degrees(row, 'stop_lat', 90),
      longitude: degrees(row, 'stop_lon', 180),
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

function degrees(row: TableRow, column: string, limit: number): number | null {
  const text = row.get(column);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) > limit) throw new BadRow('not a coordinate', `${column}: ${text}`);
  return value;
}
