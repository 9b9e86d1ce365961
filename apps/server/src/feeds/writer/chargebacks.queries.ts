import { statement } from '../../lib/sql.ts';
import { integer, notNull } from '../../lib/sql-types.ts';
import { chargebacks } from './chargebacks.table.ts';
import { namesOf, sameColumns, stageText } from './feed-table.sql.ts';
import { pieces } from './pieces.table.ts';
import { upsertStatements } from './upsert.queries.ts';
import { countingStatement } from './work-statement.sql.ts';

export const upsertChargebacks = upsertStatements(chargebacks);

/** Whether a chargeback waits whose charge has not come. */
export const anyWaiting = statement({
  name: 'feeds.chargebacks.anyWaiting',
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found from ${pieces.name} where is_open and kind = 'chargeback' limit 1`,
  isPrepared: false,
});

/**
 * The chargebacks that wait and whose charge is there, by the reference that the bank gave it. A bank takes back no more than it
 * paid; of several charges with one reference that of its amount is meant, else the last.
 */
export const stageFoundCharges = countingStatement(
  'feeds.chargebacks.stageFoundCharges',
  stageText(chargebacks, {
    values: {
      ...sameColumns(['medium_id', 'operator_code', 'srid', 'retrieval_reference'], 'charge'),
      chargeback_id: 'piece.piece_id',
      amount_minor: 'piece.amount_minor',
      currency: `piece.content ->> 'currency'`,
      charged_back_at: `(piece.content ->> 'at')::timestamptz`,
      reason_code: `piece.content ->> 'reasonCode'`,
      ...sameColumns(namesOf(chargebacks, 'version'), 'piece'),
    },
    from: `from (
    select *, abs((content ->> 'amountMinor')::bigint) as amount_minor
    from ${pieces.name}
    where is_open and kind = 'chargeback'
  ) as piece
  join settlements as charge on charge.retrieval_reference = piece.content ->> 'rrn'
    and charge.direction = 'debit'
    and charge.approved
    and charge.srid is not null
    and charge.amount_minor >= piece.amount_minor
  order by piece.piece_id, charge.amount_minor = piece.amount_minor desc, charge.requested_at desc nulls last,
     charge.medium_id, charge.settlement_id`,
    distinctOn: 'piece.piece_id',
  }),
);

/** The pieces of those that are staged wait no more. */
export const closeFound = countingStatement(
  'feeds.chargebacks.closeFound',
  `update ${pieces.name} as piece
  set is_open = false
  from ${chargebacks.stage} as stage
  where piece.piece_id = stage.chargeback_id`,
);
