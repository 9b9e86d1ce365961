import type pg from 'pg';
import { isTemporary } from '../lib/temporary-failures.ts';
import { tryLockImporter, unlockImporter } from './importer-lock.ts';
import { declaredTables } from './tables/declared-tables.ts';
import type { DatabasePart } from './tables/part-names.ts';
import type { Distribution } from './tables/table.ts';

/** Any fixed number works: it makes processes that start at once take turns. */
export const distributionLock = 3_318_740_265;

/**
 * Spreads the tables over the nodes as they are declared, where that has not been done. Does nothing unless the citus
 * extension is installed in the database. Tables with rows are locked while their rows move; another process that starts
 * meanwhile waits until that is done. Copies of the rows on the first node are emptied, unless they are in use. Returns the names of the
 * tables that it spread.
 */
export async function distributeTables(client: pg.ClientBase): Promise<string[]> {
  if (!(await hasCitus(client))) return [];
  const missing = await distributeMissing(client);
  await emptyFirstNode(client);
  return missing;
}

async function distributeMissing(client: pg.ClientBase): Promise<string[]> {
  await client.query('begin');
  try {
    // Roles and rights may have been changed before: on a node such changes do not go along with parallel work.
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
    await client.query('set local lock_timeout to 0');
    await client.query('select pg_advisory_xact_lock($1)', [distributionLock]);
    const missing = await findUndistributed(client);
    for (const name of missing) await client.query(distributing(name));
    await client.query('commit');
    return missing;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * A table that is spread with its rows keeps them on the first node too, where no statement sees them: they would never be deleted.
 * Older releases have left such copies. Where a table is in use, now or by an import, they stay until the next start.
 */
async function emptyFirstNode(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(withHiddenRows);
  if (rows.length === 0 || !(await tryLockImporter(client))) return;
  try {
    for (const { name } of rows) await client.query(emptying, [name]).catch(unlessInUse);
  } finally {
    await unlockImporter(client);
  }
}

const withHiddenRows = `select p.logicalrelid::text as name
from pg_dist_partition p
join pg_class c on c.oid = p.logicalrelid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0`;

const emptying = 'select truncate_local_data_after_distributing_table($1)';

function unlessInUse(error: unknown): void {
  if (!isTemporary(error)) throw error;
}

/**
 * Reads from every node as the connected part. The first node connects to the others as the role in force, which may lack
 * a login or a password there. Does nothing without Citus.
 * @throws what the database says.
 */
export async function readFromNodes(client: pg.ClientBase, part: DatabasePart): Promise<void> {
  if (!(await hasCitus(client))) return;
  await client.query(`select from ${spreadTableOf(part)} limit 1`);
}

/** A table that is spread over the nodes and that the part may read. */
export function spreadTableOf(part: DatabasePart): string | undefined {
  const found = Object.entries(declaredTables).find(
    ([, { distribution, rights }]) => typeof distribution !== 'string' && rights[part]?.includes('select'),
  );
  return found?.[0];
}

/** Is the citus extension installed in this database? */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}

/** The first table of each group comes first, because the others are colocated with it. */
async function findUndistributed(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
  );
  const names = rows.map(({ name }) => name).filter((name) => distributionOf(name) !== 'local');
  return names.toSorted((a, b) => Number(!isFirstOfGroup(a)) - Number(!isFirstOfGroup(b)));
}

function distributing(name: string): string {
  const distribution = distributionOf(name);
  if (typeof distribution === 'string') return `select create_reference_table('${name}')`;
  const beside = isFirstOfGroup(name) ? 'none' : distribution.group;
  return `select create_distributed_table('${name}', '${distribution.by}', colocate_with => '${beside}')`;
}

function isFirstOfGroup(name: string): boolean {
  const distribution = distributionOf(name);
  return typeof distribution !== 'string' && distribution.group === name;
}

function distributionOf(name: string): Distribution {
  return declaredTables[name]?.distribution ?? 'local';
}
