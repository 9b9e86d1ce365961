import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildPassenger } from '../test/factories/passengers.ts';
import { freePort } from '../test/listen.ts';
import { startMailServer } from '../test/mail-server.ts';
import { startSilentServer } from '../test/silent-server.ts';
import { timed } from '../test/timed.ts';
import { traceHeader } from '../test/trace-header.ts';
import { startBalancer } from './balancer.ts';
import {
  freeJobsOfKilled,
  isWholeTable,
  longestAnswerMs,
  rounds,
  startFaultyDatabase,
  startServerProcess,
  statusOf,
  tooFast,
  untilTrue,
  Writer,
  writeOn,
} from './city.ts';

const { url, pool, home } = await startFaultyDatabase();
const mail = await startMailServer();

it('loses nothing that it has acknowledged when it is killed, and starts again', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, () => Writer.join(pool)));
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServerProcess(home, { databaseUrl: url });
    const never = new AbortController().signal;
    const writing = writeOn(writers, server.address, never);
    await untilTrue(async () => writers.every(({ acknowledged }) => acknowledged > 'name b'), 20_000);

    server.child.kill('SIGKILL');
    await writing;

    for (const writer of writers) expect(await writer.holds(pool)).toBe(true);
  }
});

it('answers every call that it has accepted when it is stopped under load, and ends with 0', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, () => Writer.join(pool)));
  const server = await startServerProcess(home, { databaseUrl: url });
  const writing = writeOn(writers, server.address, new AbortController().signal);
  await untilTrue(async () => writers.every(({ acknowledged }) => acknowledged > 'name b'), 20_000);

  // As a terminal and systemd do it: to the server, and once more through its parent process.
  server.child.kill('SIGTERM');
  server.child.kill('SIGTERM');

  expect(await server.ended).toBe(0);
  // The last call of each client finds no server; the ones before were answered.
  expect(new Set(await writing)).toEqual(new Set([204, 0]));
  const { rows } = await pool.query<{ first_name: string }>(
    'select first_name from passengers where passenger_id = any($1)',
    [writers.map(({ passengerId }) => passengerId)],
  );
  expect(rows.map(({ first_name: name }) => name).sort()).toEqual(
    writers.map(({ acknowledged }) => acknowledged).sort(),
  );
});

// The other test of a stop shows that the server still serves calls on a proxy's open connection.
it.runIf(isWholeTable)(
  'loses no call while two servers behind a proxy are restarted several times, one after the other',
  async () => {
    const options = { databaseUrl: url, settings: { http: { trustedProxies: ['127.0.0.1'] } } };
    const restarts = 6;
    const servers = [await startServerProcess(home, options), await startServerProcess(home, options)];
    const balancer = await startBalancer(() => servers.map(({ address }) => address));
    const writers = await Promise.all(Array.from({ length: 8 }, () => Writer.join(pool)));
    const readers = await Promise.all(Array.from({ length: 8 }, () => Writer.join(pool)));
    const ending = new AbortController();
    const read: number[] = [];
    const readOn = async (reader: Writer) => {
      while (!ending.signal.aborted) read.push(await reader.read(balancer.address));
    };
    const writing = writeOn(writers, balancer.address, ending.signal);
    const reading = Promise.all(readers.map(readOn));
    const whileRead = (count: number) => untilTrue(async () => read.length > count, 30_000);
    const ends: (number | null)[] = [];

    for (let round = 0; round < restarts; round += 1) {
      await whileRead(read.length + 200);
      const leaving = servers[round % 2];
      leaving?.child.kill('SIGTERM');
      ends.push((await leaving?.ended) ?? null);
      servers[round % 2] = await startServerProcess(home, options);
    }
    await whileRead(read.length + 200);
    ending.abort();
    const written = await writing;
    await reading;

    const isFailure = (status: number) => ![200, 204, tooFast].includes(status);
    expect([...written, ...read].filter(isFailure)).toEqual([]);
    expect(balancer.refused()).toBeGreaterThan(0);
    expect(ends).toEqual(ends.map(() => 0));
    for (const writer of writers) expect(await writer.holds(pool)).toBe(true);
  },
);

it.each([
  ['the disk of its log is full', '/dev/full'],
  ['the reader of its log is gone', 'a pipe'],
  ['the reader of its log hangs', 'a full pipe'],
])('answers on and stops although %s', async (_, place) => {
  const pipe = path.join(home, 'log.pipe');
  if (place === 'a full pipe') execFileSync('mkfifo', [pipe]);
  const full = place === 'a pipe' ? undefined : openSync(place === 'a full pipe' ? pipe : place, 'r+');
  const writer = await Writer.join(pool);
  const more = { roles: 'auth,portal,worker', log: full ?? 'pipe', production: true } as const;
  const server = await startServerProcess(home, { databaseUrl: url, ...more });
  if (place === 'a full pipe') fill(pipe);
  if (full !== undefined) closeSync(full);
  server.child.stdout?.destroy();
  const statuses = [];
  for (let call = 0; call < 100; call += 1)
    statuses.push(await statusOf(`${server.address}/public/api/v1/auth/sessions`, { method: 'POST' }));
  expect(await writer.write(server.address, 'written')).toBe(204);

  server.child.kill('SIGTERM');

  expect(statuses).not.toContain(0);
  expect(await server.ended).toBe(0);
});

/** Writes into a pipe until it is full. */
function fill(pipe: string): void {
  const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(fd, 'x');
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
  closeSync(fd);
}

it.runIf(isWholeTable)('answers other calls while bodies arrive slowly, and drops those in time', async () => {
  const server = await startServerProcess(home, { databaseUrl: url });
  const reader = await Writer.join(pool);
  const slow = Array.from({ length: 800 }, () => startSlowBody(server.address));
  const allGone = Promise.all(slow).then(() => true);
  const others: { ms: number; result: number }[] = [];
  const begun = performance.now();

  while (!(await Promise.race([allGone, sleep(100, false)]))) others.push(await timed(reader.read(server.address)));

  expect(new Set(others.map(({ result }) => result))).toEqual(new Set([200]));
  expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(longestAnswerMs);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(others.length).toBeGreaterThan(20);
});

it('sends the mails of a killed worker from another one', async () => {
  const { passenger_id: passengerId, email } = await buildPassenger(pool, { email: `${randomUUID()}@example.org` });
  // The first worker finds a mail server that accepts the connection and does not answer.
  const silent = await startSilentServer();
  const first = await startServerProcess(home, { databaseUrl: url, roles: 'worker', mailPort: silent.port });
  await enqueueMail(passengerId);
  const held = `select from graphile_worker.jobs where locked_at is not null`;
  await untilTrue(async () => (await pool.query(held)).rowCount === 1, 10_000);

  first.child.kill('SIGKILL');
  await first.ended;
  await silent.close();
  if (!isWholeTable) await freeJobsOfKilled(pool);
  const second = await startServerProcess(home, { databaseUrl: url, roles: 'worker', mailPort: mail.port });

  // On the same machine it need not wait for the beats of the first one.
  await untilTrue(async () => mail.recipients.flat().includes(email), 30_000, 250);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

it.runIf(isWholeTable)('sends each mail once although the mail server was away for a minute', async () => {
  const port = await freePort();
  const server = await startServerProcess(home, { databaseUrl: url, roles: 'auth,portal,worker', mailPort: port });
  const people = await Promise.all(
    Array.from({ length: 40 }, () => buildPassenger(pool, { email: `${randomUUID()}@example.org` })),
  );
  for (const { passenger_id: passengerId } of people) await enqueueMail(passengerId);
  const asked = people[0]?.email ?? '';
  const begun = await timed(askForReset(server.address, asked));
  await sleep(60_000);

  const late = await startMailServer(port);
  await untilTrue(async () => (await pool.query('select from graphile_worker.jobs')).rowCount === 0, 120_000, 250);

  expect([begun.result, begun.ms < longestAnswerMs]).toEqual([202, true]);
  expect(late.recipients.flat().sort()).toEqual(people.map(({ email }) => email).sort());
});

async function enqueueMail(passengerId: string): Promise<void> {
  const payload = { mail: 'password-changed', id: randomUUID(), passengerId };
  await pool.query(`select graphile_worker.add_job('send-mail', $1::json)`, [JSON.stringify(payload)]);
}

/** Without a password no link is sent, and the answer is always the same. */
async function askForReset(address: string, email: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-trace': traceHeader() };
  const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
  return await statusOf(`${address}/public/api/v1/auth/user/password_reset`, init);
}

/** A call whose body comes a byte a second; resolves when the server has ended the connection. */
async function startSlowBody(address: string): Promise<void> {
  const { port } = new URL(address);
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  const head = ['POST /public/api/v1/auth/sessions HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write([...head, `x-trace: ${traceHeader()}`, 'content-length: 5000', '', '{'].join('\r\n'));
  const dripping = setInterval(() => socket.write(' '), 1000);
  await once(socket, 'close');
  clearInterval(dripping);
}
