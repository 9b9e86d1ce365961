import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import type { TestProject } from 'vitest/node';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { installDatabase } from '../src/prepare-database.ts';
import { removeAbandonedServers, testHomePrefix } from './abandoned-servers.ts';
import { databaseUrl, onNodes } from './on-nodes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser URL of the server of this run; on a cluster, of its coordinator. */
    serverUrl: string;
    /** The same for the workers of a cluster. */
    workerUrls: string[];
    /** The migrated, empty database that each test file copies, on every server. */
    templateDatabase: string;
  }
}

/** Vitest's global setup: one server and one migrated template per run. DATABASE_URL runs the tests on a server of yours. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => {} } : await startOwn();
  const templateDatabase = `tapfolio_template_${process.pid}`;
  await onNodes([server.url], `create database ${templateDatabase}`);
  await installDatabase(databaseUrl(server.url, templateDatabase));
  project.provide('serverUrl', server.url);
  project.provide('workerUrls', []);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await onNodes([server.url], `drop database ${templateDatabase} with (force)`);
    await server.stop();
  };
}

async function startOwn() {
  removeAbandonedServers();
  const home = mkdtempSync(path.join(quickPlace(), testHomePrefix));
  // As root, the server runs under another account, which must be able to enter the directory.
  chmodSync(home, 0o755);
  // Nothing outlives the run, so nothing needs to be flushed to the disk.
  const noDisk = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' };
  const settings = { ...noDisk, max_connections: '200' };
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(home, 'data'), settings });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
