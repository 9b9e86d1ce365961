import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

const settings = { fsync: 'off' };

/** Starts a server that is stopped after the running test. */
export async function start(dataDirectory: string, onNotice?: (sentence: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, settings, ...(onNotice && { onNotice }) });
  onTestFinished(() => server.stop());
  return server;
}

/** A directory that everybody may pass through, removed after the running test. */
export function passableDirectory(): string {
  const directory = mkdtempSync(path.join(quickPlace(), 'tapfolio-postgres-'));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The path of a data directory that does not exist yet. */
export function newDirectory(): string {
  return path.join(passableDirectory(), 'data');
}

/** For a file of tests: gives copies of a data directory of an earlier start. To make a new one takes longer than most of these tests. */
export function usedDirectories(): () => string {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-postgres-'));
  const original = path.join(home, 'data');
  beforeAll(async () => {
    chmodSync(home, 0o755);
    await (await startEmbeddedPostgres({ dataDirectory: original, settings })).stop();
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  return () => {
    const directory = newDirectory();
    execFileSync('cp', ['-a', original, directory]);
    return directory;
  };
}

/** The first value that a statement returns. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
