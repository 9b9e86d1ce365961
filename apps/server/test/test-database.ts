import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createPool } from '../src/database/pool.ts';
import { closeKeptImporter } from './kept-importer.ts';
import { databaseUrl, onNodes } from './on-nodes.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
}

/** True if the tests run on a Citus cluster. */
export const isOnCluster = (): boolean => inject('workerUrls').length > 0;

/**
 * A database with the full schema and no rows; it is removed when the test file ends. Call this at the top of the
 * file or in `beforeAll`: `const { pool, url } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = await takeDatabase();
  const url = databaseUrl(inject('serverUrl'), name);
  // Tests take all connections at once, and a loaded machine needs seconds for that. Those of the product's limit have pools of their own.
  // On a cluster a factory creates its months on every node, which takes as long, and others wait for the same month.
  const patience = isOnCluster() && { statementSeconds: 60, lockSeconds: 10 };
  const pool = createPool({ url, connectSeconds: 20, ...patience });
  afterAll(async () => {
    await Promise.all([pool.end(), closeKeptImporter()]);
    await giveBackDatabase(name);
  });
  return { url, pool };
}

/** On a cluster, the database of the next test file: to copy one takes seconds there, so it is done while a file is tested. */
let spare: Promise<string> | undefined;

async function takeDatabase(): Promise<string> {
  const taken = spare ?? copyTemplate();
  spare = undefined;
  const name = await taken;
  if (isOnCluster()) {
    spare = copyTemplate();
    spare.catch(() => undefined);
  }
  return name;
}

const nodes = (): string[] => [inject('serverUrl'), ...inject('workerUrls')];

async function copyTemplate(): Promise<string> {
  const name = `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`;
  await onNodes(nodes(), `create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  return name;
}

/** On a cluster the next file does not wait until the database is gone. What is left is removed at the end of the run. */
async function giveBackDatabase(name: string): Promise<void> {
  const dropping = dropDatabase(name);
  if (isOnCluster()) dropping.catch(() => undefined);
  else await dropping;
}

const inUse = '55006';

/** On a cluster the nodes continue to connect to each other for a while, and PostgreSQL waits five seconds for the connections it ended. */
async function dropDatabase(name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await onNodes(nodes(), `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === inUse;
      if (!isInUse || tries === 3) throw error;
    }
  }
}
