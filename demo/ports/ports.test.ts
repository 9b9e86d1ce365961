import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type ClaimedPort, claimPort, listenNear } from './ports.ts';

const host = '127.0.0.1';
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function claim(wished: number): Promise<ClaimedPort> {
  const claimed = await claimPort(wished, host);
  ends.push(claimed.release);
  return claimed;
}

async function listenOnAny(): Promise<number> {
  const server = createServer();
  ends.push(() => server.close());
  return await listenNear(server, 0);
}

it('gives a preferred port to one of many callers at the same time, and other ports to the others', async () => {
  const free = await claimPort(0, host);
  free.release();

  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(free.port)));

  const ports = claims.map(({ port }) => port);
  expect(ports).toContain(free.port);
  expect(new Set(ports).size).toBe(8);
});

it('leaves the claimed port free to listen on, and gives it back', async () => {
  const { port, release } = await claimPort(0, host);
  const server = createServer();
  ends.push(() => server.close());

  server.listen(port, host);
  await once(server, 'listening');
  release();

  expect((await claim(port)).port).not.toBe(port);
});

it('claims no port that another program listens on', async () => {
  const taken = await listenOnAny();

  expect((await claim(taken)).port).not.toBe(taken);
});

it('listens on another port if the preferred one is taken', async () => {
  const taken = await listenOnAny();
  const server = createServer();
  ends.push(() => server.close());

  expect(await listenNear(server, taken)).not.toBe(taken);
});
