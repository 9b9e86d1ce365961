import type { Operator } from '../../config/config.operator.ts';
import type { Config } from '../../config/config.ts';
import { plainCode } from '../../config/operators.ts';
import type { Db } from '../../lib/sql.ts';
import { listOperatorCodes, upsertOperators } from './operators.queries.ts';

/**
 * Brings the operators table in line with the configuration; operators no longer configured stay, since rows name them.
 * @throws a sentence when an operator was given another code: the ids of its trips and payments are made from its code.
 */
export async function storeOperators(db: Db, operators: Config['operators']): Promise<void> {
  const stored = (await listOperatorCodes(db)).map((row) => row.operator_code);
  for (const operator of operators) refuseNewCode(operator, stored);
  await upsertOperators(db, {
    codes: operators.map((operator) => operator.code),
    names: operators.map((operator) => operator.name),
    timeZones: operators.map((operator) => operator.timeZone),
    dayCuts: operators.map((operator) => operator.dayCut),
    currencies: operators.map((operator) => operator.currency),
    areHome: operators.map((operator) => operator.home),
  });
}

function refuseNewCode({ code, aliases = [] }: Operator, stored: readonly string[]): void {
  if (stored.includes(code)) return;
  const own = new Set([code, ...aliases].map(plainCode));
  const former = stored.find((known) => own.has(plainCode(known)));
  if (former === undefined) return;
  throw new Error(
    `the database knows the operator "${code}" as "${former}": keep "code": "${former}" in the configuration and name "${code}" in its ` +
      'aliases. With another code, travel that is delivered again would count as other travel',
  );
}
