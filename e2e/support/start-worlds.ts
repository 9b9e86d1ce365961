import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { quickPlace } from '../../scripts/lib/quick-place.ts';
import { keepRunningWorlds, type RunningWorld } from './running-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const patienceMs = 480_000;

interface StartedWorld {
  world: RunningWorld;
  stop(): Promise<void>;
}

/** Starts a city for each worker, each on its own empty folder, and stops them after the journeys. */
export default async function startWorlds({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  process.env.CHROMIUM ??= (await findChromium()).executablePath;
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, startWorld));
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => void (await Promise.all(started.map((world) => world.stop())));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  keepRunningWorlds(started.map(({ world }) => world));
  return stop;
}

/** Starts one city. @throws an error with its whole output if it is not ready in time. */
export async function startWorld(): Promise<StartedWorld> {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-e2e-'));
  // If the user is root, the database runs under another account, which must be able to enter the folder.
  chmodSync(home, 0o755);
  const { TAPFOLIO_CONFIG: _, DATABASE_URL: __, ...environment } = process.env;
  const child = fork(path.join(import.meta.dirname, 'city.ts'), {
    cwd: root,
    env: { ...environment, TAPFOLIO_DATA: path.join(home, 'data') },
    execArgv: [],
    execPath: process.execPath,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  const collect = (part: Buffer) => {
    printed += part.toString('utf8');
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    rmSync(home, { recursive: true, force: true });
    if (/error/i.test(printed)) process.stderr.write(`The city said:\n${printed}\n`);
  };
  const world = await new Promise<RunningWorld>((resolve, reject) => {
    setTimeout(
      () => reject(new Error(`the city is not ready after ${patienceMs / 1000} s:\n${printed}`)),
      patienceMs,
    ).unref();
    child.once('message', (message) => resolve(message as RunningWorld));
    child.once('exit', (code) => reject(new Error(`the city ended with code ${code}:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { world, stop };
}
