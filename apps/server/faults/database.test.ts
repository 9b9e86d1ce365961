import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { readServerState } from '@tapfolio/embedded-postgres/pid-file.ts';
import { expect, it, onTestFinished } from 'vitest';
import { createPool } from '../src/database/pool.ts';
import { findRefusedWrites, findWriteFault } from '../src/database/takes-writes.ts';
import { startChaosProxy } from '../test/chaos-proxy.ts';
import { timed } from '../test/timed.ts';
import {
  isWholeTable,
  longestAnswerMs,
  rounds,
  startFaultyDatabase,
  startPreparedPostgres,
  startServerProcess,
  statusOf,
  tooFast,
  untilTrue,
  Writer,
  writeOn,
} from './city.ts';
import { signIn } from './signed-in.ts';

const { url, pool, dataDirectory, home } = await startFaultyDatabase();
const isRoot = process.getuid?.() === 0;
/** What is done to PostgreSQL: a crash, and in the whole table both ways to restart it with open connections. */
const ends = [
  { what: 'dead', signal: 'SIGKILL' },
  ...(isWholeTable
    ? ([
        { what: 'restarted at once', signal: 'SIGQUIT' },
        { what: 'restarted', signal: 'SIGINT' },
      ] as const)
    : []),
] as const;

it.each(ends)(
  'answers 503 while PostgreSQL is $what, loses nothing, and is itself again when it is back',
  async ({ signal }) => {
    const server = await startServerProcess(home, { databaseUrl: url, roles: 'auth,portal,worker' });
    for (let round = 0; round < rounds; round += 1) {
      const writers = await Promise.all(Array.from({ length: 6 }, () => Writer.join(pool)));
      const ending = new AbortController();
      const writing = writeOn(writers, server.address, ending.signal);
      await untilTrue(async () => writers.every(({ acknowledged }) => acknowledged > 'name b'), 20_000);
      const before = readServerState(dataDirectory)?.pid ?? 0;

      process.kill(before, signal);
      await untilTrue(async () => ![undefined, before].includes(readServerState(dataDirectory)?.pid), 60_000);
      // The server's answer about its health is up to a second old.
      const isBack = () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        );
      await untilTrue(isBack, 60_000);
      await untilTrue(async () => (await statusOf(`${server.address}/internal/health/ready`)) === 200, 60_000);
      ending.abort();
      const statuses = new Set(await writing);

      expect([...statuses].filter((status) => status !== 204 && status !== 503 && status !== tooFast)).toEqual([]);
      for (const writer of writers) expect(await writer.holds(pool)).toBe(true);
      expect(await (await Writer.join(pool)).write(server.address, 'afterwards')).toBe(204);
    }
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
);

it('answers 503 in time while connections are silent, refused or cut, and recovers', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  const server = await startServerProcess(home, { databaseUrl: proxy.url });

  for (let round = 0; round < rounds; round += 1) {
    // Each call has its own session, because of the rate of a session.
    const writer = await Writer.join(pool);
    const untilItWorks = () =>
      untilTrue(async () => (await writer.write(server.address, 'works')) === 204, 10_000, 250);
    await untilItWorks();

    proxy.become('silent');
    const silent = await Promise.all(Array.from({ length: 5 }, () => timed(writer.write(server.address, 'silent'))));
    const ready = await timed(statusOf(`${server.address}/internal/health/ready`));
    const alive = await statusOf(`${server.address}/internal/health/live`);
    proxy.become('pass');
    await untilItWorks();

    expect(silent.map(({ result }) => result)).toEqual([503, 503, 503, 503, 503]);
    expect(Math.max(...silent.map(({ ms }) => ms), ready.ms)).toBeLessThan(longestAnswerMs);
    expect([ready.result, alive]).toEqual([503, 200]);

    proxy.become('refuse');
    const refused = await timed(writer.write(server.address, 'refused'));
    proxy.become('pass');
    await untilItWorks();
    expect([refused.result, refused.ms < longestAnswerMs]).toEqual([503, true]);

    expect(proxy.cut()).toBeGreaterThan(0);
    await untilItWorks();
  }
  await untilTrue(async () => (await statusOf(`${server.address}/internal/health/ready`)) === 200, 10_000);
});

it('serves all other calls while one process of PostgreSQL is frozen', async () => {
  const server = await startServerProcess(home, { databaseUrl: url });
  const writers = await Promise.all(Array.from({ length: 4 }, () => Writer.join(pool)));
  for (const writer of writers)
    await untilTrue(async () => (await writer.write(server.address, 'first')) === 204, 10_000);
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'tapfolio auth' order by backend_start limit 1`,
  );
  const frozen = rows[0]?.pid ?? 0;

  process.kill(frozen, 'SIGSTOP');
  const answers = await Promise.all(writers.map((writer) => timed(writer.write(server.address, 'second'))));
  process.kill(frozen, 'SIGCONT');

  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(longestAnswerMs);
  expect(answers.every(({ result }) => result === 204 || result === 503)).toBe(true);
  for (const writer of writers)
    await untilTrue(async () => (await writer.write(server.address, 'third')) === 204, 10_000);
});

it('leaves no connection behind while writers wait for a synchronous standby, and says what they wait for', async () => {
  const writing = createPool({ url, statementSeconds: 0.3 });
  const admin = createPool({ url, poolSize: 1 });
  const waitFor = async (standbys: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await admin.query('select pg_reload_conf()');
  };
  onTestFinished(async () => {
    await waitFor('');
    await Promise.all([writing.end(), admin.end()]);
  });
  await admin.query('set synchronous_commit = local');
  await waitFor('nobody');
  const waiting = async () =>
    (await admin.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount ?? 0;
  const write = () => writing.query(`insert into audit_events (kind, detail) values ('fault', '{}')`);
  await untilTrue(
    async () =>
      await write().then(
        () => false,
        () => true,
      ),
    10_000,
  );

  const written = await Promise.allSettled(Array.from({ length: 20 }, write));
  const asked = await writing.connect();
  const faults = [await findRefusedWrites(asked), await findWriteFault(writing)];
  asked.release();

  expect(written.map(({ status }) => status)).toEqual(written.map(() => 'rejected'));
  expect(faults).toEqual(faults.map(() => expect.stringContaining('synchronous standby')));
  await expect.poll(waiting).toBe(0);
});

it.runIf(isWholeTable).each(['the server', 'PostgreSQL'])(
  'a data export is never taken for a whole one when %s is killed in the middle, and is whole afterwards',
  async (victim) => {
    const events = 4000;
    const person = await signIn(pool);
    // More than the network buffers hold: the rest is read only after the first part.
    await pool.query(
      `insert into audit_events (kind, passenger_id, detail)
      select 'fault', $1, jsonb_build_object('text', repeat(md5(n::text), 200)) from generate_series(1, ${events}) n`,
      [person.passengerId],
    );
    const server = await startServerProcess(home, { databaseUrl: url });
    const ask = (address: string) => fetch(`${address}/public/api/v1/auth/user/export`, { headers: person.headers() });
    const answer = await ask(server.address);
    const reader = answer.body?.getReader();
    await reader?.read();

    if (victim === 'the server') server.child.kill('SIGKILL');
    else process.kill(readServerState(dataDirectory)?.pid ?? 0, 'SIGKILL');
    const readRest = async () => {
      while ((await reader?.read())?.done === false);
    };

    expect(answer.status).toBe(200);
    await expect(readRest()).rejects.toThrow();
    await untilTrue(() => pool.query('select 1').then(Boolean, () => false), 60_000);
    const again = victim === 'the server' ? await startServerProcess(home, { databaseUrl: url }) : server;
    await untilTrue(async () => {
      const whole = await ask(again.address);
      const text = await whole.text();
      return whole.status === 200 && JSON.parse(text).events.length >= events;
    }, 30_000);
  },
);

it.skipIf(!isRoot)(
  'refuses writes while the disk of PostgreSQL is full, reads on, and heals (needs root to make a small disk)',
  async () => {
    const disk = path.join(home, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', disk]);
    const settings = { fsync: 'off', max_wal_size: '64MB', min_wal_size: '32MB' };
    const database = await startPreparedPostgres(path.join(disk, 'postgres'), settings);
    onTestFinished(async () => {
      await database.stop();
      execFileSync('umount', ['-l', disk]);
    });
    const own = createPool({ url: database.url });
    onTestFinished(() => own.end());
    const writer = await Writer.join(own);
    const server = await startServerProcess(home, { databaseUrl: database.url });
    await untilTrue(async () => (await writer.write(server.address, 'before')) === 204, 10_000);

    const ballast = path.join(disk, 'ballast');
    fill(ballast);
    // The segment of the journal has room for a while.
    const statuses: number[] = [];
    await untilTrue(async () => {
      // The name that is kept already would write nothing.
      const name = writer.acknowledged === 'full' ? 'fuller' : 'full';
      statuses.push(await writer.write(server.address, name), await growTable(own));
      return statuses.includes(503);
    }, 30_000);
    const reading = await statusOf(`${server.address}/public/api/v1/portal/config`);
    rmSync(ballast);
    await untilTrue(async () => (await writer.write(server.address, 'after')) === 204, 30_000);

    expect(statuses.filter((status) => ![0, 204, 503].includes(status))).toEqual([]);
    expect(reading).toBe(200);
    expect(await writer.holds(own)).toBe(true);
  },
);

/** Fills the free space. */
function fill(file: string): void {
  const fd = openSync(file, 'w');
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) writeSync(fd, piece);
  } catch {
    closeSync(fd);
  }
}

/** Uses up the free room of the tables. */
async function growTable(pool: ReturnType<typeof createPool>): Promise<number> {
  return await pool
    .query(
      `insert into audit_events (kind, detail) select 'fault', jsonb_build_object('text', repeat(md5(n::text), 50)) from generate_series(1, 500) n`,
    )
    .then(
      () => 0,
      () => 0,
    );
}
