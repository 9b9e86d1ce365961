import type { Pool } from 'pg';
import { accountTables } from '../../src/database/tables/accounts.ts';
import { signInTables } from '../../src/database/tables/sign-ins.ts';
import { unpaidFareTables } from '../../src/database/tables/unpaid-fares.ts';
import type { People } from './people.ts';

/** Where the order of two acts shows, although it does not matter, or what has nothing to do with what an act does. */
const leftOut = new Set(['throttles', 'passkey_challenges', 'sso_flows', 'sso_logout_tokens']);
const tables = Object.keys({ ...accountTables, ...signInTables, ...unpaidFareTables }).filter(
  (table) => !leftOut.has(table),
);
/** Made new in each run. */
const madeUp = ['event_id', 'trace_id', 'at', 'srid', 'credential_id', 'message_number', 'last_number', 'recipient'];
/** A call that is refused because another one has overtaken it may be counted as a failed sign-in. */
const ofRefusals = ['incorrect_login_count', 'last_incorrect_login_at'];
const notCompared = new Set([...madeUp, ...ofRefusals]);

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const hourMs = 3_600_000;

/** Forgets the people of earlier rounds. */
export async function forgetPeople(pool: Pool): Promise<void> {
  await pool.query(
    ['passengers', ...tables, 'replacements', 'idempotency_keys', 'throttles', 'graphile_worker._private_jobs']
      .map((table) => `delete from ${table}`)
      .join('; '),
  );
}

/** What is written about these people: the same in two runs if the same was done. Call `forgetPeople` before they come. */
export async function comparableRows(pool: Pool, { names, newEmail }: People): Promise<string[]> {
  const newcomers = await pool.query('select passenger_id from passengers where email = $1', [newEmail]);
  const known = new Map([...names, ...newcomers.rows.map((row) => [row.passenger_id, 'newcomer'] as const)]);
  const { rows } = await pool.query<{ table: string; row: Record<string, unknown> }>(
    [
      ...tables.map((table) => `select '${table}' as table, to_jsonb(r) as row from ${table} r`),
      `select 'jobs', payload::jsonb from graphile_worker._private_jobs`,
    ].join(' union all '),
  );
  return rows
    .filter(({ row }) => !isRefusal(row.kind))
    .map(({ table, row }) => {
      const columns = Object.entries(row).filter(([column]) => !notCompared.has(column));
      return `${table} ${JSON.stringify(Object.fromEntries(columns.map(([column, value]) => [column, comparable(value, known)])))}`;
    })
    .toSorted();
}

/** A call that is refused because another one has overtaken it leaves no event, or another one. */
const isRefusal = (kind: unknown) => typeof kind === 'string' && /_(refused|failed)$/.test(kind);

function comparable(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, inner]) => [key, key === 'person' ? '' : comparable(inner, known)]);
  if (typeof value !== 'string') return value;
  if (instant.test(value)) return whenIs(Date.parse(value) - Date.now());
  if (/^\\x|^\$|@closed\.invalid$/.test(value)) return 'secret';
  return known.get(value) ?? value.replace(uuid, (id) => known.get(id) ?? 'new');
}

/** Whether something is long ago, just happened, or is to come. */
function whenIs(ms: number): string {
  if (Math.abs(ms) < hourMs) return 'now';
  return ms < 0 ? 'before' : 'later';
}
