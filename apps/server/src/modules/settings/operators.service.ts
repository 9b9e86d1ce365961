import type { Config } from '../../config/config.ts';
import type { Db } from '../../lib/sql.ts';
import { upsertOperators } from './operators.queries.ts';

/** Brings the operators table in line with the configuration; operators no longer configured stay, since rows name them. */
export async function storeOperators(db: Db, operators: Config['operators']): Promise<void> {
  await upsertOperators(db, {
    codes: operators.map((operator) => operator.code),
    names: operators.map((operator) => operator.name),
    timeZones: operators.map((operator) => operator.timeZone),
    dayCuts: operators.map((operator) => operator.dayCut),
    currencies: operators.map((operator) => operator.currency),
    areHome: operators.map((operator) => operator.home),
  });
}
