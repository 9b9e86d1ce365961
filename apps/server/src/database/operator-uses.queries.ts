import { statement } from '../lib/sql.ts';
import { integer, notNull, text } from '../lib/sql-types.ts';
import { declaredTables } from './tables/declared-tables.ts';

/* Whether anything names an operator, and how it gets another code while nothing does. Needs the owner's rights. */

const found = { found: notNull(integer, 'a number') };

/** Keys follow their operator. */
const following = ['operators', 'api_keys'];
const naming = Object.entries(declaredTables).filter(
  ([table, { columns }]) => 'operator_code' in columns && !following.includes(table),
);

/** A row of each table that names an operator. One statement a table: a cluster answers no other. */
const findRows = naming.map(([table]) =>
  statement({
    name: `operatorUses.find.${table}`,
    values: { code: text },
    row: found,
    text: `select 1 as found from ${table} where operator_code = $code limit 1`,
  }),
);

const findWaitingFare = statement({
  name: 'operatorUses.findWaitingFare',
  values: { code: text },
  row: found,
  text: `select 1 as found from feed_waiting where record ->> 'operator_code' = $code limit 1`,
});

/** A piece says the code as it was delivered, and its id is made of it; one without a code is the home operator's. */
const findPiece = statement({
  name: 'operatorUses.findPiece',
  values: { code: text },
  row: found,
  text: `
    select 1 as found
    from feed_pieces
    where upper(ltrim(coalesce(content ->> 'participant', $code), '0')) = upper(ltrim($code, '0'))
    limit 1`,
});

/** Each answers a row if something that was delivered names this operator. */
export const findUses = [...findRows, findWaitingFare, findPiece];

export const renameOperator = statement({
  name: 'operatorUses.renameOperator',
  values: { former: text, code: text },
  text: 'update operators set operator_code = $code where operator_code = $former',
});

export const renameOperatorOfKeys = statement({
  name: 'operatorUses.renameOperatorOfKeys',
  values: { former: text, code: text },
  text: 'update api_keys set operator_code = $code where operator_code = $former',
});
