import type { Config } from '../../config/config.ts';
import type { Db } from '../../lib/sql.ts';
import { upsertOperators } from './operators.queries.ts';

/** Brings the operators table in line with the configuration; operators no longer configured stay, since rows name them. */
export async function storeOperators(db: Db, operators: Config['operators']): Promise<void> {
  await upsertOperators(db, [
    operators.map((operator) => operator.code),
    operators.map((operator) => operator.name),
    operators.map((operator) => operator.timeZone),
    operators.map((operator) => operator.dayCut),
    operators.map((operator) => operator.currency),
    operators.map((operator) => operator.home),
  ]);
}
