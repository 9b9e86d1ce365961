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
  const name = `${inject('templateDatabase')}_${randomBytes(6).toString('hex')}`;
  const nodes = [inject('serverUrl'), ...inject('workerUrls')];
  await onNodes(nodes, `create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const url = databaseUrl(inject('serverUrl'), name);
  // Tests take all connections at once, and a loaded machine needs seconds for that. Those of the product's limit have pools of their own.
  // On a cluster a factory creates its months on every node, which takes as long, and others wait for the same month.
  const patience = isOnCluster() && { statementSeconds: 60, lockSeconds: 10 };
  const pool = createPool({ url, connectSeconds: 20, ...patience });
  afterAll(async () => {
    await Promise.all([pool.end(), closeKeptImporter()]);
    await dropDatabase(nodes, name);
  });
  return { url, pool };
}

const inUse = '55006';

/** On a cluster the nodes continue to connect to each other for a while, and PostgreSQL waits five seconds for the connections it ended. */
async function dropDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await onNodes(nodes, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === inUse;
      if (!isInUse || tries === 3) throw error;
    }
  }
}
