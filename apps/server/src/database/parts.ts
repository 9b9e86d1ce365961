import type pg from 'pg';
import { reasonOf } from '../lib/reason-of.ts';
import { readFromNodes } from './distribution.ts';
import { openConnection, seeRoles } from './open-connection.ts';
import { findDropped, shareSession } from './own-session.ts';
import { createPool, type DatabaseOptions } from './pool.ts';
import { createReadClients, type ReadClients } from './read-clients.ts';
import { Silence } from './silence.ts';
import { type DatabasePart, roleOf } from './tables/part-names.ts';

/** What our code relies on, and an administrator may have set otherwise for the server, the database or the login. */
const reliedOn = [
  'DateStyle=ISO',
  'TimeZone=UTC',
  String.raw`default_transaction_isolation=read\ committed`,
  // A schema that is named like the login would get our tables, or one before ours would hide them.
  'search_path=public',
  // Migrations, imports and commands take as long as they take. The pools of calls and jobs have limits of their own.
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  // Connections wait for jobs, and while a large file is read.
  'idle_session_timeout=0',
];

/** The address of the same database for one part: connections that use it take that part's role, name and settings. */
export function urlOfPart(databaseUrl: string, part: DatabasePart): string {
  const url = withSettings(databaseUrl, [`role=${roleOf(part)}`, ...reliedOn]);
  url.searchParams.set('application_name', `tapfolio ${part}`);
  return url.href;
}

/** The same address: connections that use it work as the login itself, with the settings that our code relies on. */
export function urlOfLogin(databaseUrl: string): string {
  return withSettings(databaseUrl, reliedOn).href;
}

function withSettings(databaseUrl: string, settings: readonly string[]): URL {
  const url = new URL(databaseUrl);
  const asked = settings.map((setting) => `-c ${setting}`);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...asked].join(' ').trim());
  return url;
}

/** A call that cannot be served is refused within two seconds, even if it waits for a connection and then for a lock. */
const forCalls = { statementSeconds: 1.7, lockSeconds: 0.7, connectSeconds: 1.2 } satisfies Partial<DatabaseOptions>;

/** How each part connects. Jobs may take longer than calls. The queue has connections of its own. */
const connections: Readonly<Record<DatabasePart, Partial<DatabaseOptions>>> = {
  auth: { poolSize: 6, ...forCalls },
  portal: { poolSize: 6, ...forCalls },
  feed: { poolSize: 1 },
  worker: { poolSize: 5, statementSeconds: 60, connectSeconds: 20 },
};

export interface PartDatabase {
  /** Transactions and everything that writes. */
  pool: pg.Pool;
  /** For single prepared statements that only read; they are pipelined. */
  readDb: ReadClients;
}

/** The connections of a process: one set for each part that runs in it, opened when they are first used. */
export interface Databases {
  url: string;
  of(part: DatabasePart): PartDatabase;
  end(): Promise<void>;
}

export interface DatabasesOptions extends Pick<DatabaseOptions, 'url' | 'onIdleError'> {
  /** Instead of those of each part. */
  limits?: Required<Pick<DatabaseOptions, 'statementSeconds' | 'lockSeconds' | 'connectSeconds'>>;
}

/** Opens no connection: each part gets its pools when it is first used, and these open connections when they need them. */
export function createDatabases({ url, onIdleError, limits }: DatabasesOptions): Databases {
  const opened = new Map<DatabasePart, PartDatabase>();
  const silence = new Silence();
  const open = (part: DatabasePart): PartDatabase => {
    const shared = { url: urlOfPart(url, part), ...(onIdleError && { onIdleError }), silence };
    const options = { ...shared, ...connections[part], ...limits };
    const database = { pool: createPool(options), readDb: createReadClients(options) };
    opened.set(part, database);
    return database;
  };
  return {
    url,
    of: (part) => opened.get(part) ?? open(part),
    end: async () => {
      await Promise.all([...opened.values()].flatMap(({ pool, readDb }) => [readDb.end(), pool.end()]));
    },
  };
}

/** Ends a sentence for the administrator about a pooler. */
const seePooler = 'See docs/operating.md, "pgbouncer"';

/**
 * Makes sure that connections of this part have its rights: a pooler may swallow what a connection asks for, and would
 * leave it with all the rights of the login. And that each has a session of its own, with the settings that our code relies on.
 * @throws a sentence for the administrator.
 */
export async function assertRightsOf(databaseUrl: string, part: DatabasePart): Promise<void> {
  let client: pg.Client | undefined;
  let other: pg.Client | undefined;
  try {
    const config = { connectionString: urlOfPart(databaseUrl, part) };
    client = await openConnection(config);
    const { rows } = await client.query<{ name: string; is_mighty: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls or has_schema_privilege('public', 'create') as is_mighty
      from pg_roles
      where rolname = current_user`,
    );
    if (rows[0]?.name !== roleOf(part)) throw new Error(`connections are those of ${rows[0]?.name}. ${seeRoles}`);
    if (rows[0].is_mighty) throw new Error(`that role may do more than its part. ${seeRoles}`);
    // Pools ask for limits in this way, so it must reach the database too.
    other = await openConnection({ ...config, statement_timeout: 60_000, lock_timeout: 2000 });
    if (await shareSession(client, other))
      throw new Error(`its connections share sessions: a pooler must be in session mode. ${seePooler}`);
    const dropped = await findDropped(other);
    if (dropped.length > 0)
      throw new Error(
        `a pooler drops what it asks for, and its login has other settings (${dropped.join(', ')}). ${seePooler}`,
      );
    await readFromNodes(client, part).catch((error: unknown) => {
      throw new Error(`${reasonOf(error)}. See docs/runbook.md, "Citus"`, { cause: error });
    });
  } catch (error) {
    throw new Error(`The part "${part}" cannot work as ${roleOf(part)}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await Promise.all([client?.end(), other?.end()]);
  }
}
