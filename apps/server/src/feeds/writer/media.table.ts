import { instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import { delivered } from './columns.ts';
import { type DeliveredTable, plainTable } from './feed-table.ts';

/** What a file says of a card, over all its rows. Days are of UTC. */
export interface Sighting {
  mediumId: string;
  operatorCode: string;
  scheme: string | null;
  mediumType: string | null;
  lastFour: string | null;
  status: string | null;
  statusAt: string | null;
  accountId: string | null;
  successorId: string | null;
  exportedAt: string;
  firstDay: string;
  lastDay: string;
}

const sighting = delivered<Sighting>();

export const media: DeliveredTable<Sighting> = plainTable<Sighting>('media', [
  sighting.staged('medium_id', uuid, ({ mediumId }) => mediumId),
  sighting.staged('operator_code', text, ({ operatorCode }) => operatorCode),
  sighting.staged('scheme', nullable(text), ({ scheme }) => scheme),
  sighting.staged('medium_type', nullable(text), ({ mediumType }) => mediumType),
  sighting.staged('last_four', nullable(text), ({ lastFour }) => lastFour),
  sighting.staged('status', nullable(text), ({ status }) => status),
  sighting.staged('status_at', nullable(instant), ({ statusAt }) => statusAt),
  sighting.staged('account_id', nullable(uuid), ({ accountId }) => accountId),
  sighting.staged('successor_id', nullable(uuid), ({ successorId }) => successorId),
  sighting.staged('exported_at', instant, ({ exportedAt }) => exportedAt),
  sighting.staged('first_seen_at', instant, ({ firstDay }) => `${firstDay}T00:00:00Z`),
  sighting.staged('last_seen_at', instant, ({ lastDay }) => `${lastDay}T00:00:00Z`),
]);
