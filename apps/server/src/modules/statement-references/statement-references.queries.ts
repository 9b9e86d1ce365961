import { type ResultRow, statement } from '../../lib/sql.ts';
import { bigint, boolean, instant, integer, notNull, text, uuid } from '../../lib/sql-types.ts';

/**
 * The payment of a statement line: medium, time and id are together its key. Proven by any amount that the statement shows
 * for the reference: the bank may have taken it in parts, or together with an unpaid fare. A reference that two cards have is unknown: the
 * line of one passenger's statement would open the card of the other.
 */
export const findStatementReference = statement({
  name: 'statementReferences.find',
  values: { srid: text, amountMinor: bigint },
  row: {
    srid: text,
    medium_id: uuid,
    payment_id: uuid,
    opened_at: instant,
    paid: boolean,
    is_proven: notNull(boolean, 'no amount is null'),
  },
  text: `select srid, medium_id, payment_id, opened_at, paid,
    $amountMinor = any(coalesce(charged_minor, array[amount_minor])) as is_proven
  from service_references
  where srid = $srid
    and not exists (
      select
      from contested_references as contest
      where contest.srid = $srid
        and contest.payment_id <> service_references.payment_id
    )`,
});

export type StatementReferenceRow = ResultRow<typeof findStatementReference>;

/** Whether the bank collected this amount of a payment for us. Deliveries may not contain it. */
export const findCollected = statement({
  name: 'statementReferences.findCollected',
  values: { mediumId: uuid, paymentId: uuid, amountMinor: bigint },
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found
  from collections
  where medium_id = $mediumId
    and payment_id = $paymentId
    and outcome = 'approved'
    and coalesce(taken_minor, amount_minor) = $amountMinor
  limit 1`,
});

/**
 * Whether a delivery asked for this amount of the payment as unpaid, or called it paid before. A fare may be lowered or withdrawn
 * afterwards; its passenger knows the former amount.
 */
export const findFormerAmount = statement({
  name: 'statementReferences.findFormerAmount',
  values: { mediumId: uuid, paymentId: uuid, amountMinor: bigint },
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found
  from debts
  where medium_id = $mediumId
    and payment_id = $paymentId
    and $amountMinor in (due_minor, paid_before_minor)
  union all
  select 1
  from debt_events
  where medium_id = $mediumId
    and payment_id = $paymentId
    and amount_minor = $amountMinor
    and event = 'delivered_unpaid'
  limit 1`,
});
