import type { Pool } from 'pg';

/** Inserts one row, given by column names, and returns the stored row. */
export async function insertRow<Row extends object>(pool: Pool, table: string, row: Row): Promise<Row> {
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
