import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Lane } from './lane.ts';

const codeOf = (entering: Promise<unknown>) =>
  entering.then(
    () => 'entered',
    (error: { code?: string }) => error.code,
  );

describe('a lane', () => {
  it('runs a limited number of calls at once, and the others in their order as places become free', async () => {
    const lane = new Lane({ running: 1, waiting: 2, patienceMs: 1000, longestMs: 1000, stuckMs: 1000 });
    const order: string[] = [];
    const leave = await lane.enter();
    const waiting = ['first', 'second'].map((name) => lane.run(async () => order.push(name)));

    order.push('running');
    leave();
    leave();
    await Promise.all(waiting);

    expect(order).toEqual(['running', 'first', 'second']);
    expect(lane.isCrowded).toBe(false);
  });

  it('refuses at once when the queue is full', async () => {
    const lane = new Lane({ running: 1, waiting: 1, patienceMs: 1000, longestMs: 1000, stuckMs: 1000 });
    const leave = await lane.enter();
    const waiting = lane.enter();

    expect(lane.isCrowded).toBe(true);
    expect(await codeOf(lane.enter())).toBe('unavailable');
    leave();
    (await waiting)();
  });

  it('refuses at once when the first call has waited long, and accepts calls again when that one is served', async () => {
    let now = 0;
    const lane = new Lane({
      running: 1,
      waiting: 100,
      patienceMs: 250,
      longestMs: 1000,
      stuckMs: 1000,
      now: () => now,
    });
    const leave = await lane.enter();
    const waiting = lane.enter();
    now = 249;
    expect(lane.isCrowded).toBe(false);
    now = 250;
    expect(lane.isCrowded).toBe(true);

    leave();
    const second = await waiting;

    expect(lane.isCrowded).toBe(false);
    second();
  });

  it('measures how many calls it serves within the patience, and lets no more wait', async () => {
    let now = 0;
    const lane = new Lane({
      running: 1,
      waiting: 2000,
      patienceMs: 100,
      longestMs: 100_000,
      stuckMs: 100_000,
      now: () => now,
    });
    // One call every 10 ms, so that the tenth waiting call is served in time.
    const serve = () =>
      lane.run(async () => {
        now += 10;
      });
    const leave = await lane.enter();
    const served = Array.from({ length: 1100 }, serve);
    leave();
    await Promise.all(served);

    const stay = await lane.enter();
    const waiting = Array.from({ length: 10 }, () => lane.enter());

    expect(lane.isCrowded).toBe(true);
    expect(await codeOf(lane.enter())).toBe('unavailable');
    stay();
    for (const entering of waiting) (await entering)();
  });

  it('lets as many wait as before when it is slower for a moment, as those that it refuses come back at once', async () => {
    let now = 0;
    const lane = new Lane({
      running: 1,
      patienceMs: 100,
      longestMs: 1_000_000,
      stuckMs: 1_000_000,
      now: () => now,
    });
    const serve = async (calls: number, eachMs: number) => {
      const served: Promise<void>[] = [];
      const work = async () => {
        now += eachMs;
        if (served.length < calls) served.push(lane.run(work));
      };
      const leave = await lane.enter();
      served.push(lane.run(work));
      leave();
      for (let index = 0; index < served.length; index += 1) await served[index];
    };
    const mostWaiting = async () => {
      const stay = await lane.enter();
      const waiting: Promise<() => void>[] = [];
      while (!lane.isCrowded) waiting.push(lane.enter());
      stay();
      for (const entering of waiting) (await entering)();
      return waiting.length;
    };

    await serve(1100, 1);
    expect(await mostWaiting()).toBe(100);
    await serve(1100, 1.5);
    expect(await mostWaiting()).toBe(100);
    await serve(2100, 1.5);
    expect(await mostWaiting()).toBe(67);
  });

  it('does not count time in which the process stood still', async () => {
    let now = 0;
    const lane = new Lane({ running: 1, patienceMs: 100, longestMs: 100, stuckMs: 40, now: () => now });
    const leave = await lane.enter();
    const waiting = codeOf(lane.enter());

    now += 5000;
    expect(lane.isCrowded).toBe(false);
    await sleep(100);
    leave();

    expect(await waiting).toBe('entered');
  });

  it('lets calls wait longer when they are many than when no call leaves', async () => {
    const lane = new Lane({ running: 2, waiting: 100, patienceMs: 1000, longestMs: 10_000, stuckMs: 60 });
    const [leave, stay] = [await lane.enter(), await lane.enter()];
    const waiting = lane.run(() => sleep(40).then(() => 'served'));
    const many = [
      waiting,
      lane.run(() => sleep(40).then(() => 'served')),
      lane.run(() => sleep(40).then(() => 'served')),
    ];

    leave();
    expect(await Promise.all(many)).toEqual(['served', 'served', 'served']);
    const stuck = await lane.enter();

    const begun = performance.now();
    expect(await codeOf(lane.enter())).toBe('unavailable');
    expect(performance.now() - begun).toBeLessThan(5_000);
    stuck();
    stay();
  });

  it('refuses waiting calls while no call leaves', async () => {
    const lane = new Lane({ running: 1, waiting: 100, patienceMs: 20, longestMs: 40, stuckMs: 40 });
    const leave = await lane.enter();

    expect(await Promise.all([codeOf(lane.enter()), codeOf(lane.enter())])).toEqual(['unavailable', 'unavailable']);
    leave();
    expect(await codeOf(lane.enter())).toBe('entered');
  });

  it('looks for calls that have waited too long more often than for a stuck lane', async () => {
    const lane = new Lane({ running: 1, longestMs: 100, patienceMs: 100, stuckMs: 2000 });
    const leave = await lane.enter();

    const begun = performance.now();
    expect(await codeOf(lane.enter())).toBe('unavailable');
    expect(performance.now() - begun).toBeLessThan(1500);
    leave();
  });

  it('frees the place when the work fails', async () => {
    const lane = new Lane({ running: 1, waiting: 0, patienceMs: 20, longestMs: 40, stuckMs: 40 });

    await expect(lane.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(await codeOf(lane.enter())).toBe('entered');
  });
});
