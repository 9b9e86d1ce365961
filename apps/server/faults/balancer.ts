import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../test/listen.ts';

export interface Balancer {
  address: string;
  /** How often a server refused the connection, so that another one was asked. */
  refused(): number;
}

/**
 * Hands calls to servers in turn, as the proxy of docs/operating.md does: it keeps lines to them for four seconds, and asks
 * the next server when the connection is refused; a call that changes nothing also when it breaks. Gone when the test ends.
 */
export async function startBalancer(addresses: () => string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, timeout: 4000 });
  let turn = 0;
  let refused = 0;

  const send = (target: string, { method, url = '/', headers }: IncomingMessage, body: Uint8Array) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { connection: _, ...sent } = headers;
      ask(new URL(url, target), { method, headers: sent, agent }, resolve).on('error', reject).end(body);
    });
  const hand = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = new Uint8Array(await buffer(request));
    const first = turn++;
    const servers = addresses();
    for (const [index] of servers.entries()) {
      try {
        const answer = await send(servers[(first + index) % servers.length] ?? '', request, body);
        response.writeHead(answer.statusCode ?? 502, answer.headers).end(await buffer(answer));
        return;
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (isRefused) refused += 1;
        else if (request.method !== 'GET') break;
      }
    }
    response.writeHead(502).end();
  };

  const server = createServer((request, response) => void hand(request, response));
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${port}`, refused: () => refused };
}
