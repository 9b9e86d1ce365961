import type { ColumnAsDelivered, ColumnsAsDelivered, FieldsOf } from '@tapfolio/contracts/as-delivered.ts';
import type * as z from 'zod/mini';
import { isoInstant } from './iso-instant.ts';
import { instant, integer, nullable, type RowOf, type SqlType, text } from './sql-types.ts';

/** What the server makes of the columns that `contracts/as-delivered.ts` lists. */

/** The type of a column in SQL. */
export const sqlTypes = {
  text: nullable(text),
  'whole number': nullable(integer),
  instant: nullable(instant),
} satisfies Record<ColumnAsDelivered['type'], SqlType<unknown, never>>;

/** The type of each column in SQL. */
export type SqlTypesOf<Columns extends ColumnsAsDelivered> = {
  readonly [Name in keyof Columns]: (typeof sqlTypes)[Columns[Name]['type']];
};

/** The type of each column in SQL: what a statement reads. */
export function sqlTypesOf<Columns extends ColumnsAsDelivered>(columns: Columns): SqlTypesOf<Columns>;
export function sqlTypesOf(columns: ColumnsAsDelivered): SqlTypesOf<ColumnsAsDelivered> {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, sqlTypes[type]]));
}

/** What an answer says of these columns. */
type ShownOf<Columns extends ColumnsAsDelivered> = {
  [Field in keyof FieldsOf<Columns>]: z.infer<FieldsOf<Columns>[Field]>;
};

/** Makes of a row what an answer says of these columns. */
export function presenterOf<Columns extends ColumnsAsDelivered>(
  columns: Columns,
): (row: RowOf<SqlTypesOf<Columns>>) => ShownOf<Columns>;
export function presenterOf(columns: ColumnsAsDelivered) {
  const parts = Object.entries(columns).map(([name, { field, type }]) => ({
    name,
    field,
    isInstant: type === 'instant',
  }));
  return (row: Readonly<Record<string, string | number | null>>) => {
    const shown: Record<string, string | number | null> = {};
    for (const { name, field, isInstant } of parts) {
      const value = row[name] ?? null;
      shown[field] = isInstant && typeof value === 'string' ? isoInstant(value) : value;
    }
    return shown;
  };
}
