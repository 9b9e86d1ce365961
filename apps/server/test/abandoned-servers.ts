import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, readServerState } from '@tapfolio/embedded-postgres/pid-file.ts';
import { quickPlaces } from '../../../scripts/lib/quick-place.ts';

/** The folder of a test run's server begins so: this is how a later run finds what a killed one left behind. */
export const testHomePrefix = 'tapfolio-test-';

/** Stops and removes the servers of runs that were killed and could not do it themselves. */
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
