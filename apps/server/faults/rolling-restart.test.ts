import { expect, it } from 'vitest';
import { startBalancer } from './balancer.ts';
import { isWholeTable, startFaultyDatabase, startServerProcess, tooFast, untilTrue, Writer, writeOn } from './city.ts';

const { url, pool, home } = await startFaultyDatabase();
const options = { databaseUrl: url, settings: { http: { trustedProxies: ['127.0.0.1'] } } };
const restarts = 6;

// A test of the start and stop shows in a moment that a line which the proxy keeps serves another call.
it.runIf(isWholeTable)(
  'loses no call while two servers behind a proxy are started anew, one after the other',
  async () => {
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
