import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { connectionLimits } from '../plugins/connections.ts';

/** A body that comes in slowly, or an answer that is read slowly, must not hold up the stop of the process. */
const longestRequestMs = 8000;

/** In a flood the kernel always holds connections for us. So long we take them before the listening sockets close. */
const longestTakingMs = 3000;

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
   * Continues to serve for a while, so that a load balancer learns first that we are no longer ready; then takes the connections that the
   * kernel has accepted for us, no more, finishes the requests that have begun, and cuts those that do not end. A proxy may be sending a call on a
   * connection that it keeps open, and may not repeat it if that breaks: such connections end with their next answer or after a silence.
   */
  async close(drainSeconds: number): Promise<void> {
    await sleep(drainSeconds * 1000);
    const { server } = this.#app;
    // Node and Fastify would close them together with the listening socket.
    if (this.#isBehindProxy) server.closeIdleConnections = () => {};
    const cut = setTimeout(() => server.closeAllConnections(), longestRequestMs);
    await takeHeldConnections(server);
    // All in one turn, and before Fastify closes: from then on each answer ends its connection, and callers open new ones.
    const closingOwn = close(server);
    const closingOthers = this.#others.map(close);
    server.close = (closed) => {
      void closingOwn.then(() => closed?.());
      return server;
    };
    await Promise.all([...closingOthers, this.#app.close()]);
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

/**
 * The kernel resets the connections that it holds for a listening socket which is closed, and a proxy may not send a call again that it
 * has sent there. After a long turn of the loop there are many, of which a turn takes one a socket. Returns after a turn that took none.
 */
async function takeHeldConnections(server: HttpServer): Promise<void> {
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  server.on('connection', count);
  const beganAt = performance.now();
  for (let before = -1; before < taken && performance.now() - beganAt < longestTakingMs; ) {
    before = taken;
    // The first may still belong to the turn that runs.
    await turn();
    await turn();
  }
  server.off('connection', count);
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
