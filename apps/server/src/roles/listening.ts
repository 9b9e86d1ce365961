import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { connectionLimits } from '../plugins/connections.ts';

/** A body that comes in slowly, or an answer that is read slowly, must not hold up the stop of the process. */
const longestRequestMs = 8000;

/**
 * Node takes one connection from a listening socket in each turn of its loop, and in a flood turns are long. Linux spreads
 * new connections evenly over sockets that share a port; other systems do not.
 */
const socketsAtPort = process.platform === 'linux' ? 64 : 1;

/** Where the process takes its calls. */
export class Listening {
  readonly #app: FastifyInstance;
  readonly #isBehindProxy: boolean;
  readonly #others: Server[] = [];

  constructor(app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }) {
    this.#app = app;
    this.#isBehindProxy = isBehindProxy;
  }

  /**
   * Takes calls from here on, and says at which address. The kernel takes as many connections as the server: one that it drops
   * is tried again a second later, then three, then seven.
   */
  async open({ host, port }: { host: string; port: number }): Promise<string> {
    try {
      const alone = { host, port, backlog: connectionLimits.most };
      if (socketsAtPort === 1) return await this.#app.listen(alone);
      await findFree(alone);
      const shared = { ...alone, reusePort: true };
      const address = await this.#app.listen(shared);
      // A listening TCP server has an address object, never a pipe name.
      const bound = this.#app.server.address() as AddressInfo;
      while (this.#others.length < socketsAtPort - 1) await this.#listenBeside({ ...shared, port: bound.port });
      return address;
    } catch (error) {
      // Node names the address; the administrator needs the name of the setting.
      if (error instanceof Error) error.message = `http.host, http.port: ${error.message}`;
      throw error;
    }
  }

  /**
   * Continues to serve for a while, so that a load balancer learns first that we are no longer ready; then accepts no more
   * connections, finishes the requests that have begun, and cuts those that do not end. A proxy may be sending a call on a
   * connection that it keeps open, and may not repeat it if that breaks: such connections end with their next answer or after a silence.
   */
  async close(drainSeconds: number): Promise<void> {
    await sleep(drainSeconds * 1000);
    // Node and Fastify would close them together with the listening socket.
    if (this.#isBehindProxy) this.#app.server.closeIdleConnections = () => {};
    const cut = setTimeout(() => this.#app.server.closeAllConnections(), longestRequestMs);
    await Promise.all([...this.#others.map(close), this.#app.close()]);
    clearTimeout(cut);
  }

  /** One more listening socket, made as Node's HTTP server makes its own. */
  async #listenBeside(options: ListenOptions): Promise<void> {
    const { server: http } = this.#app;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket));
    this.#others.push(server);
    server.listen(options);
    await once(server, 'listening');
  }
}

/** Sockets that share a port would also share it with another server of ours. @throws if a server listens there already. */
async function findFree(options: ListenOptions): Promise<void> {
  const probe = createServer().listen(options);
  await once(probe, 'listening');
  await close(probe);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
