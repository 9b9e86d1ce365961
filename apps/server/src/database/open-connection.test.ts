import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startChaosProxy } from '../../test/chaos-proxy.ts';
import { freePort } from '../../test/listen.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openConnection, withPool } from './open-connection.ts';

const { url } = await createTestDatabase();

async function silentDatabase() {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  proxy.become('silent');
  return proxy;
}

const askOne = async (db: pg.Pool) => (await db.query('select 1 as one')).rows;

it('waits for a database that starts late, and names the address of one that does not start', async () => {
  const [late, silent] = [await silentDatabase(), await silentDatabase()];
  const { host } = new URL(silent.url);
  const sentence = `the database at ${host} cannot be reached: `;

  await Promise.all([
    expect(withPool({ url: late.url }, askOne)).resolves.toEqual([{ one: 1 }]),
    sleep(2500).then(() => late.become('pass')),
    expect(withPool({ url: silent.url }, askOne)).rejects.toThrow(sentence),
    expect(openConnection({ connectionString: silent.url })).rejects.toThrow(sentence),
  ]);
});

/** Connects to a name with two addresses, like `localhost` with IPv6. */
function connectToTwoAddresses(): net.Socket {
  const socket = new net.Socket();
  const found = ['127.0.0.1', '0.0.0.0'].map((address) => ({ address, family: 4 }));
  const lookup: net.LookupFunction = (_host, _options, tell) => tell(null, found);
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, { connect: (port: number, host: string) => connect({ port, host, lookup }) });
}

it('says why each of several addresses refused the connection', async () => {
  const port = await freePort();

  const refused = openConnection({ host: 'two.example', port, stream: connectToTwoAddresses });

  await expect(refused).rejects.toThrow(
    `the database at two.example:${port} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 0.0.0.0:${port}`,
  );
});

it('repeats the reason with which the database refuses', async () => {
  const wrong = new URL(url);
  wrong.pathname = '/no_such_database';

  await expect(withPool({ url: wrong.href }, askOne)).rejects.toThrow('database "no_such_database" does not exist');
});
