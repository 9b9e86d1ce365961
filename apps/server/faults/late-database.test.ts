import { expect, it, onTestFinished } from 'vitest';
import { startChaosProxy } from '../test/chaos-proxy.ts';
import { timed } from '../test/timed.ts';
import {
  isWholeTable,
  longestAnswerMs,
  startFaultyDatabase,
  startServerProcess,
  tooFast,
  untilTrue,
  Writer,
} from './city.ts';

const { url, pool, home } = await startFaultyDatabase();

interface Answer {
  ms: number;
  result: number;
}

const slowest = (answers: readonly Answer[]) => Math.max(...answers.map(({ ms }) => ms));
const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ result }) => result))].sort();

it('answers every call in time while the answers of PostgreSQL are late, and recovers afterwards', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  const server = await startServerProcess(home, { databaseUrl: proxy.url });
  const writers = await Promise.all(Array.from({ length: 6 }, () => Writer.join(pool)));
  for (const writer of writers)
    await untilTrue(async () => (await writer.write(server.address, 'before')) === 204, 10_000, 250);
  const answers: Answer[] = [];
  const end = performance.now() + (isWholeTable ? 10_000 : 2500);
  const askOn = async (ask: () => Promise<number>) => {
    while (performance.now() < end) answers.push(await timed(ask()));
  };

  proxy.become('silent');
  await Promise.all(
    writers.flatMap((writer) => [
      askOn(() => writer.write(server.address, 'late')),
      askOn(() => writer.read(server.address)),
    ]),
  );
  proxy.become('pass');
  // Now the late answers arrive, also on connections that were given up.
  const reader = await Writer.join(pool);
  const healed = await timed(untilTrue(async () => (await reader.read(server.address)) === 200, 10_000));

  expect(statusesOf(answers).filter((status) => status !== tooFast)).toEqual([503]);
  expect(slowest(answers)).toBeLessThan(longestAnswerMs);
  expect(healed.ms).toBeLessThan(5000);
  for (const writer of writers) expect(await writer.holds(pool)).toBe(true);
});
