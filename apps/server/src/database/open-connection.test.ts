import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startChaosProxy } from '../../test/chaos-proxy.ts';
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

it('waits for a database that is late, and names the address of one that does not come', async () => {
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

it('says what the database says when that does not let in', async () => {
  const wrong = new URL(url);
  wrong.pathname = '/no_such_database';

  await expect(withPool({ url: wrong.href }, askOne)).rejects.toThrow('database "no_such_database" does not exist');
});
