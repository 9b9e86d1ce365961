import pg from 'pg';

/** Travel and account rows carry times as text: no Date objects, no time zone guesses, and a tenth less work per row. */
const textTypes = new Set([1082, 1083, 1114, 1184, 1186, 1266, 1115, 1182, 1183, 1185, 1187, 1270]);
const int8 = 20;
const int8Array = 1016;
const textArray: number = 1009;

type Parser = (value: string) => unknown;

/** @throws RangeError for a number that JavaScript cannot hold exactly: a wrong id or amount must not pass on quietly. */
export function parseInt8(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond 2^53`);
  return number;
}

function parserFor(oid: number): Parser | undefined {
  if (oid === int8) return parseInt8;
  if (oid === int8Array)
    return (value) => parseTextArray(value).map((item) => (item === null ? null : parseInt8(item)));
  if (textTypes.has(oid)) return isArrayOfText(oid) ? parseTextArray : (value) => value;
  return undefined;
}

const isArrayOfText = (oid: number) => [1115, 1182, 1183, 1185, 1187, 1270].includes(oid);

function parseTextArray(value: string): (string | null)[] {
  return pg.types.getTypeParser(textArray)(value);
}

const parsers = new Map([...textTypes, int8, int8Array].map((oid) => [oid, parserFor(oid)]));

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
};

export interface DatabaseOptions {
  url: string;
  /** Connections of the pool; the database's limit is shared by all processes. */
  poolSize?: number;
  /** How long one statement may run; the client gives up a little later. */
  statementSeconds?: number;
  /** Told about a connection that died while idle. The pool replaces it; nobody was waiting for it. */
  onIdleError?: (error: Error) => void;
}

function connectionConfig({ url, statementSeconds = 5 }: DatabaseOptions): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: 'tapfolio',
    connectionTimeoutMillis: 2000,
    query_timeout: (statementSeconds + 3) * 1000,
    statement_timeout: statementSeconds * 1000,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  };
}

/** The pool for transactions and for everything that writes. */
export function createPool(options: DatabaseOptions): pg.Pool {
  const ignore = () => {};
  const pool = new pg.Pool({ ...connectionConfig(options), max: options.poolSize ?? 8, idleTimeoutMillis: 30_000 });
  pool.on('error', options.onIdleError ?? ignore);
  // A connection that dies while checked out rejects its query and emits as well; unheard, the event ends the process.
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

const lostConnection = /^(08|57P0)/;

/** Is this a failure of the connection, after which it must be thrown away (`release(true)`) rather than used again? */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return lostConnection.test(error.code ?? '');
  return /Connection terminated|timeout|ECONN|EPIPE|not queryable/.test(error.message);
}

export interface ReadClients {
  /** One prepared statement in its own implicit transaction. Never use it for `begin`, `set` or locks. */
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

/**
 * Most reads touch tables of monthly partitions, and the planner would plan some of them anew for every set of values:
 * that took up to ten times as long as the read itself.
 */
async function connectReader(client: pg.Client): Promise<pg.Client> {
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  return client;
}

/**
 * A few shared connections that send each read at once, without waiting for the answer to the one before (pipelining).
 * A statement that fails or a connection that dies harms nobody else for longer than its own queries.
 */
export function createReadClients(options: DatabaseOptions, size = 3): ReadClients {
  const slots: (Promise<pg.Client> | undefined)[] = Array.from({ length: size });
  let next = 0;

  const open = (slot: number): Promise<pg.Client> => {
    const client = new pg.Client({ ...connectionConfig(options), pipeline: true });
    const opening = connectReader(client);
    // A late event of a dead connection must not throw away the one that replaced it.
    const drop = () => {
      if (slots[slot] === opening) slots[slot] = undefined;
    };
    client.on('error', drop);
    client.on('end', drop);
    opening.catch(drop);
    slots[slot] = opening;
    return opening;
  };

  return {
    async query(query) {
      const slot = next;
      next = (next + 1) % size;
      const client = await (slots[slot] ?? open(slot));
      return await client.query(query);
    },
    async end() {
      const clients = await Promise.allSettled(slots.filter((slot) => slot !== undefined));
      for (const client of clients) if (client.status === 'fulfilled') await client.value.end();
    },
  };
}
