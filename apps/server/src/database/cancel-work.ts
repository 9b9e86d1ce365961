import net from 'node:net';
import type pg from 'pg';

/** What the driver has and its published types leave out. */
declare module 'pg' {
  interface ClientBase {
    /** The process of PostgreSQL that serves the connection, and the secret that allows to cancel its work; null before it says them. */
    readonly processID: number | null;
    readonly secretKey: number | null;
    readonly host: string;
    readonly port: number;
  }
}

/** The code of a cancel request in PostgreSQL's protocol. */
const cancelRequest = 80_877_102;
const longestMs = 2000;

/**
 * Asks PostgreSQL to end what it does for a connection that is given up. Most of it ends by its own limit of time, but a commit that waits for a
 * synchronous standby has none and does not notice that nobody waits for its answer: each would keep a connection of the server, until
 * none is left for reading. What such a commit stored stays stored, on this server only; its caller was told that this is not known.
 */
export function cancelWork({ processID, secretKey, host, port }: pg.ClientBase): void {
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(16);
  for (const [place, number] of [request.length, cancelRequest, processID, secretKey].entries())
    request.writeInt32BE(number, 4 * place);
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  // If it cannot be sent, the connection stays as it is.
  socket.on('error', () => {});
  socket.setTimeout(longestMs, () => socket.destroy());
  socket.unref();
  socket.end(request);
}
