import { statement } from '../../lib/sql.ts';
import { instant, uuid } from '../../lib/sql-types.ts';

/**
 * Travel of a card lies between the days on which it was first and last seen, as the importer keeps them. The validity of a
 * product does not.
 */
export const findSeen = statement({
  name: 'travel.findSeen',
  values: { mediumId: uuid },
  row: { first_seen_at: instant, last_seen_at: instant },
  text: `select first_seen_at, last_seen_at from media where medium_id = $mediumId`,
});
