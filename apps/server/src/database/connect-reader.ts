import type pg from 'pg';
import { throwNotConnected } from '../lib/temporary-failures.ts';

/**
 * Most reads touch tables of monthly partitions, and PostgreSQL would plan some of them again for each set of values: that
 * took up to ten times as long as the read itself. Citus in turn needs the values to find the node. To compile a read takes
 * longer than to run it.
 */
const settings = `select pg_is_in_recovery() as is_standby,
  set_config('jit', 'off', false),
  set_config('plan_cache_mode', case count(*) when 0 then 'force_generic_plan' else 'force_custom_plan' end, false)
from pg_extension
where extname = 'citus'`;

/** Connects a client for reads. Says whether the connection leads to a standby. */
export async function connectReader(client: pg.Client): Promise<boolean> {
  await client.connect().catch(throwNotConnected);
  const { rows } = await client.query<{ is_standby: boolean }>(settings);
  return rows[0]?.is_standby === true;
}
