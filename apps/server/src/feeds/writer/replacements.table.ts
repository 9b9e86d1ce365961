import { instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { workTable } from './feed-table.ts';

const mediumOfAccount = { account_id: uuid, medium_id: uuid };

/** All media of the payment accounts that a file names. */
export const mediaOfAccounts = workTable('media_of_accounts', mediumOfAccount);

/** The same with what is known of each of them. */
export const describedMediaOfAccounts = workTable('described_media_of_accounts', {
  ...mediumOfAccount,
  medium_type: nullable(text),
  first_seen_at: nullable(instant),
});
