import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { letPoolYield } from './hashing-threads.ts';

const prioritiesOf = (name: string) =>
  readdirSync('/proc/self/task')
    .filter((thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === name)
    .map((thread) => os.getPriority(Number(thread)));

it.runIf(process.platform === 'linux')(
  'lowers the priority of the hashing threads, and not of the main thread',
  async () => {
    await promisify(randomBytes)(8);
    const own = os.getPriority();

    letPoolYield();

    const pool = prioritiesOf('libuv-worker');
    expect(pool.length).toBeGreaterThan(0);
    expect(pool.every((priority) => priority >= 5)).toBe(true);
    expect(os.getPriority()).toBe(own);
  },
);
