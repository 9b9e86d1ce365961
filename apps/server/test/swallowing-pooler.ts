import net from 'node:net';
import { onTestFinished } from 'vitest';
import { socketOf, urlOf } from './chaos-proxy.ts';
import { listen } from './listen.ts';

/** What `ignore_startup_parameters` of docs/operating.md names. */
const ignored = ['options', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Passes connections on without the settings that they ask for, as pgbouncer does if it is configured to ignore them. Returns the URL of
 * the database through it. Closed when the test ends.
 */
export async function startSwallowingPooler(databaseUrl: string): Promise<string> {
  const server = net.createServer((client) => {
    client.once('data', (startup: Buffer) => {
      const database = net.connect(socketOf(databaseUrl));
      database.write(withoutSettings(startup));
      client.pipe(database).pipe(client);
      database.on('error', () => client.destroy());
      client.on('error', () => database.destroy());
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return urlOf(databaseUrl, port);
}

/** A start-up message is its length, the protocol, and pairs of texts that end with a zero byte. */
function withoutSettings(startup: Buffer): Buffer {
  const texts = startup.subarray(8).toString('latin1').split('\0');
  const kept = texts.filter((_text, index) => !ignored.includes(texts[index - (index % 2)] ?? ''));
  const pairs = Buffer.from(kept.join('\0'), 'latin1');
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(8 + pairs.length, 0);
  return Buffer.concat([head, pairs]);
}
