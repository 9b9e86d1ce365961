import { statement } from '../../lib/sql.ts';
import { arrayOf, boolean, character, instant, integer, notNull, nullable, text, uuid } from '../../lib/sql-types.ts';

/** The bank's own references of what it took for a payment. No row while no delivery has told of it. */
export const listChargeReferences = statement({
  name: 'refunds.listChargeReferences',
  values: { mediumId: uuid, srid: text },
  row: { retrieval_reference: nullable(text) },
  text: `select retrieval_reference
  from settlements
  where medium_id = $mediumId and srid = $srid and direction = 'debit' and approved`,
});

/**
 * A chargeback that waits, of one of these references of the bank, or of any charge if `isUntold`. It comes after the charge; the
 * bank dates it to the day. What waits lies on one node of a cluster and the charges elsewhere, so it is asked apart.
 */
export const findWaitingChargeback = statement({
  name: 'refunds.findWaitingChargeback',
  values: { references: arrayOf(text), isUntold: boolean, currency: character, openedAt: instant },
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found
  from feed_pieces
  where is_open
    and kind = 'chargeback'
    and (content ->> 'rrn' = any($references)
      or $isUntold
        and content ->> 'currency' = $currency::char(3)
        and (content ->> 'at')::timestamptz > $openedAt::timestamptz - interval '1 day')
  limit 1`,
});
