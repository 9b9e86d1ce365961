import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { integer, notNull, type RowOf, type SqlTypes, type ValuesOf } from './sql-types.ts';
import { isConnectionError } from './temporary-failures.ts';
import { waitedMs } from './waited.ts';

/**
 * The pool, an open transaction or a shared read client: anything that can run one prepared statement. A command returns its changed
 * rows to count them: the count beside them differs on a distributed engine.
 */
export interface Db {
  query<Row extends QueryResultRow>(config: {
    name?: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Row[] }>;
}

/** A connection on which a transaction is open. */
export type Transaction = ClientBase;

/** A statement with the types of its values and of its rows. */
export interface Declaration<Values extends SqlTypes, Columns extends SqlTypes> {
  /** Unique in the code base; `noun.verb`. */
  readonly name: string;
  /** What the statement is given, by name. */
  readonly values?: Values;
  /** The columns of its rows; without it the statement answers nothing. */
  readonly row?: Columns;
  /** The statement, with `$name` for each value. Parts may come from functions that return text. */
  readonly text: string;
  /**
   * `false` plans every run again: for temporary tables, whose size a cached plan would not know. But see `keepPlans`.
   * Otherwise PostgreSQL plans a statement once per connection.
   */
  readonly isPrepared?: boolean;
}

/** A declared statement as PostgreSQL gets it: `$name` is `$1`, `$2` and so on, in the order of the values. */
export interface DeclaredStatement {
  readonly name: string;
  readonly text: string;
  readonly values: SqlTypes;
  readonly row: SqlTypes | undefined;
}

/** Runs a statement. One without values takes none. */
export type Statement<Values extends SqlTypes, Result> = (
  db: Db,
  ...values: [keyof Values] extends [never] ? [] : [values: ValuesOf<Values>]
) => Promise<Result>;

/** The row of a statement. */
export type ResultRow<Declared extends (db: Db, values: never) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Declared>
>[number];

/** Every statement of the modules that are loaded, by its name: tests look at them all. */
export const declaredStatements = new Map<string, DeclaredStatement>();

/**
 * Declares a statement. TypeScript takes the types from the declaration; a test has PostgreSQL describe every statement
 * and compares. Without `row` it answers nothing.
 * @throws when a name in the text is not declared, a declared one is not used, or another statement has the same name (a
 *   connection would run that one instead).
 */
export function statement<Columns extends SqlTypes, Values extends SqlTypes = Record<never, never>>(
  declaration: Declaration<Values, Columns> & { readonly row: Columns },
): Statement<Values, RowOf<Columns>[]>;
export function statement<Values extends SqlTypes = Record<never, never>>(
  declaration: Omit<Declaration<Values, SqlTypes>, 'row'> & { readonly row?: never },
): Statement<Values, void>;
export function statement(declaration: Declaration<SqlTypes, SqlTypes>): Statement<SqlTypes, unknown> {
  const { name, values = {}, row } = declaration;
  const text = withPositions(declaration);
  declare({ name, text, values, row });
  const encoders = Object.entries(values).map(([key, { encode }]) => ({ key, encode: encode ?? asItIs }));
  const isPlannedAgain = (db: Db) => declaration.isPrepared === false && !keepsPlans(db);
  return async (db, given: Readonly<Record<string, never>> = {}) => {
    // The types of the call say that each encoder gets its own value; the list of encoders cannot.
    const sent = encoders.map(({ key, encode }) => encode(given[key] as never));
    try {
      const asked = isPlannedAgain(db) ? { text, values: sent } : { name, text, values: sent };
      const { rows } = await inTurn(db, () => db.query(asked));
      return row === undefined ? undefined : rows;
    } catch (error) {
      if (error instanceof Error) failedTexts.set(error, text);
      throw error;
    }
  };
}

const withKeptPlans = new WeakSet<Db>();

/** Whether PostgreSQL keeps the plans of statements about temporary tables on this connection. */
export const keepsPlans = (db: Db): boolean => withKeptPlans.has(db);

/**
 * Says whether the temporary tables of a connection have few rows for now. Then PostgreSQL plans for them what it plans for empty ones, and
 * keeps these plans: to plan takes several times as long as to run them.
 */
export function keepPlans(db: Db, areFew: boolean): void {
  if (areFew) withKeptPlans.add(db);
  else withKeptPlans.delete(db);
}

/** The last answer that a transaction waits for. */
const lastAnswers = new WeakMap<Db, Promise<unknown>>();

/** A connection runs one statement at a time, so those of a transaction that are called at once wait for each other. */
async function inTurn<Answer>(db: Db, ask: () => Promise<Answer>): Promise<Answer> {
  const last = lastAnswers.get(db);
  if (last === undefined) return await ask();
  const answer = last.then(ask);
  lastAnswers.set(
    db,
    answer.catch(() => {}),
  );
  return await answer;
}

/**
 * Declares a statement that changes rows and returns their number. The number is counted from the returned rows: the
 * count that a distributed engine reports for rows from a temporary table is of those it read. Planned again each time,
 * because PostgreSQL has no statistics of temporary tables.
 */
export function countingStatement(name: string, text: string): (db: Db) => Promise<number> {
  const run = statement({
    name,
    row: { count: notNull(integer, 'a count') },
    text: `with changed as (${text}\n  returning 1\n)\nselect count(*)::integer as count from changed`,
    isPrepared: false,
  });
  return async (db) => {
    const [row] = await run(db);
    return row?.count ?? 0;
  };
}

/** Declares a statement that changes rows whose number is not asked for; planned again each time too. */
export function workStatement(name: string, text: string): (db: Db) => Promise<void> {
  return statement({ name, text, isPrepared: false });
}

const failedTexts = new WeakMap<Error, string>();

/** What the statement that failed with this error was to do; undefined for an error of anything else. */
export function failedWork(error: Error): 'read' | 'insert' | 'update' | 'delete' | undefined {
  const text = failedTexts.get(error);
  if (text === undefined) return undefined;
  if (/\binsert\s+into\b/i.test(text)) return 'insert';
  if (/\bdelete\s+from\b/i.test(text)) return 'delete';
  return /(?<!for\s|for\sno\skey\s)\bupdate\s/i.test(text) ? 'update' : 'read';
}

function declare(statement: DeclaredStatement): void {
  if (declaredStatements.has(statement.name)) throw new Error(`there are two statements named ${statement.name}`);
  declaredStatements.set(statement.name, statement);
}

const asItIs = (value: unknown) => value;

/** The text with `$1` for the first value that is declared, and so on. */
function withPositions({ name, text, values = {} }: Declaration<SqlTypes, SqlTypes>): string {
  const names = Object.keys(values);
  const used = new Set<string>();
  const positioned = text.replace(/\$(\w+)/g, (_, valueName: string) => {
    const position = names.indexOf(valueName) + 1;
    if (position === 0) throw new Error(`the statement ${name} does not declare the value $${valueName}`);
    used.add(valueName);
    return `$${position}`;
  });
  const unused = names.filter((valueName) => !used.has(valueName));
  if (unused.length > 0) throw new Error(`the statement ${name} does not use its values ${unused.join(', ')}`);
  return positioned;
}

/** Texts of the code itself as a list of SQL, for `in (…)`. What comes from anywhere else is a value. */
export const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** The columns of a row, for `select` and `returning`. Those that no table has are `computed`: each by its expression. */
export function selectList<Columns extends SqlTypes>(
  columns: Columns,
  computed?: { readonly [Name in keyof Columns]?: string },
): string;
export function selectList(columns: SqlTypes, computed: Readonly<Record<string, string | undefined>> = {}): string {
  const names = Object.keys(columns);
  return names.map((name) => (computed[name] === undefined ? name : `${computed[name]} as ${name}`)).join(', ');
}

/** The least time of each statement, however long its caller has waited in a lane. */
const leastStatementMs = 500;

/** A caller who has waited for their turn gives each statement so much less time. */
function beginning({ options: { statement_timeout: longestMs } }: Pool): string {
  const waited = waitedMs();
  if (waited === 0 || typeof longestMs !== 'number') return 'begin';
  return `begin; set local statement_timeout = ${Math.ceil(Math.max(longestMs - waited, leastStatementMs))}`;
}

/** Runs `work`, and waits for all its statements: if one of several fails, the others must not follow after the rollback. */
async function workInTurn<Result>(client: Transaction, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  lastAnswers.set(client, Promise.resolve());
  try {
    return await work(client);
  } finally {
    await lastAnswers.get(client);
  }
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<Result>(pool: Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(beginning(pool));
    const result = await workInTurn(client, work);
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
    lastAnswers.delete(client);
    client.release(broken);
  }
}
