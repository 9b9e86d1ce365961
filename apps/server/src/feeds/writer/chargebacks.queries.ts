import { chargebacks } from './chargebacks.table.ts';
import { countingStatement, namesOf, sameColumns, stageText } from './feed-table.sql.ts';
import { pieces } from './pieces.table.ts';
import { upsertStatements } from './upsert.queries.ts';

export const upsertChargebacks = upsertStatements(chargebacks);

/** The payments whose charge a chargeback that waits may be of, each once. A bank takes back no more than it paid. */
const possible = `select distinct on (piece.piece_id, charge.medium_id, charge.srid) piece.*,
      charge.medium_id, charge.srid, charge.operator_code, charge.retrieval_reference,
      charge.amount_minor = piece.amount_minor as is_exact
    from (
      select *, abs((content ->> 'amountMinor')::bigint) as amount_minor
      from ${pieces.name}
      where is_open and kind = 'chargeback'
    ) as piece
    join settlements as charge on charge.retrieval_reference = piece.content ->> 'rrn'
      and charge.direction = 'debit'
      and charge.approved
      and charge.srid is not null
      and charge.amount_minor >= piece.amount_minor
    order by piece.piece_id, charge.medium_id, charge.srid, is_exact desc`;

/**
 * The chargebacks that wait and whose charge is there, by the reference that the bank gave it: the only one of its amount, else
 * the only one. If several are possible, it waits.
 */
export const stageFoundCharges = countingStatement(
  'feeds.chargebacks.stageFoundCharges',
  stageText(chargebacks, {
    values: {
      ...sameColumns(['medium_id', 'operator_code', 'srid', 'retrieval_reference', 'amount_minor'], 'charge'),
      chargeback_id: 'charge.piece_id',
      currency: `charge.content ->> 'currency'`,
      charged_back_at: `(charge.content ->> 'at')::timestamptz`,
      reason_code: `charge.content ->> 'reasonCode'`,
      ...sameColumns(namesOf(chargebacks, 'version'), 'charge'),
    },
    from: `from (
    select *, rank() over (partition by piece_id order by is_exact desc) as place,
      count(*) over (partition by piece_id, is_exact) as alike
    from (
      ${possible}
    ) as possible
  ) as charge
  where charge.place = 1
    and charge.alike = 1`,
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
