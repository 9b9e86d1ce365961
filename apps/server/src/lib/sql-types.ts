/** The types of values and columns that statements declare. A test compares each with what PostgreSQL says of the statement. */

/** A type of SQL, with what JavaScript gets from a column of it (`Out`) and may give for a value of it (`In`). */
export interface SqlType<Out, In = Out> {
  /** PostgreSQL's own name of the type. */
  readonly sql: string;
  readonly isNullable: boolean;
  /** Why an expression is never null, if PostgreSQL cannot derive it. */
  readonly reason?: string;
  /** The only texts it may be. */
  readonly texts?: readonly string[];
  /** Makes of a value what the driver takes; without it the driver takes the value as it is. */
  readonly encode?: (value: In) => unknown;
  /** Never there: carries the types for the compiler. */
  readonly carries?: readonly [out: Out, takes: (value: In) => void];
}

/** Types by the names of columns or of values. */
export type SqlTypes = Readonly<Record<string, SqlType<unknown, never>>>;

/** What a row of these columns is in JavaScript. */
export type RowOf<Columns extends SqlTypes> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends SqlType<infer Out, never> ? Out : never;
};

/** What a statement with these values has to be given. */
export type ValuesOf<Values extends SqlTypes> = {
  readonly [Name in keyof Values]: Values[Name] extends SqlType<unknown, infer In> ? In : never;
};

const plain = <Out>(sql: string): SqlType<Out> => ({ sql, isNullable: false });

export const uuid: SqlType<string> = plain('uuid');
export const text: SqlType<string> = plain('text');
/** Text of a fixed length, such as the code of a currency. */
export const character: SqlType<string> = plain('character');
export const integer: SqlType<number> = plain('integer');
/** A number; the driver refuses one that JavaScript cannot hold exactly. */
export const bigint: SqlType<number> = plain('bigint');
export const double: SqlType<number> = plain('double precision');
export const boolean: SqlType<boolean> = plain('boolean');
export const bytes: SqlType<Buffer> = plain('bytea');
/** A point in time as PostgreSQL writes it, with its offset; any other way to write one is good for a value. */
export const instant: SqlType<string, string | Date> = { sql: 'timestamp with time zone', isNullable: false };
/** A day as `YYYY-MM-DD`. */
export const day: SqlType<string> = plain('date');
/** A time of day as `HH:MM:SS`. */
export const timeOfDay: SqlType<string> = plain('time without time zone');

/** JSON as it was written, parsed for a row and written for a value. */
export function json<Content>(): SqlType<Content> {
  return { sql: 'json', isNullable: false, encode: (value) => JSON.stringify(value) };
}

/** JSON as PostgreSQL stores it, parsed for a row and written for a value. */
export function jsonb<Content>(): SqlType<Content> {
  return { sql: 'jsonb', isNullable: false, encode: (value) => JSON.stringify(value) };
}

/** Text that is one of a list. */
export function oneOf<const Texts extends readonly string[]>(texts: Texts): SqlType<Texts[number]> {
  return { sql: 'text', isNullable: false, texts };
}

/** An array; items that may be null are `arrayOf(nullable(…))`. */
export function arrayOf<Out, In = Out>(item: SqlType<Out, In>): SqlType<Out[], readonly In[]> {
  const { encode } = item;
  return {
    sql: `${item.sql}[]`,
    isNullable: false,
    ...(encode && { encode: (items: readonly In[]) => items.map((one) => encode(one)) }),
  };
}

/** May be null. For a column of a row this is needed unless PostgreSQL knows that it never is. */
export function nullable<Out, In = Out>(type: SqlType<Out, In>): SqlType<Out | null, In | null> {
  const { encode, sql, texts } = type;
  return {
    sql,
    isNullable: true,
    ...(texts && { texts }),
    ...(encode && { encode: (value: In | null) => (value === null ? null : encode(value)) }),
  };
}

/** A column that is never null although PostgreSQL cannot derive it: an expression, or the outer side of a join. */
export function notNull<Out, In = Out>(type: SqlType<Out, In>, reason: string): SqlType<Out, In> {
  return { ...type, reason };
}
