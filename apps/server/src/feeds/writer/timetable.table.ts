import { double, integer, nullable, type SqlType, text } from '../../lib/sql-types.ts';
import type { LineRecord, StopRecord } from '../canonical-timetable.ts';
import { delivered } from './columns.ts';
import { timetableTable } from './feed-table.ts';

/** JSON as COPY takes it: as text. */
const jsonText: SqlType<string> = { sql: 'jsonb', isNullable: false };

const stop = delivered<StopRecord>();

export const stops = timetableTable<StopRecord>({
  name: 'stops',
  identity: ['operator_code', 'stop_id'],
  columns: [
    stop.key('operator_code', text, ({ operatorCode }) => operatorCode),
    stop.key('stop_id', text, ({ stopId }) => stopId),
    stop.content('stop_code', nullable(text), ({ stopCode }) => stopCode),
    stop.content('name', text, ({ name }) => name),
    stop.content('names', jsonText, ({ names }) => JSON.stringify(names)),
    stop.content('parent_stop_id', nullable(text), ({ parentStopId }) => parentStopId),
    stop.content('latitude', nullable(double), ({ latitude }) => latitude),
    stop.content('longitude', nullable(double), ({ longitude }) => longitude),
  ],
});

const line = delivered<LineRecord>();

export const lines = timetableTable<LineRecord>({
  name: 'lines',
  identity: ['operator_code', 'line_id'],
  columns: [
    line.key('operator_code', text, ({ operatorCode }) => operatorCode),
    line.key('line_id', text, ({ lineId }) => lineId),
    line.content('name', text, ({ name }) => name),
    line.content('long_name', nullable(text), ({ longName }) => longName),
    line.content('names', jsonText, ({ names }) => JSON.stringify(names)),
    line.content('transport_type', text, ({ transportType }) => transportType),
    line.content('color', nullable(text), ({ color }) => color),
    line.content('text_color', nullable(text), ({ textColor }) => textColor),
    line.content('sort_order', nullable(integer), ({ sortOrder }) => sortOrder),
  ],
});
