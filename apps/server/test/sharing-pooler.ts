import net from 'node:net';
import { onTestFinished } from 'vitest';
import { socketOf, urlOf } from './chaos-proxy.ts';
import { listen } from './listen.ts';

const terminate = 'X'.charCodeAt(0);

/**
 * Starts what a pooler in transaction mode is to clients that take turns: all use one session of the database, which outlives each of them.
 * Returns the URL of the database through it. Closed when the test ends.
 */
export async function startSharingPooler(databaseUrl: string): Promise<string> {
  const database = net.connect(socketOf(databaseUrl));
  let welcome = Buffer.alloc(0);
  let isWelcomed = false;
  let asking: net.Socket | undefined;
  database.on('data', (bytes) => {
    if (!isWelcomed) welcome = Buffer.concat([welcome, bytes]);
    asking?.write(bytes);
  });
  const server = net.createServer((client) => {
    let isNew = true;
    client.on('error', () => {});
    client.on('data', (bytes) => {
      asking = client;
      // The first client introduces itself to the database; the others are welcomed with what it was told.
      if (isNew && welcome.length > 0) client.write(welcome);
      else if (bytes[0] !== terminate) database.write(bytes);
      if (!isNew) isWelcomed = true;
      isNew = false;
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    database.destroy();
    server.close();
  });
  return urlOf(databaseUrl, port);
}
