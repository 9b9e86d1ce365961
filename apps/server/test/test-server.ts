import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { installDatabase } from '../src/prepare-database.ts';
import { removeAbandonedServers, testHomePrefix } from './abandoned-servers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser URL of the server of this run. */
    serverUrl: string;
    /** The migrated, empty database that each test file copies. */
    templateDatabase: string;
  }
}

/** Vitest's global setup: one server and one migrated template per run. DATABASE_URL runs the tests on a server of yours. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => {} } : await startOwn();
  const templateDatabase = `tapfolio_template_${process.pid}`;
  await execute(server.url, `create database ${templateDatabase}`);
  await installDatabase(databaseUrl(server.url, templateDatabase));
  project.provide('serverUrl', server.url);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await execute(server.url, `drop database ${templateDatabase} with (force)`);
    await server.stop();
  };
}

async function startOwn() {
  removeAbandonedServers();
  const home = mkdtempSync(testHomePrefix);
  // As root the server runs under another account, which has to get in.
  chmodSync(home, 0o755);
  // Nothing here outlives the run, so nothing has to reach the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(home, 'data'), settings });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
