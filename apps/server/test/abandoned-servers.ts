import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, readServerState } from '@tapfolio/embedded-postgres/pid-file.ts';
import { quickPlaces } from '../../../scripts/lib/quick-place.ts';

/** The prefix of the folder of a test run's server, so that a later run finds the folders of a killed run. */
export const testHomePrefix = 'tapfolio-test-';

/** Stops and removes the servers of killed test runs. */
export function removeAbandonedServers(): void {
  for (const place of quickPlaces.filter((one) => existsSync(one)))
    for (const name of readdirSync(place)) {
      const home = path.join(place, name);
      if (name.startsWith(testHomePrefix) && isAbandoned(path.join(home, 'data'))) remove(home);
    }
}

function isAbandoned(dataDirectory: string): boolean {
  const holders = `${dataDirectory}.holders`;
  return existsSync(holders) && readdirSync(holders).every((name) => !isAlive(Number.parseInt(name, 10)));
}

function remove(home: string): void {
  const state = readServerState(path.join(home, 'data'));
  if (state && isAlive(state.pid)) process.kill(state.pid, 'SIGQUIT');
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
