/** For the launcher's tests: starts the server in a process of its own, prints the URL and waits to be told to stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts';

const [dataDirectory = '', mode] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } });
const alive = setInterval(() => {}, 1000);

async function leave(): Promise<void> {
  if (mode === 'drain') await drain();
  await server.stop();
  clearInterval(alive);
}

/** Works on for a while, as requests in flight would. */
async function drain(): Promise<void> {
  await sleep(300);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('select 1');
  await client.end();
  process.stdout.write('still answers\n');
}

process.once('SIGINT', () => void leave());
process.once('SIGTERM', () => void leave());
process.once('SIGUSR2', () => process.exit(1));
// Last, because a test sends its signal as soon as it has read this.
process.stdout.write(`${server.url}\n`);
