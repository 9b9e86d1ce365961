import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createPool } from '../src/database/pool.ts';
import { databaseUrl } from './test-server.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
}

/**
 * A database of your own with the full schema and no rows, gone when the test file ends. Call it at the top of the
 * file or in `beforeAll`: `const { pool, url } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `tapfolio_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const url = databaseUrl(inject('serverUrl'), name);
  const pool = createPool({ url });
  afterAll(async () => {
    await pool.end();
    await onServer(`drop database ${name} with (force)`);
  });
  return { url, pool };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
