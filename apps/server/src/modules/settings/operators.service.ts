import type { Pool } from 'pg';
import type { Operator } from '../../config/config.operator.ts';
import type { Config } from '../../config/config.ts';
import { plainCode } from '../../config/operators.ts';
import { tryLockImporter, unlockImporter } from '../../database/importer-lock.ts';
import { findUses, renameOperator, renameOperatorOfKeys } from '../../database/operator-uses.queries.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
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

function refuseNewCode(operator: Operator, stored: readonly string[]): void {
  const { code } = operator;
  const former = formerCode(operator, stored);
  if (former === undefined) return;
  throw new Error(
    `the database knows the operator "${code}" as "${former}": keep "code": "${former}" in the configuration and name "${code}" in its ` +
      'aliases. With another code, travel that is delivered again would count as other travel. ' +
      'Only while nothing was delivered of it, a start with the login of the owner takes another code',
  );
}

/** The code under which the database knows an operator; undefined if that is its code, or if it knows none. */
function formerCode({ code, aliases = [] }: Operator, stored: readonly string[]): string | undefined {
  if (stored.includes(code)) return undefined;
  const own = new Set([code, ...aliases].map(plainCode));
  return stored.find((known) => own.has(plainCode(known)));
}

/**
 * Lets operators have another code of which nothing was delivered: the first one may have been mistyped. Needs the owner's rights, and
 * looks through all travel if the code has changed.
 */
export async function correctUnusedCodes(pool: Pool, operators: Config['operators']): Promise<void> {
  const stored = (await listOperatorCodes(pool)).map((row) => row.operator_code);
  for (const operator of operators) {
    const former = formerCode(operator, stored);
    if (former !== undefined) await transaction(pool, (tx) => correctUnusedCode(tx, former, operator.code));
  }
}

async function correctUnusedCode(tx: Transaction, former: string, code: string): Promise<void> {
  // What is being imported may name it.
  if (!(await tryLockImporter(tx))) return;
  try {
    for (const find of findUses) if ((await find(tx, { code: former })).length > 0) return;
    await renameOperator(tx, { former, code });
    await renameOperatorOfKeys(tx, { former, code });
  } finally {
    // A transaction that failed can only be rolled back. The lock ends with the connection, and that with the start.
    await unlockImporter(tx).catch(() => {});
  }
}
