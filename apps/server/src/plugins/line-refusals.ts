import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@tapfolio/contracts/error-body.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import { usualMethods } from './allowed-methods.ts';
import { securityHeaderLines } from './security-headers.ts';

/** Refusals that are written to a connection, because there is no request that could be answered. */

/** Where there is no request to log with. */
type Log = Pick<FastifyBaseLogger, 'info'> | undefined;

/** What Node's parser gives up on, by its reason. */
const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What the HTTP parser could not read has no request and no reply; it gets our shape all the same, and the line ends. */
export function answerUnreadable(log: Log, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const traceId = refuseOnLine(socket, unreadable[error.code] ?? '400 Bad Request', '0102');
  log?.info({ traceId, code: '0102', reason: error.code }, 'refused');
}

/** How long a caller whose line ends may take to read the refusal. */
const longestReadMs = 2_000;

/**
 * The server is no tunnel (ASVS 13.4.4). Node passes such a request on with its bare connection and looks after it no more: an error
 * of the connection would end the process, and a caller who does not close it would keep it.
 */
export function answerConnect(log: Log, socket: Duplex): void {
  socket.on('error', () => {});
  const closing = setTimeout(() => socket.destroy(), longestReadMs);
  socket.once('close', () => clearTimeout(closing));
  const allow = `Allow: ${usualMethods.join(', ')}`;
  const traceId = refuseOnLine(socket, '405 Method Not Allowed', 'method_not_allowed', [allow]);
  log?.info({ traceId, code: 'method_not_allowed' }, 'refused');
}

/** Gives the trace id that the refusal carries. */
function refuseOnLine(socket: Duplex, status: string, code: ErrorCode, more: readonly string[] = []): string {
  const traceId = randomUUID();
  const body = JSON.stringify({ error: { code, traceId } } satisfies ErrorBody);
  const type = 'Content-Type: application/json; charset=utf-8';
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`HTTP/1.1 ${status}`, type, length, 'Connection: close', ...securityHeaderLines(), ...more];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return traceId;
}
