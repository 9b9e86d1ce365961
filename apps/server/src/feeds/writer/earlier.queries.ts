import { type Db, statement } from '../../lib/sql.ts';
import { integer, notNull } from '../../lib/sql-types.ts';
import { pieces } from './pieces.table.ts';

/*
 * What earlier files left that a batch may have to correct. Each question is asked of one table by itself: they lie on
 * different nodes of a distributed engine. A first import finds none, and is spared the statements for corrections.
 */

/** Declares a statement that finds out whether there is any row. */
function existsStatement(name: string, text: string, isPrepared = true): (db: Db) => Promise<boolean> {
  const find = statement({ name, row: { found: notNull(integer, 'a constant') }, text, isPrepared });
  return async (db) => (await find(db)).length > 0;
}

/** Whether a tap that comes now could be awaited by a fare. */
export const anyFareWaits = existsStatement('feeds.earlier.fares', 'select 1 as found from feed_waiting limit 1');

/** Whether any trip has been written at all. */
export const anyTrips = existsStatement('feeds.earlier.trips', 'select 1 as found from trips limit 1');

/** Whether any payment could follow from taps that come now. */
export const anyReferences = existsStatement(
  'feeds.earlier.references',
  'select 1 as found from service_references limit 1',
);

/** Whether a chargeback waits whose charge has not come. */
export const anyChargebackWaits = existsStatement(
  'feeds.earlier.chargebacks',
  `select 1 as found from ${pieces.name} where is_open and kind = 'chargeback' limit 1`,
  false,
);
