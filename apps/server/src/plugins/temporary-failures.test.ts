import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Writable } from 'node:stream';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { listenOnLoopback } from '../../test/raw-http.ts';
import { traceHeader } from '../../test/trace-header.ts';
import type { HttpRole } from '../app.ts';
import { createDatabases } from '../database/parts.ts';
import { createLogger } from '../lib/logger.ts';
import { transaction } from '../lib/sql.ts';
import { isConnectionError, isTemporary } from '../lib/temporary-failures.ts';
import { afterWaiting } from '../lib/waited.ts';
import { actAs } from './context.ts';

/** Runs the SQL of a test as a part of the server would: as a read, by the pool or in a transaction. */
const sqlRole: HttpRole = async (app) => {
  actAs(app, 'portal');
  const { pool, readDb } = app.context;
  const run = async (way: string, text: string) => {
    if (way === 'read') await readDb.query({ text });
    else if (way === 'pool') await pool.query(text);
    else await transaction(pool, (tx) => tx.query(text));
    return {};
  };
  app.post('/bodies', async () => ({}));
  app.get('/sql/:way', async (request) => {
    const { way } = request.params as { way: string };
    return await run(way, (request.query as { text: string }).text);
  });
};

const lines: { level: number; msg: string; code?: string; err?: { message: string; code?: string } }[] = [];
const sink = new Writable({
  write(line, _, done) {
    lines.push(JSON.parse(String(line)));
    done();
  },
});
const { app, context, pool, url } = await createTestApp([sqlRole], {
  refusesInTime: true,
  logger: createLogger(testConfig(), sink),
});

async function ask(way: string, text: string) {
  const begun = performance.now();
  const response = await app.inject({ url: `/sql/${way}`, query: { text } });
  const { error } = response.json();
  return { way, response, ms: performance.now() - begun, status: response.statusCode, code: error?.code };
}

/**
 * Asks all of these at once, again if that took longer than `longestMs`, and expects that each is refused for now. A busy machine holds one
 * try up; without its limit a statement takes too long every time.
 */
async function expectRefusedWithin(longestMs: number, asks: () => ReturnType<typeof ask>[]): Promise<void> {
  const slowest = async () => {
    const answers = await Promise.all(asks());
    for (const { way, response, status, code } of answers) {
      expect([way, status, code]).toEqual([way, 503, 'unavailable']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    return Math.max(...answers.map(({ ms }) => ms));
  };
  let ms = await slowest();
  for (let tries = 1; ms >= longestMs && tries < 5; tries += 1) ms = await slowest();
  expect(ms).toBeLessThan(longestMs);
}

/** Held until the connection ends, also if the test takes long. */
const lockSessions = 'set idle_in_transaction_session_timeout = 0; begin; lock table sessions';
const seen = 'update sessions set last_seen_at = now()';
const raise = (state: string) => `do $$ begin raise exception 'not now' using errcode = '${state}'; end $$`;

describe('a statement that the database cannot run now', () => {
  it('is answered within two seconds while a lock is held', async () => {
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query(lockSessions);

    await expectRefusedWithin(2000, () => ['pool', 'transaction'].map((way) => ask(way, seen)));
  });

  const slow = 'select pg_sleep(5)';

  it('is answered within two seconds where it takes too long', async () => {
    await expectRefusedWithin(2200, () => ['read', 'pool', 'transaction'].map((way) => ask(way, slow)));
  });

  // More calls than connections, so that the last ones wait for a connection too.
  const lockedBy = (way: string) => Array.from({ length: 12 }, () => [way, seen] as const);

  it.each([
    [
      'a slow one',
      [
        ['read', slow],
        ['transaction', slow],
      ],
    ],
    ['one for a lock, in a transaction', lockedBy('transaction')],
    ['one for a lock', lockedBy('pool')],
  ] as const)(
    'is answered within two seconds in all by a call that waited a second for its turn: %s',
    async (_, asked) => {
      const locker = await pool.connect();
      onTestFinished(() => locker.release(true));
      await locker.query(lockSessions);

      await expectRefusedWithin(1200, () => asked.map(([way, text]) => afterWaiting(1000, () => ask(way, text))));
    },
  );

  it.each(['53000', '53100', '53200', '53300', '40001', '40P01', '58030'])(
    'is temporary for the state %s',
    async (state) => {
      for (const way of ['read', 'pool', 'transaction']) {
        const { response, status } = await ask(way, raise(state));

        expect(status).toBe(503);
        expect(response.headers['retry-after']).toMatch(/^[1-5]$/);
      }
    },
  );

  it.each([
    ['pool', 'begin read only'],
    ['transaction', 'set transaction read only'],
  ])('is temporary while the server takes no writes, and its connection is not used again (%s)', async (way, begin) => {
    const connections = context.databases.of('portal').pool;
    const before = connections.totalCount;

    const { response, status, code } = await ask(way, `${begin}; ${seen}`);

    expect([status, code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toMatch(/^[1-5]$/);
    expect(connections.totalCount).toBe(Math.max(before - 1, 0));
  });

  it('is temporary if an open transaction was ended because it was idle', async () => {
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query("set idle_in_transaction_session_timeout = '10ms'");
    const ended = new Promise((resolve) => client.once('error', resolve));
    await client.query('begin');

    const failure = await client.query('select pg_sleep(0.1)').then(
      () => ended.then(() => client.query('select 1').catch((error: unknown) => error)),
      (error: unknown) => error,
    );

    expect(isTemporary(failure)).toBe(true);
  });

  it('is a fault of ours if the statement itself is wrong', async () => {
    // On a busy machine it may be refused for now at first, because no connection is ready in time.
    for (const way of ['read', 'pool', 'transaction'])
      await expect.poll(async () => (await ask(way, 'select nothing from nowhere')).status).toBe(500);
  });

  it('has its cause in the log, once a second', async () => {
    lines.length = 0;

    await expect
      .poll(async () => {
        await ask('pool', raise('53100'));
        return lines.filter(({ level }) => level === 40);
      })
      .toMatchObject([{ code: 'unavailable', err: { message: 'not now', code: '53100' } }]);
    await ask('pool', raise('53100'));

    expect(lines.filter(({ level }) => level === 40)).toHaveLength(1);
    expect(lines.filter(({ level }) => level > 40)).toEqual([]);
  });
});

it('is not reported when a caller leaves before the body is complete', async () => {
  const socket = connect(await listenOnLoopback(app), '127.0.0.1');
  const head = ['POST /bodies HTTP/1.1', 'Host: a', `X-Trace: ${traceHeader()}`, 'Content-Type: application/json'];
  lines.length = 0;

  socket.write(`${[...head, 'Content-Length: 9'].join('\r\n')}\r\n\r\n{`, () => setImmediate(() => socket.destroy()));

  // The parser reports it, and the call that waited for its body.
  const refusals = () => lines.filter(({ msg }) => msg.startsWith('refused')).map(({ level, code }) => [level, code]);
  await expect.poll(refusals).toEqual([
    [30, '0102'],
    [30, '0102'],
  ]);
});

/** What a call gets that reads or writes the database of this address. */
async function statusesAt(address: string): Promise<number[]> {
  const databases = createDatabases({ url: address });
  onTestFinished(() => databases.end());
  const failing: HttpRole = async (scope) => {
    const { pool: awayPool, readDb } = databases.of('portal');
    scope.get('/away/pool', async () => await awayPool.query('select 1'));
    scope.get('/away/read', async () => await readDb.query({ text: 'select 1' }));
  };
  const { app: apart } = await createTestApp([failing]);
  const answers = [await apart.inject('/away/pool'), await apart.inject('/away/read')];
  return answers.map(({ statusCode }) => statusCode);
}

it.each([
  ['FATAL', true],
  ['FATALE', true],
  ['ВАЖНО', true],
  ['PANIK', true],
  ['灾难性错误', true],
  ['ERROR', false],
  ['FEHLER', false],
  ['ОШИБКА', false],
])('is temporary if it ends the connection, in whatever language of PostgreSQL: %s', (severity, isEnd) => {
  const error = Object.assign(new pg.DatabaseError('internal', 1, 'error'), { severity, code: 'XX000' });

  expect([isConnectionError(error), isTemporary(error)]).toEqual([isEnd, isEnd]);
});

describe('an internal error', () => {
  const internal = (message: string, where?: string) =>
    Object.assign(new pg.DatabaseError(message, 1, 'error'), { severity: 'ERROR', code: 'XX000', where });

  // Seen on Citus 13.2 when a node was stopped during commits, and while a part was moved; the second in another language. The last is in its source.
  it.each([
    internal('SSL SYSCALL error: EOF detected\ninvalid socket', 'while executing command on 127.0.0.1:7444'),
    internal(
      'SSL SYSCALL-Fehler: Dateiende entdeckt',
      'while executing command on worker-1:5432\nPL/pgSQL function ensure_this_month() line 3 at PERFORM',
    ),
    internal('could not commit transaction for shard 102097 on at least one active node'),
    internal('could not acquire the lock required to colocate distributed table public.media'),
    internal('failure on connection marked as essential: 127.0.0.1:7443'),
  ])('of a cluster that has lost a node or moves a part is temporary, and costs no connection: $message', (error) => {
    expect([isConnectionError(error), isTemporary(error)]).toEqual([false, true]);
  });

  // Seen on Citus 13.2 when a node was stopped: our own connection was whole, and each call that threw it away opened another.
  it.each([
    ['08006', 'connection to the remote node a@worker-1:5432 failed with the following error: Connection refused'],
    ['08006', 'could not establish any connections to the node worker-1:5432 after 30000 ms'],
    ['57P01', 'terminating connection due to administrator command', 'while executing command on worker-1:5432'],
    ['25006', 'cannot execute INSERT in a read-only transaction', 'while executing command on worker-1:5432'],
  ])('is not the loss of our connection when another node was lost: %s %s', (code, message, where?: string) => {
    const error = Object.assign(internal(message, where), { code });

    expect([isConnectionError(error), isTemporary(error)]).toEqual([false, true]);
  });

  it('of another kind is a fault of ours', () => {
    expect(isTemporary(internal('cache lookup failed for relation 1', 'while executing a query'))).toBe(false);
  });
});

describe('a database that cannot be reached', () => {
  const hosts = ['/nonexistent', '127.0.0.1', 'database.invalid'];

  it.each(hosts)('at %s is temporary', async (host) => {
    const away = new URL(url);
    away.searchParams.set('host', host);
    away.searchParams.set('port', '9');

    expect(await statusesAt(away.href)).toEqual([503, 503]);
  });

  // A full disk, for example, which PostgreSQL 15 calls an internal error.
  it.each(['FATAL', 'SCHWERWIEGEND', '致命的エラー'])(
    'is temporary when it lets nobody in, whatever the reason and the language of its messages (%s)',
    async (severity) => {
      const fields = [`S${severity}`, 'VFATAL', 'CXX000', 'Mcould not write init file', '', ''];
      const reason = Buffer.from(fields.join('\0'));
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(4 + reason.byteLength, 1);
      const refusing = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, reason]))));
      await once(refusing.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void refusing.close());
      // A listening TCP server has an address object, never a pipe name.
      const { port } = refusing.address() as AddressInfo;

      expect(await statusesAt(`postgres://anyone@127.0.0.1:${port}/any`)).toEqual([503, 503]);
    },
  );

  // As after a certificate that has expired, or an upgrade that forgot to switch encryption on.
  it.each([
    ['no encryption', 'N'],
    ['another one than ours', 'S no TLS'],
  ])('is temporary when it speaks %s', async (_what, answer) => {
    const strange = createServer((socket) => socket.on('error', () => {}).once('data', () => void socket.end(answer)));
    await once(strange.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void strange.close());
    // A listening TCP server has an address object, never a pipe name.
    const { port } = strange.address() as AddressInfo;

    expect(await statusesAt(`postgres://anyone@127.0.0.1:${port}/any?sslmode=verify-full`)).toEqual([503, 503]);
  });

  it('is temporary when its login was changed and this process has not been restarted with the new one yet', async () => {
    const changed = new URL(url);
    changed.username = 'login_of_before';

    expect(await statusesAt(changed.href)).toEqual([503, 503]);
  });
});
