import { untypedStatement } from '../../lib/sql.ts';

export interface StatementReferenceRow extends Record<string, unknown> {
  srid: string;
  medium_id: string;
  payment_id: string;
  /** With the medium and the payment id the key of the payment. */
  opened_at: string;
  paid: boolean;
}

/**
 * One row of the travel side. Proven by any amount that the statement shows for the reference: the bank may have taken it in
 * parts, or together with an unpaid fare. Values: reference, amount in minor units.
 */
export const findStatementReference = untypedStatement<StatementReferenceRow>(
  'statementReferences.find',
  `select srid, medium_id, payment_id, opened_at, paid
  from service_references
  where srid = $1 and $2 = any(coalesce(charged_minor, array[amount_minor]))`,
);
