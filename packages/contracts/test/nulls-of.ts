import * as z from 'zod/mini';

/** Null for each field of a contract that may be null: a fixture names only those that it has a value for. */
export function nullsOf(schema: { shape: Readonly<Record<string, z.core.$ZodType>> }): Record<string, null> {
  const nullable = Object.entries(schema.shape).filter(([, field]) => z.safeParse(field, null).success);
  return Object.fromEntries(nullable.map(([name]) => [name, null]));
}
