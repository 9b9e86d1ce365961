import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { listen } from '../test/listen.ts';

/** An address that stays while servers come and go. */
export interface Relay {
  url: string;
  /** Hands calls on to this server from now on. */
  leadTo(address: string): void;
  /** How many calls were handed on and answered. */
  handed(): number;
}

/** Hands the calls of an outside system on to the server that runs at the moment. Closed when the test file ends. */
export async function startRelay(target: string): Promise<Relay> {
  let current = '';
  let handed = 0;
  const hand = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const body = new Uint8Array(await buffer(request));
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const answer = await fetch(`${current}${target}`, { method: 'POST', headers: sent, body });
      await answer.arrayBuffer();
      response.writeHead(answer.status).end();
      handed += 1;
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => void hand(request, response));
  const port = await listen(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    leadTo: (next) => {
      current = next;
    },
    handed: () => handed,
  };
}
