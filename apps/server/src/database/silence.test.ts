import net from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { DatabaseSilentError, isTemporary } from '../lib/temporary-failures.ts';
import { createDatabases } from './parts.ts';
import { Silence } from './silence.ts';

describe('silence', () => {
  let now = 0;
  let silence = new Silence();
  beforeEach(() => {
    now = 10_000;
    silence = new Silence(() => now);
    silence.heard();
  });

  it('does not begin when one connection does not answer while others do', () => {
    now += 1000;
    silence.suspect();

    expect(silence.refusal()).toBeUndefined();
  });

  it('refuses all calls for a second, then lets one through and waits for its result', () => {
    now += 2000;
    silence.suspect();

    expect(silence.refusal()).toBeInstanceOf(DatabaseSilentError);
    now += 1000;
    expect([silence.refusal(), silence.refusal()]).toEqual([undefined, expect.any(DatabaseSilentError)]);
    silence.heard();
    expect(silence.refusal()).toBeUndefined();
  });
});

describe('a database that stops answering', async () => {
  const { url } = await createTestDatabase();
  const { server, freeze, thaw } = await silentProxy(url);
  const { port } = server.address() as net.AddressInfo; // a listening TCP server has one
  const through = new URL(url);
  through.searchParams.set('host', '127.0.0.1');
  through.searchParams.set('port', String(port));
  const databases = createDatabases({ url: through.href });
  afterAll(async () => {
    thaw();
    await databases.end();
    server.close();
  });
  const { pool, readDb } = databases.of('auth');
  const one = { name: 'one', text: 'select 1 as one' };

  it('fails every call within two seconds, then at once, and is asked again when it is back', async () => {
    await Promise.all([readDb.query(one), pool.query(one)]);
    freeze();
    const begun = performance.now();

    const failures = await Promise.all(
      [readDb.query(one), pool.query(one), readDb.query(one)].map((asked) => asked.catch((error: unknown) => error)),
    );

    expect(performance.now() - begun).toBeLessThan(2300);
    expect(failures.map(isTemporary)).toEqual([true, true, true]);
    const refusedAt = performance.now();
    await expect(readDb.query(one)).rejects.toThrow(DatabaseSilentError);
    await expect(pool.query(one)).rejects.toThrow(DatabaseSilentError);
    expect(performance.now() - refusedAt).toBeLessThan(1000);

    thaw();
    await expect
      .poll(() => readDb.query(one).catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ rows: [{ one: 1 }] });
    await expect
      .poll(() => pool.query(one).catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ rows: [{ one: 1 }] });
  });
});

/** Passes bytes on until it is frozen; then it accepts them and does not answer. */
async function silentProxy(url: string) {
  let isFrozen = false;
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  const server = net.createServer((client) => {
    const number = Number(searchParams.get('port') ?? (port || 5432));
    const database = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${number}`) : net.connect(number, host);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('data', (bytes) => void (isFrozen || to.write(bytes)));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, freeze: () => (isFrozen = true), thaw: () => (isFrozen = false) };
}
