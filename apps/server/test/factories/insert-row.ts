import type { Pool } from 'pg';

/**
 * What a test says of a row. A column that may be null need not be among those that its factory names: it is null if the test does
 * not say it, and PostgreSQL refuses a name that no column has.
 */
export type Overrides<Row> = Partial<Row> & Readonly<Record<string, unknown>>;

/** Inserts one row, given by column names, and returns the stored row. */
export async function insertRow<Row extends object>(pool: Pick<Pool, 'query'>, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`;
  await pool.query(text, Object.values(row));
  return row;
}

let lastNumber = 0;

/** Returns a new number at each call, for values that must differ. */
export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}
