import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { untilTrue } from './city.ts';

/** An address that stays while servers come and go. */
export interface Relay {
  url: string;
  /** Hands calls on to this server from now on. */
  leadTo(address: string): void;
  /** Waits until no call is on its way. */
  settled(): Promise<void>;
}

/** Hands the calls of an outside system on to the server that runs at the moment. Closed when the test file ends. */
export async function startRelay(target: string): Promise<Relay> {
  let current = '';
  let underWay = 0;
  const hand = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    underWay += 1;
    try {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const body = new Uint8Array(await buffer(request));
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const answer = await fetch(`${current}${target}`, { method: 'POST', headers: sent, body });
      await answer.arrayBuffer();
      response.writeHead(answer.status).end();
    } catch {
      response.destroy();
    } finally {
      underWay -= 1;
    }
  };
  const server = createServer((request, response) => void hand(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    leadTo: (next) => {
      current = next;
    },
    settled: () => untilTrue(async () => underWay === 0, 10_000),
  };
}
