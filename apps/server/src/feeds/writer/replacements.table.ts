import { instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

/** All media of the payment accounts that a file names. */
export const kin = workTable('kin', {
  account_id: uuid,
  medium_id: uuid,
  exported_at: instant,
  medium_type: nullable(text),
  first_seen_at: nullable(instant),
});
