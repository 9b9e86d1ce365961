import { boolean, instant, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

/**
 * What is known of staged rows, each named by its id and card. A distributed engine that changes a temporary table by
 * another table fetches the whole of that one; filled by a join, this table gets only the rows that are found.
 */
export const found = workTable(
  'found',
  {
    id: uuid,
    medium_id: uuid,
    known_medium_id: uuid,
    known_payment_id: uuid,
    known_at: instant,
    known_srid: text,
    known_currency: text,
    known_line_id: text,
    known_stop_name: text,
    known_direction: text,
    is_newer: boolean,
  },
  ['id', 'medium_id'],
);
