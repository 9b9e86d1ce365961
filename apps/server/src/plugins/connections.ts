import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '../lib/address-block.ts';

export interface ConnectionLimits {
  readonly most: number;
  /** Up to this number of connections, any address may open another. */
  readonly freeForAll: number;
  /** Beyond that each address block may have this number. */
  readonly fairShare: number;
  /** A new connection without a request is closed after this time. */
  readonly silentMs: number;
  /** How often it is looked who reads; found not to read three times in a row, a client is cut off. */
  readonly lookEveryMs: number;
}

export const connectionLimits: ConnectionLimits = {
  most: 4_000,
  freeForAll: 2_000,
  fairShare: 200,
  silentMs: 5_000,
  lookEveryMs: 3_000,
};

/** Less than that between two looks is not reading. A poor mobile line manages it in a second. */
const leastBytesRead = 8_192;
const mostIdleLooks = 3;

interface Connection {
  readonly block: string;
  hasAsked: boolean;
  taken: number;
  idleLooks: number;
}

/** Node's own handle of a socket, which alone knows what the kernel has taken; absent once the socket is closed. */
interface Handled {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
}

/**
 * Makes sure that no client can take all connections: neither by opening many from one address, nor by sending nothing, nor by
 * reading an answer too slowly. Behind a proxy all come from its address, and the proxy limits each client.
 */
export function limitConnections(
  server: Server,
  { isBehindProxy }: { isBehindProxy: boolean },
  { most, freeForAll, fairShare, silentMs, lookEveryMs } = connectionLimits,
): void {
  const connections = new Map<Socket, Connection>();
  const perBlock = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    const block = addressBlock(socket.remoteAddress ?? '');
    const held = perBlock.get(block) ?? 0;
    const isGreedy = !isBehindProxy && connections.size >= freeForAll && held >= fairShare;
    if (isGreedy || connections.size >= most) {
      socket.destroy();
      return;
    }
    connections.set(socket, { block, hasAsked: false, taken: 0, idleLooks: 0 });
    perBlock.set(block, held + 1);
    socket.setTimeout(silentMs);
    socket.once('close', () => {
      connections.delete(socket);
      const left = (perBlock.get(block) ?? 1) - 1;
      if (left > 0) perBlock.set(block, left);
      else perBlock.delete(block);
    });
  });

  server.prependListener('request', ({ socket }) => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.hasAsked) return;
    connection.hasAsked = true;
    socket.setTimeout(server.timeout);
  });

  const looking = setInterval(() => {
    for (const [socket, connection] of connections) if (isStuck(socket, connection)) socket.resetAndDestroy();
  }, lookEveryMs).unref();
  server.once('close', () => clearInterval(looking));
}

/** There is something to read, and the client has read hardly anything for a while. */
function isStuck(socket: Socket & Handled, connection: Connection): boolean {
  const { _handle: handle } = socket;
  if (handle === undefined || handle === null) return false;
  const taken = handle.bytesWritten - handle.writeQueueSize;
  const isIdle = handle.writeQueueSize > 0 && taken - connection.taken < leastBytesRead;
  connection.taken = taken;
  connection.idleLooks = isIdle ? connection.idleLooks + 1 : 0;
  return connection.idleLooks >= mostIdleLooks;
}
