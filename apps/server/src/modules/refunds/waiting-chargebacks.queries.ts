import { statement } from '../../lib/sql.ts';
import { arrayOf, boolean, character, instant, integer, notNull, nullable, text, uuid } from '../../lib/sql-types.ts';

/** The bank's own references of the charges of a payment. No row while no charge has been delivered. */
export const listChargeReferences = statement({
  name: 'refunds.listChargeReferences',
  values: { mediumId: uuid, srid: text },
  row: { retrieval_reference: nullable(text) },
  text: `select retrieval_reference
  from settlements
  where medium_id = $mediumId and srid = $srid and direction = 'debit' and approved`,
});

/** A collection of ours that no delivery has brought: the bank's own reference of it may differ from the one we know. */
export const findUndeliveredCollection = statement({
  name: 'refunds.findUndeliveredCollection',
  values: { mediumId: uuid, srid: text },
  row: { collection_id: uuid },
  text: `select own.collection_id
  from collections own
  left join settlements delivered on delivered.medium_id = own.medium_id
    and delivered.srid = own.srid
    and delivered.direction = 'debit'
    and delivered.approved
    and (delivered.kind = 'debt_recovery'
      or delivered.amount_minor = own.amount_minor
      or delivered.retrieval_reference = own.bank_reference)
  where own.medium_id = $mediumId
    and own.srid = $srid
    and own.outcome = 'approved'
    and delivered.settlement_id is null
  limit 1`,
});

/**
 * A chargeback that waits for its charge: of one of these references of the bank, or of any charge if `isChargeMissing`. It is dated
 * after the charge, by the day only, and has the currency of its payment if it names none. It has a statement of its own, since a cluster keeps waiting chargebacks and charges on different nodes.
 */
export const findWaitingChargeback = statement({
  name: 'refunds.findWaitingChargeback',
  values: { references: arrayOf(text), isChargeMissing: boolean, currency: character, openedAt: instant },
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found
  from feed_pieces
  where is_open
    and kind = 'chargeback'
    and (content ->> 'rrn' = any($references)
      or $isChargeMissing
        and (content @> '{"namedCurrency": null}' or content ->> 'currency' = $currency::char(3))
        and (content ->> 'at')::timestamptz > $openedAt::timestamptz - interval '1 day')
  limit 1`,
});
