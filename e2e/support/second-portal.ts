import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/server/test/listen.ts';
import type { RunningWorld } from './running-world.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Starts a second server of the same city with other settings: same database, same secrets, no feed and no worker.
 * Returns its address and a function to stop it.
 */
export async function startSecondPortal(
  world: RunningWorld,
  settings: Record<string, unknown>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-second-'));
  const file = path.join(home, 'config.json');
  const demo: Record<string, unknown> = JSON.parse(readFileSync(path.join(root, 'config/demo.json'), 'utf8'));
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const here = { publicUrl: address, http: { host: '127.0.0.1', port } };
  writeFileSync(file, JSON.stringify({ ...demo, ...here, ...settings }));
  const child = fork(path.join(root, 'apps/server/src/main.ts'), {
    cwd: root,
    env: {
      ...process.env,
      TAPFOLIO_ROLES: 'auth,portal,web',
      TAPFOLIO_CONFIG: file,
      TAPFOLIO_DATA: path.resolve(world.inbox, '../..'),
      DATABASE_URL: world.databaseUrl,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (part: Buffer): void => {
      printed += part.toString('utf8');
      if (printed.includes('Listening on')) resolve();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`the second portal ended with code ${code}:\n${printed}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    rmSync(home, { recursive: true, force: true });
  };
  return { address, stop };
}
