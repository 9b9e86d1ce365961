import { Agent, get, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testConfig } from '../test/build-app.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildPassenger } from '../test/factories/passengers.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { traceHeader } from '../test/trace-header.ts';
import type { Config } from './config/config.ts';
import { newToken, sha256 } from './lib/hashing.ts';
import { type RunningServer, type StartOptions, startServer } from './main.ts';

const { url, pool } = await createTestDatabase();

function options(port = 0, more: Partial<Config['http']> = {}): StartOptions {
  const { http, ...config } = testConfig({ databaseUrl: url, roles: ['auth', 'portal', 'worker'] });
  const secrets = {
    mediumKey: sha256('m'),
    accountKey: sha256('p'),
    mailPassword: undefined,
    ssoClientSecret: undefined,
    bank: undefined,
    backOfficeKeys: [],
  };
  return { config: { ...config, http: { ...http, port, ...more } }, secrets };
}

const config = ({ address }: RunningServer) => fetch(`${address}/public/api/v1/portal/config`);

async function connectionsLeft(): Promise<number> {
  const others =
    'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  const { rows } = await pool.query(`${others} and application_name like 'tapfolio %' and state <> 'idle'`);
  return rows[0].n;
}

describe('startServer', () => {
  it('serves on a free port, stores the configured operators and leaves nothing behind', async () => {
    const server = await startServer(options());
    const response = await config(server);
    const { rows } = await pool.query('select operator_code, name from operators');

    await server.stop();

    expect(response.status).toBe(200);
    expect(rows).toEqual([{ operator_code: '1', name: 'Lakeshore Transit' }]);
    await expect(config(server)).rejects.toThrow();
    expect(await connectionsLeft()).toBe(0);
  });

  it('finishes running requests before it stops', async () => {
    const server = await startServer(options());
    const lock = await pool.connect();
    await lock.query('begin; lock table service_references in access exclusive mode');
    const body = JSON.stringify({ srid: 'AAAA111122223', amountMinor: 100 });
    const headers = { 'content-type': 'application/json', 'x-trace': traceHeader('receipt-page') };
    const search = `${server.address}/public/api/v1/portal/receipts/search`;
    const answer = fetch(search, { method: 'POST', headers, body });
    await expect.poll(connectionsLeft).toBeGreaterThan(0);

    const stopped = server.stop();
    await lock.query('rollback');
    lock.release();

    expect((await answer).status).toBe(404);
    await stopped;
  });

  it('stores which sessions were seen before it stops', async () => {
    const server = await startServer(options());
    const { passenger_id } = await buildPassenger(pool);
    const token = newToken();
    const times = { last_seen_at: new Date(Date.now() - 300_000), expires_at: new Date(Date.now() + 3_600_000) };
    await insertRow(pool, 'sessions', { token_hash: sha256(token), passenger_id, idle_seconds: 900, ...times });

    const headers = { cookie: `__Host-session=${token}` };
    const asked = await fetch(`${server.address}/public/api/v1/auth/user/get_settings`, { headers });
    await server.stop();

    expect(asked.status).toBe(200);
    const seen = `select last_seen_at > now() - interval '1 minute' as seen from sessions where passenger_id = $1`;
    expect((await pool.query(seen, [passenger_id])).rows).toEqual([{ seen: true }]);
  });

  it('is ready until it stops, while running requests are finished', async () => {
    const server = await startServer(options(0, { drainSeconds: 1 }));
    const ready = async () => await (await fetch(`${server.address}/internal/health/ready`)).json();
    await expect
      .poll(ready, { timeout: 10_000 })
      .toEqual({ status: 'ready', checks: { database: 'ok', migrations: 'ok', worker: 'ok' } });
    const alive = await fetch(`${server.address}/internal/health/live`);

    const stopped = server.stop();
    const refused = await fetch(`${server.address}/internal/health/ready`);

    expect(await alive.json()).toEqual({ status: 'alive' });
    expect([refused.status, await refused.json()]).toEqual([503, { status: 'stopping', checks: {} }]);
    await stopped;
  });

  it("serves calls on a proxy's open connection while it stops, and then ends the connection", async () => {
    const server = await startServer(options(0, { trustedProxies: ['127.0.0.1'] }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const askOnLine = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const asked = get(`${server.address}/internal/health/live`, { agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer));
        });
        asked.once('error', reject);
      });
    await askOnLine();

    const stopped = server.stop();
    await expect.poll(() => config(server).catch(() => 'refused')).toBe('refused');
    const last = await askOnLine();

    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
    await stopped;
    agent.destroy();
  });

  it('does not listen if it is configured so, and does its jobs', async () => {
    const { config, secrets } = options();

    const server = await startServer({ config: { ...config, roles: ['worker'], listens: false }, secrets });

    const beats = async () => (await pool.query('select from queue_workers')).rowCount;
    // Jobs of money and messages to the back office have separate runners.
    await expect.poll(beats).toBe(3);
    await server.stop();
    expect([server.address, await beats()]).toEqual(['', 0]);
  });

  it('needs no database if no role uses one, as in a process that runs `web` alone', async () => {
    const { config, secrets } = options();
    const databaseUrl = 'postgresql://nobody@127.0.0.1:1/nothing';

    // The pages themselves are not built here.
    const server = await startServer({ config: { ...config, roles: [], databaseUrl }, secrets });

    const ready = await fetch(`${server.address}/internal/health/ready`);
    expect(await ready.json()).toEqual({ status: 'ready', checks: {} });
    await server.stop();
  });

  it('stops in time although a body arrives slowly', async () => {
    const server = await startServer(options());
    const { port } = new URL(server.address);
    const slow = net.connect(Number(port), '127.0.0.1');
    slow.on('error', () => {});
    slow.write('POST /public/api/v1/auth/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
    slow.write(`x-trace: ${traceHeader()}\r\ncontent-length: 5000\r\n\r\n{`);
    await expect.poll(() => slow.bytesWritten).toBeGreaterThan(100);
    const begun = performance.now();

    await server.stop();

    expect(performance.now() - begun).toBeLessThan(11_000);
  });

  it('stops what it had started when it cannot listen', async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    // A server listening on TCP has an address with a port.
    const { port } = taken.address() as net.AddressInfo;

    await expect(startServer(options(port))).rejects.toThrow(/^http\.host, http\.port: .*EADDRINUSE/);

    expect(await connectionsLeft()).toBe(0);
    taken.close();
  });

  it('shares its port with no other server, and frees it when it stops', async () => {
    const first = await startServer(options(0));
    onTestFinished(() => first.stop());
    const { port } = new URL(first.address);

    await expect(startServer(options(Number(port)))).rejects.toThrow(/^http\.host, http\.port: .*EADDRINUSE/);

    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${first.address}/internal/health/live`)));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    await first.stop();
    await expect(fetch(`${first.address}/internal/health/live`)).rejects.toThrow();
  });
});
