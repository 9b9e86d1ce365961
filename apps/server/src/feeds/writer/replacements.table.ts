import { instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

const ofKin = { account_id: uuid, medium_id: uuid };

/** All media of the payment accounts that a file names. */
export const kin = workTable('kin', ofKin);

/** The same with what is known of each of them. */
export const describedKin = workTable('described_kin', {
  ...ofKin,
  medium_type: nullable(text),
  first_seen_at: nullable(instant),
});
