import { boolean, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { plainTable, type RecordOf, staged, workTable } from './feed-table.ts';

export const media = plainTable('media', [
  staged('medium_id', uuid),
  staged('operator_code', text),
  staged('scheme', nullable(text)),
  staged('scheme_said_at', nullable(instant)),
  staged('medium_type', nullable(text)),
  staged('medium_type_said_at', nullable(instant)),
  staged('last_four', nullable(text)),
  staged('last_four_said_at', nullable(instant)),
  staged('status', nullable(text)),
  staged('status_at', nullable(instant)),
  staged('status_said_at', nullable(instant)),
  staged('account_id', nullable(uuid)),
  staged('successor_id', nullable(uuid)),
  /** Whether the file says which card came next, or that none did. */
  staged('tells_successor', boolean),
  staged('exported_at', instant),
  /** To the day (UTC), as the last sight. */
  staged('first_seen_at', instant),
  staged('last_seen_at', instant),
]);

/** What a file says of a card, over all its rows. */
export type Sighting = RecordOf<typeof media>;

const mediumOfAccount = { account_id: uuid, medium_id: uuid };

/** All media of the payment accounts that a file names. */
export const mediaOfAccounts = workTable('media_of_accounts', mediumOfAccount);

/** The same with what is known of each of them. */
export const describedMediaOfAccounts = workTable('described_media_of_accounts', {
  ...mediumOfAccount,
  medium_type: nullable(text),
  first_seen_at: nullable(instant),
});
