import net from 'node:net';
import pg from 'pg';
import { listen } from './listen.ts';

/**
 * What the proxy does with bytes: passes them on, holds them until it passes again (for every connection, or only for new
 * ones), or closes every connection.
 */
export type ChaosMode = 'pass' | 'silent' | 'late' | 'refuse';

export interface ChaosProxy {
  /** The URL of the database through the proxy. */
  url: string;
  /** Sets the behaviour for open and new connections. Held bytes are delivered when the proxy passes again. */
  become(mode: ChaosMode): void;
  /**
   * Cuts all open connections in place of the message with this number that is sent to the database from now on. Returns a function
   * that tells whether it came to that, and lets all further messages pass.
   */
  cutAt(message: number): () => boolean;
  /** Becomes silent in place of the message with this number. Returns the same. */
  silentAt(message: number): () => boolean;
  /** The number of messages that were sent to the database so far. */
  sent(): number;
  /** New connections lead to this database from now on; open ones stay where they are. */
  leadTo(databaseUrl: string): void;
  /** Cuts all open connections, as a firewall that has lost its state does. Returns their number. */
  cut(): number;
  /** The number of open connections. */
  count(): number;
  close(): Promise<void>;
}

/** Starts a proxy between the server and a database, on a port of this machine. It causes faults on request. */
export async function startChaosProxy(databaseUrl: string): Promise<ChaosProxy> {
  let target = socketOf(databaseUrl);
  const lines = new Set<Line>();
  let mode: ChaosMode = 'pass';
  let sent = 0;
  let left = Number.POSITIVE_INFINITY;
  let fail = () => {};
  const onMessage = () => {
    sent += 1;
    left -= 1;
    if (left === 0) fail();
  };
  const failAt = (message: number, how: () => void) => {
    left = message;
    fail = how;
    return () => {
      const hasFailed = left <= 0;
      left = Number.POSITIVE_INFINITY;
      return hasFailed;
    };
  };

  const server = net.createServer((client) => {
    if (mode === 'refuse') return void client.resetAndDestroy();
    const line = new Line(client, net.connect(target), { passes: mode === 'pass', onMessage });
    lines.add(line);
    client.on('close', () => lines.delete(line));
  });
  const ownPort = await listen(server);

  const cut = () => {
    const open = [...lines];
    for (const line of open) line.cut();
    return open.length;
  };
  const become = (next: ChaosMode) => {
    mode = next;
    if (mode === 'refuse') cut();
    if (mode === 'pass' || mode === 'silent') for (const line of lines) line.pass(mode === 'pass');
  };
  return {
    url: urlOf(databaseUrl, ownPort),
    become,
    cutAt: (message) => failAt(message, cut),
    silentAt: (message) => failAt(message, () => become('silent')),
    sent: () => sent,
    leadTo: (next) => {
      target = socketOf(next);
    },
    cut,
    count: () => lines.size,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** One connection through the proxy, both ways. */
class Line {
  readonly #client: net.Socket;
  readonly #database: net.Socket;
  readonly #kept: (() => void)[] = [];
  #passes: boolean;

  constructor(
    client: net.Socket,
    database: net.Socket,
    { passes, onMessage }: { passes: boolean; onMessage: () => void },
  ) {
    this.#client = client;
    this.#database = database;
    this.#passes = passes;
    this.#carry(client, database, onMessage);
    this.#carry(database, client);
  }

  #carry(from: net.Socket, to: net.Socket, onMessage = () => {}): void {
    from.on('data', (bytes) => {
      onMessage();
      if (from.destroyed) return;
      if (this.#passes) to.write(bytes);
      else this.#kept.push(() => to.write(bytes));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }

  pass(passes: boolean): void {
    this.#passes = passes;
    if (passes) for (const deliver of this.#kept.splice(0)) deliver();
  }

  cut(): void {
    this.#client.resetAndDestroy();
    this.#database.destroy();
  }
}

/** Where the database of this URL listens. */
export function socketOf(databaseUrl: string): net.NetConnectOpts {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The same URL by way of a port of this machine. */
export function urlOf(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
