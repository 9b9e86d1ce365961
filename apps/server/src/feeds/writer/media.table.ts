import { boolean, instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { staged } from './columns.ts';
import { plainTable, type RecordOf } from './feed-table.ts';

/** The first and the last day (UTC) on which it was seen. */
interface Days {
  firstDay: string;
  lastDay: string;
}

export const media = plainTable('media', [
  staged('medium_id', uuid),
  staged('operator_code', text),
  staged('scheme', nullable(text)),
  staged('medium_type', nullable(text)),
  staged('last_four', nullable(text)),
  staged('status', nullable(text)),
  staged('status_at', nullable(instant)),
  staged('account_id', nullable(uuid)),
  staged('successor_id', nullable(uuid)),
  /** Whether the file says which card came next, or that none did. */
  staged('tells_successor', boolean),
  staged('exported_at', instant),
  staged('first_seen_at', instant, ({ firstDay }: Days) => `${firstDay}T00:00:00Z`),
  staged('last_seen_at', instant, ({ lastDay }: Days) => `${lastDay}T00:00:00Z`),
]);

/** What a file says of a card, over all its rows. */
export type Sighting = RecordOf<typeof media>;
