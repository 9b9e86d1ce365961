import { transportTypes } from '@tapfolio/domain/states.ts';
import { double, integer, nullable, oneOf, text } from '../../lib/sql-types.ts';
import { content, jsonText, key, timetableTable } from './feed-table.ts';

/** A name in each language that it is translated to. */
interface Named {
  names: Record<string, string>;
}

export const stops = timetableTable({
  name: 'stops',
  identity: ['operator_code', 'stop_id'],
  columns: [
    key('operator_code', text),
    key('stop_id', text),
    content('stop_code', nullable(text)),
    content('name', text),
    content('names', jsonText, ({ names }: Named) => JSON.stringify(names)),
    content('parent_stop_id', nullable(text)),
    content('latitude', nullable(double)),
    content('longitude', nullable(double)),
  ],
});

export const lines = timetableTable({
  name: 'lines',
  identity: ['operator_code', 'line_id'],
  columns: [
    key('operator_code', text),
    key('line_id', text),
    content('name', text),
    content('long_name', nullable(text)),
    content('names', jsonText, ({ names }: Named) => JSON.stringify(names)),
    content('transport_type', oneOf(transportTypes)),
    content('color', nullable(text)),
    content('text_color', nullable(text)),
    content('sort_order', nullable(integer)),
  ],
});
