import { longest, required, text } from '../text/values.ts';
import type { LineRecord } from '../writer/canonical.ts';
import { transportTypeOf } from './route-type.ts';
import { type Mapped, mapRows, type Table, type TableRow } from './table.ts';
import type { Translations } from './translations.ts';

export interface RoutesTask {
  /** The names of everything in all languages. */
  names: Translations;
  operatorCode: string;
}

/** Lines of `routes.txt` with their names in all languages; a row that is not a line is set apart. */
export function mapRoutes(table: Table, { names, operatorCode }: RoutesTask): AsyncGenerator<Mapped<LineRecord>> {
  return mapRows(table, (row) => {
    const lineId = required(text(row.get('route_id'), 'route_id', longest.id), 'route_id');
    const longName = text(row.get('route_long_name'), 'route_long_name', longest.name);
    const sortOrder = row.get('route_sort_order');
    return {
      line: row.line,
      operatorCode,
      lineId,
      name: text(row.get('route_short_name'), 'route_short_name', longest.name) ?? longName ?? lineId,
      longName,
      names: names.namesOf({ table: 'routes', field: 'route_long_name', recordId: lineId, value: longName }),
      transportType: transportTypeOf(row.get('route_type')),
      color: colour(row, 'route_color'),
      textColor: colour(row, 'route_text_color'),
      sortOrder: sortOrder !== null && /^\d{1,9}$/.test(sortOrder) ? Number(sortOrder) : null,
    };
  });
}

/** Six hexadecimal digits; anything else would end up in a style and is left out. */
function colour(row: TableRow, column: string): string | null {
  const value = row.get(column);
  return value !== null && /^[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : null;
}
