import { instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { content, deliveredTable, key, staged, workTable } from './feed-table.ts';

export const taps = deliveredTable({
  name: 'taps',
  identity: ['tap_id'],
  columns: [
    key('medium_id', uuid),
    key('tapped_at', instant),
    key('tap_id', uuid),
    content('operator_code', text),
    content('direction', oneOf(['on', 'off', 'single'])),
    content('outcome', oneOf(['accepted', 'refused'])),
    content('stop_id', nullable(text)),
    content('stop_name', nullable(text)),
    content('line_id', nullable(text)),
    content('line_name', nullable(text)),
    content('srid', nullable(text)),
    content('currency', nullable(text)),
    content('received_at', nullable(instant)),
  ],
  working: [
    staged('was_medium_id', uuid),
    staged('was_tapped_at', instant),
    staged('was_srid', text),
    staged('was_currency', text),
    staged('was_line_id', text),
    staged('was_stop_name', text),
    staged('was_direction', text),
  ],
});

/** Payments that lose a tap or a movement of money. */
export const leftPayments = workTable('left_payments', { medium_id: uuid, srid: text });

/** Trips whose exit is among the staged taps, and where that is. */
export const exits = workTable('exits', {
  medium_id: uuid,
  started_at: instant,
  trip_id: uuid,
  stop_id: text,
  stop_name: text,
});
