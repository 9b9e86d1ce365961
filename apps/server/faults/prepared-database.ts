import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import type { TestProject } from 'vitest/node';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { installDatabase } from '../src/prepare-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data directory of a stopped PostgreSQL with the full schema and no rows. Each file of faults starts a copy. */
    preparedData: string;
  }
}

/** Vitest's global setup of the faults: to make the database anew for each file took more than two seconds of processor time each. */
export default async function prepareData(project: TestProject): Promise<() => void> {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-faults-'));
  // As root, the server runs under another account, which must be able to enter the directory.
  chmodSync(home, 0o755);
  const settings = { fsync: 'off' };
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(home, 'postgres'), settings });
  await installDatabase(server.url);
  await server.stop();
  project.provide('preparedData', server.dataDirectory);
  project.provide('workerUrls', []);
  return () => rmSync(home, { recursive: true, force: true });
}
