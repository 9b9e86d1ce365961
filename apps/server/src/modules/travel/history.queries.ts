import { statement } from '../../lib/sql.ts';
import { instant, notNull, uuid } from '../../lib/sql-types.ts';

/**
 * The days between which all trips and payments of a medium lie. The importer keeps the first and the last day on which it was seen;
 * the payments that we write ourselves lie at the instant at which their collection or refund was closed, which may be later. Products
 * are not covered: they may be valid at any time.
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
