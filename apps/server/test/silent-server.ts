import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** Accepts every connection and sends nothing. */
export async function startSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  const port = await listen(server);
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
