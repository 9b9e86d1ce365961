import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, blocksOfNetwork, networkOfBlock } from '../lib/address-block.ts';

export interface ConnectionLimits {
  readonly most: number;
  /** Up to this number of connections, any address may open another. */
  readonly freeForAll: number;
  /** Beyond that each address block may have this number, and a network of IPv6 ten times as many. */
  readonly fairShare: number;
  /** A new connection without a request is closed after this time. */
  readonly silentMs: number;
  /** How often it is looked who reads; found not to read three times in a row, a client is cut off. */
  readonly lookEveryMs: number;
  /** So many requests of one connection may wait for their answers; with one more it is closed. */
  readonly mostWaiting: number;
}

export const connectionLimits: ConnectionLimits = {
  most: 4_000,
  freeForAll: 2_000,
  fairShare: 200,
  silentMs: 5_000,
  lookEveryMs: 3_000,
  // Browsers and proxies ask again when they have the answer. Some libraries send a few requests together.
  mostWaiting: 16,
};

/** Less than that between two looks is not reading. A poor mobile line manages it in a second. */
const leastBytesRead = 8_192;
const mostIdleLooks = 3;

interface Connection {
  hasAsked: boolean;
  waiting: number;
  taken: number;
  idleLooks: number;
}

/** Node's own handle of a socket, which alone knows what the kernel has taken; absent once the socket is closed. */
interface Handled {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
}

/**
 * Makes sure that no client can take all connections: neither by opening many from one address, nor by sending nothing, nor by
 * reading an answer too slowly. Behind a proxy all come from its address, and the proxy limits each client. Nor can a client take
 * all the time: Node reads the requests that come together, two thousand in 64 kB, in one turn of its loop. Call it after the
 * server has got its listener for requests: later listeners would not be limited.
 */
export function limitConnections(
  server: Server,
  { isBehindProxy }: { isBehindProxy: boolean },
  { most, freeForAll, fairShare, silentMs, lookEveryMs, mostWaiting } = connectionLimits,
): void {
  const connections = new Map<Socket, Connection>();
  const blocks = new Holders();
  const networks = new Holders();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // The caller has broken the connection before it was taken. What it has sent would be counted for nobody.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    const block = addressBlock(address);
    const network = networkOfBlock(block);
    const isGreedy =
      blocks.has(block, fairShare) || (network !== undefined && networks.has(network, fairShare * blocksOfNetwork));
    if ((isGreedy && !isBehindProxy && connections.size >= freeForAll) || connections.size >= most) {
      socket.destroy();
      return;
    }
    connections.set(socket, { hasAsked: false, waiting: 0, taken: 0, idleLooks: 0 });
    const giveBack = [blocks.take(block), ...(network === undefined ? [] : [networks.take(network)])];
    socket.setTimeout(silentMs);
    socket.once('close', () => {
      connections.delete(socket);
      for (const give of giveBack) give();
    });
  });

  const serve = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection?.waiting === mostWaiting) socket.destroy();
    if (socket.destroyed) return;
    if (connection !== undefined) {
      if (!connection.hasAsked) socket.setTimeout(server.timeout);
      connection.hasAsked = true;
      connection.waiting += 1;
      response.once('close', () => {
        connection.waiting -= 1;
      });
    }
    for (const listener of serve) listener.call(server, request, response);
  });

  const looking = setInterval(() => {
    for (const [socket, connection] of connections) if (isStuck(socket, connection)) socket.resetAndDestroy();
  }, lookEveryMs).unref();
  server.once('close', () => clearInterval(looking));
}

/** How many connections each holder has now. */
class Holders {
  readonly #held = new Map<string, number>();

  /** Whether the holder has this number or more. */
  has(holder: string, number: number): boolean {
    return (this.#held.get(holder) ?? 0) >= number;
  }

  /** Counts one more, and returns the way to give it back. */
  take(holder: string): () => void {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
    return () => {
      const left = (this.#held.get(holder) ?? 1) - 1;
      if (left > 0) this.#held.set(holder, left);
      else this.#held.delete(holder);
    };
  }
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
