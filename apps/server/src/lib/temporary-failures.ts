import pg from 'pg';
import { reasonOf } from './reason-of.ts';

/**
 * PostgreSQL's classes for a connection that is over or was not let in: broken, ended by the server, or refused because the password of the
 * login is being changed (28). 25006 is a write to a server that takes none, such as the former primary after a failover: a new connection
 * may lead to the server that does.
 */
const lostConnection = /^(?:08|28|57P0|25P03|25P04|25006)/;

/**
 * What PostgreSQL cannot do now and may do in a moment: resources (memory, disk, connections), a lock, a statement's time,
 * a serialisation failure, a deadlock, an error of the disk.
 */
const refusedForNow = /^(?:53|55P03|57014|40001|40P01|58030)/;

/**
 * Citus gives the code of an internal error, or that of a lost connection, to what another node could not do because it was lost meanwhile,
 * and to what waits until parts have been moved. The connection to the first node is whole. Its own words are English in every language of
 * PostgreSQL; what is said of the connection comes in any.
 */
const internalError = 'XX000';
const saidOfNode = /^while executing command on \S+$/m;
const saidByCitus = new RegExp(
  `^(?:${[
    'could not commit transaction for shard',
    'could not acquire the lock required to',
    'could not connect to any active placements',
    'could not establish any connections to the node',
    'connection to the remote node',
    'connection establishment for node',
    'failure on connection marked as essential',
  ].join('|')})`,
);

/**
 * Two calls were sent at once, and the first was to prepare the statement for both. It failed, for example because it waited too long for
 * a lock, so the second one names a statement that the connection does not have.
 */
const notPrepared = new Set<string | undefined>([
  '26000',
  // Several calls waited: the driver then lets two of them prepare the statement again, and the later of the two fails.
  '42P05',
]);

/** Node's codes for a host that cannot be reached or a connection that broke. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

/** The driver's own errors have no code. */
const driverTimeouts = new Set([
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
]);
const driverLosses = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;

/** The database does not answer at all. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError';
}

/** A connection that could not be made, for example because of a certificate that has expired. */
class NotConnectedError extends Error {
  override name = 'NotConnectedError';
}

/** Did a caller wait without result? */
export function isTimeout(error: unknown): boolean {
  return error instanceof DatabaseSilentError || (error instanceof Error && driverTimeouts.has(error.message));
}

/** Is this a failure of the connection, after which it must be thrown away (`release(true)`) rather than used again? */
export function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError)
    return isFatal(error) || (lostConnection.test(error.code ?? '') && !isOfLostNode(error));
  if (error instanceof NotConnectedError) return true;
  return isTimeout(error) || driverLosses.test(error.message) || isUnreachable(error);
}

/**
 * FATAL and PANIC in the languages of PostgreSQL's messages (`lc_messages`). PostgreSQL sends the English word too, but the driver leaves
 * it out.
 */
const endingSeverities = new Set<string | undefined>([
  ...['FATAL', 'FATALE', 'FATALT', 'ВАЖНО', 'ФАТАЛЬНО', 'ფატალური', '치명적오류', '致命错误', '致命錯誤'],
  ...['PANIC', 'PANIK', 'PANICO', 'ПАНИКА', 'ПАНІКА', 'პანიკა', '손상', '灾难性错误', '嚴重錯誤'],
]);

/** Does PostgreSQL end the connection with it? The code may be any: PostgreSQL 15 calls a disk that has no room for a new connection an internal error. */
function isFatal({ severity }: pg.DatabaseError): boolean {
  return endingSeverities.has(severity);
}

/**
 * Throws again what a new connection failed with, so that it counts as lost whatever the reason is. For the database it is always fatal,
 * in whatever language it says so. The codes of encryption, and of sockets that this process has no room for, are many.
 */
export function throwNotConnected(error: unknown): never {
  if (error instanceof pg.DatabaseError) error.severity = 'FATAL';
  if (isConnectionError(error)) throw error;
  throw new NotConnectedError(reasonOf(error), { cause: error });
}

/** Was this statement never prepared on its connection, so that nothing was done yet? */
export function isNotPrepared(error: unknown): boolean {
  return error instanceof pg.DatabaseError && notPrepared.has(error.code);
}

/** Could the same call succeed in a moment, without any change? Then its caller is asked to come back. */
export function isTemporary(error: unknown): boolean {
  if (isNotPrepared(error)) return true;
  if (error instanceof pg.DatabaseError && refusedForNow.test(error.code ?? '')) return true;
  return isConnectionError(error) || isOfLostNode(error);
}

/** Only the statement failed: the connection to the first node is whole. */
function isOfLostNode(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code !== internalError && !lostConnection.test(error.code ?? '')) return false;
  return saidOfNode.test(error.where ?? '') || saidByCitus.test(error.message);
}

/** A missing file counts if it is a socket; any other missing file is a fault of ours. */
function isUnreachable(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOENT' || error.code === 'EACCES') return error.syscall === 'connect';
  return networkCodes.has(error.code ?? '');
}
