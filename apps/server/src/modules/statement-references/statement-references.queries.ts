import { type ResultRow, statement } from '../../lib/sql.ts';
import { bigint, boolean, instant, text, uuid } from '../../lib/sql-types.ts';

/**
 * The payment of a statement line: medium, time and id are together its key. Proven by any amount that the statement shows
 * for the reference: the bank may have taken it in parts, or together with an unpaid fare.
 */
export const findStatementReference = statement({
  name: 'statementReferences.find',
  values: { srid: text, amountMinor: bigint },
  row: { srid: text, medium_id: uuid, payment_id: uuid, opened_at: instant, paid: boolean },
  text: `select srid, medium_id, payment_id, opened_at, paid
  from service_references
  where srid = $srid and $amountMinor = any(coalesce(charged_minor, array[amount_minor]))`,
});

export type StatementReferenceRow = ResultRow<typeof findStatementReference>;
