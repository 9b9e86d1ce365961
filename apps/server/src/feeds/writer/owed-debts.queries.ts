import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, character, notNull, text, uuid } from '../../lib/sql-types.ts';

/**
 * Those of the named fares that are owed, in the order in which they are named. The back office knows a payment window by its statement
 * reference.
 */
export const listOwed = statement({
  name: 'feeds.debts.listOwed',
  values: { mediumIds: arrayOf(uuid), paymentIds: arrayOf(uuid) },
  row: {
    medium_id: uuid,
    payment_id: uuid,
    operator_code: text,
    srid: notNull(text, 'others are left out'),
    due_minor: bigint,
    currency: character,
  },
  text: `select debt.medium_id, debt.payment_id, debt.operator_code, debt.srid, debt.due_minor, debt.currency
  from unnest($mediumIds::uuid[], $paymentIds::uuid[]) with ordinality as named (medium_id, payment_id, place)
  join debts as debt on debt.medium_id = named.medium_id
    and debt.payment_id = named.payment_id
  where debt.state = 'owed'
    and debt.srid is not null
  order by named.place`,
  isPrepared: false,
});

export type OwedDebt = ResultRow<typeof listOwed>;
