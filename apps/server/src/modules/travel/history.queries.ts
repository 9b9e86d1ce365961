import { statement } from '../../lib/sql.ts';
import { instant, notNull, uuid } from '../../lib/sql-types.ts';

/**
 * Travel of a card lies between the days on which it was first and last seen, as the importer keeps them. The payments that we
 * write ourselves may lie later: each at the instant at which the collection or the refund that it tells of was closed. The
 * validity of a product lies anywhere.
 */
export const findSeen = statement({
  name: 'travel.findSeen',
  values: { mediumId: uuid },
  row: { first_seen_at: instant, last_seen_at: notNull(instant, 'one of the greatest is not null') },
  text: `select first_seen_at, greatest(
    last_seen_at,
    (select max(closed_at) from collections where medium_id = $mediumId),
    (select max(closed_at) from refunds where medium_id = $mediumId)
  ) as last_seen_at
  from media
  where medium_id = $mediumId`,
});
