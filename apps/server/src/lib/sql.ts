import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { isConnectionError } from '../database/not-now.ts';

/** The pool, an open transaction or a shared read client: whatever can run one prepared statement. */
export interface Db {
  query<Row extends QueryResultRow>(config: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A connection on which a transaction is open. */
export type Transaction = PoolClient;

/** Every statement of the modules that are loaded, by its name: tests look at them all. */
export const declaredStatements = new Map<string, string>();

/**
 * Declares a statement that PostgreSQL plans once per connection. `name` must be unique in the code base and changes
 * together with the text. Types are the caller's promise: one row type per statement, checked by its tests.
 * @throws when another statement has that name: a connection would run that one instead.
 */
export function statement<Row extends QueryResultRow>(
  name: string,
  text: string,
): (db: Db, values: unknown[]) => Promise<Row[]> {
  if (declaredStatements.has(name)) throw new Error(`there are two statements named ${name}`);
  declaredStatements.set(name, text);
  return async (db, values) => (await db.query<Row>({ name, text, values })).rows;
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<Result>(pool: Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that no longer answers would answer the rollback no sooner; the server rolls back when it is closed.
    if (isConnectionError(error)) broken = error;
    else
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}
