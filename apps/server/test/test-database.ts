import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createPool } from '../src/database/pool.ts';
import { databaseUrl, onNodes } from './on-nodes.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
}

/** Whether the tests run on a Citus cluster. */
export const isOnCluster = (): boolean => inject('workerUrls').length > 0;

/**
 * A database of your own with the full schema and no rows, gone when the test file ends. Call it at the top of the
 * file or in `beforeAll`: `const { pool, url } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `tapfolio_test_${randomBytes(6).toString('hex')}`;
  const nodes = [inject('serverUrl'), ...inject('workerUrls')];
  await onNodes(nodes, `create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const url = databaseUrl(inject('serverUrl'), name);
  // On a cluster the months of a factory are made on every node, which takes seconds on a loaded machine.
  const pool = createPool({ url, ...(isOnCluster() && { statementSeconds: 60 }) });
  afterAll(async () => {
    await pool.end();
    await onNodes(nodes, `drop database ${name} with (force)`);
  });
  return { url, pool };
}
