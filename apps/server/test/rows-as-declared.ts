import pg from 'pg';
import { type DeclaredStatement, declaredStatements } from '../src/lib/sql.ts';
import type { SqlTypes } from '../src/lib/sql-types.ts';

/**
 * Compares all rows that a declared statement reads with its declaration. A module by itself: the files of a worker share it.
 */
const found: string[] = [];

/** Returns the faults found since the last call, and clears them. */
export function takeMistakes(): string[] {
  return found.splice(0);
}

const byText = new Map<string, DeclaredStatement>();
/** How many declared statements are in it. Two may have one text, so its size does not say. */
let known = 0;

function statementOf(query: unknown): DeclaredStatement | undefined {
  if (typeof query !== 'object' || query === null || !('text' in query) || 'submit' in query) return undefined;
  if (known < declaredStatements.size) for (const one of declaredStatements.values()) byText.set(one.text, one);
  known = declaredStatements.size;
  return byText.get(String(query.text));
}

function check({ name, row }: DeclaredStatement, rows: readonly Record<string, unknown>[]): void {
  if (row !== undefined) for (const one of rows) found.push(...mistakesIn(row, one).map((text) => `${name}: ${text}`));
}

function mistakesIn(columns: SqlTypes, row: Record<string, unknown>): string[] {
  return Object.entries(columns).flatMap(([column, { isNullable, texts }]) => {
    const value = row[column];
    if (value === null) return isNullable ? [] : [`${column} is null`];
    return texts === undefined || texts.some((text) => text === value) ? [] : [`${column} is ${JSON.stringify(value)}`];
  });
}

type Ask = (this: pg.Client, ...args: unknown[]) => unknown;
type Rows = { rows: Record<string, unknown>[] } | undefined;

// All queries of the pool and of the readers go through this one method, with a promise or with a callback.
const client: { query: Ask; asked?: Ask } = pg.Client.prototype;
// The driver stays loaded if a test reloads our modules.
client.asked ??= client.query;
const ask = client.asked;
const checked = function (this: pg.Client, ...args: unknown[]): unknown {
  const statement = statementOf(args[0]);
  if (statement === undefined) return ask.apply(this, args);
  const last = args.at(-1);
  if (typeof last === 'function') {
    const answer = (error: unknown, result: Rows) => {
      check(statement, result?.rows ?? []);
      last(error, result);
    };
    return ask.apply(this, [...args.slice(0, -1), answer]);
  }
  // Without a callback the driver returns a promise.
  return (ask.apply(this, args) as Promise<Rows>).then((result) => {
    check(statement, result?.rows ?? []);
    return result;
  });
};
client.query = checked;
