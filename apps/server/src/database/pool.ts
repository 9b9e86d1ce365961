import pg from 'pg';
import { DatabaseSilentError, isTimeout, throwNotConnected } from '../lib/temporary-failures.ts';
import { waitedMs } from '../lib/waited.ts';
import { cancelWork } from './cancel-work.ts';
import { Silence } from './silence.ts';

const { DATE, INT8, INTERVAL, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ } = pg.types.builtins;

/** Travel and account rows carry times as text: no Date objects, no time zone guesses, and a tenth less work per row. */
const timeTypes = [DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL, TIMETZ];
/** Arrays of those, in the same order; the driver has no names for them. */
const timeArrays = [1182, 1183, 1115, 1185, 1187, 1270];
const int8Array = 1016;
const textArray: number = 1009;

type Parser = (value: string) => unknown;

/** @throws RangeError for a number that JavaScript cannot hold exactly: a wrong id or amount must not pass on quietly. */
function parseInt8(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond 2^53`);
  return number;
}

function parseTextArray(value: string): (string | null)[] {
  return pg.types.getTypeParser(textArray)(value);
}

function parseInt8Array(value: string): (number | null)[] {
  return parseTextArray(value).map((item) => (item === null ? null : parseInt8(item)));
}

const parsers = new Map<number, Parser>([
  [INT8, parseInt8],
  [int8Array, parseInt8Array],
  ...timeTypes.map((oid) => [oid, (value: string) => value] as const),
  ...timeArrays.map((oid) => [oid, parseTextArray] as const),
]);

/** How the values of columns are read on all our connections. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
};

export interface DatabaseOptions {
  url: string;
  /** Connections of the pool; the database's limit is shared by all processes. */
  poolSize?: number;
  /** How long one statement may run; the client gives up a little later. */
  statementSeconds?: number;
  /** How long a statement may wait for a lock. */
  lockSeconds?: number;
  /** How long a caller may wait for a connection, a new one or a free one. */
  connectSeconds?: number;
  /** Called when an idle connection was lost. The pool replaces it. */
  onIdleError?: (error: Error) => void;
  /** Shared by all that come to one database. */
  silence?: Silence;
}

/** PostgreSQL ends a slow statement by itself. If there is no answer this much later, the connection counts as dead. */
const graceMs = 200;

/** The milliseconds after which a statement is answered, or the database counts as silent. */
export function longestAnswerMs({ statementSeconds = 5 }: DatabaseOptions): number {
  return statementSeconds * 1000 + graceMs;
}

/** The settings of all our connections. */
export function connectionConfig(options: DatabaseOptions): pg.ClientConfig {
  const { url, statementSeconds = 5, lockSeconds = 2, connectSeconds = 2 } = options;
  return {
    connectionString: url,
    types,
    application_name: 'tapfolio',
    connectionTimeoutMillis: connectSeconds * 1000,
    statement_timeout: statementSeconds * 1000,
    lock_timeout: lockSeconds * 1000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  };
}

/** The pool for transactions and for everything that writes. */
export function createPool(options: DatabaseOptions): pg.Pool {
  const ignore = () => {};
  const { poolSize = 8, silence = new Silence() } = options;
  const pool = new pg.Pool({
    ...connectionConfig(options),
    query_timeout: longestAnswerMs(options),
    max: poolSize,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', options.onIdleError ?? ignore);
  pool.on('connect', (client) => {
    // A connection that is lost while in use rejects its query and emits an event too, which would end the process without a listener.
    client.on('error', ignore);
    client.on('drain', () => silence.heard());
    silence.heard();
  });
  pool.on('release', (error, client) => {
    if (!isTimeout(error)) return;
    silence.suspect();
    cancelWork(client);
  });
  boundWaiting(pool, silence);
  return pool;
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, done?: (error?: Error | boolean) => void) => void;

/** How long a caller still waits for a connection after a long wait for its turn. */
const leastConnectMs = 100;

/**
 * While the database is silent no caller waits for a connection. A caller that has waited for its turn waits so much less. `pool.query`
 * calls `pool.connect` itself, so this holds for it too.
 */
function boundWaiting(pool: pg.Pool, silence: Silence): void {
  const { connectionTimeoutMillis: longestMs = 0 } = pool.options;
  // The declared type has one signature per way of calling; both are kept.
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const promised = async (): Promise<pg.PoolClient> => {
    const refusal = silence.refusal();
    if (refusal !== undefined) throw refusal;
    const waited = waitedMs();
    const connected = waited === 0 ? connect() : soon(connect(), Math.max(longestMs - waited, leastConnectMs));
    return await connected.catch((error: unknown) => {
      if (isTimeout(error)) silence.suspect();
      throwNotConnected(error);
    });
  };
  const called = (callback: Connected): void => {
    promised().then((client) => callback(undefined, client, (error) => client.release(error)), callback);
  };
  const guarded = (callback?: Connected) => (callback === undefined ? promised() : called(callback));
  pool.connect = guarded as typeof pool.connect;
}

/** The connection if it comes so soon; one that comes later goes back to the pool. */
function soon(connecting: Promise<pg.PoolClient>, ms: number): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    reject(new DatabaseSilentError('no connection was free in time'));
  }, ms);
  connecting.then((client) => (isLate ? client.release() : resolve(client)), reject).finally(() => clearTimeout(limit));
  return promise;
}
