import pg from 'pg';
import { types } from './pool.ts';

/** What the driver has and its published types leave out. */
declare module 'pg' {
  interface Query {
    name: string | undefined;
    values: unknown[] | undefined;
    prepare(connection: pg.Connection): void;
    handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
    handleDataRow(message: RowMessage): void;
    handleCommandComplete(): void;
    handleReadyForQuery(): void;
    handleError(error: unknown): void;
  }
}

/** A text for each column. */
interface RowMessage {
  readonly fields: readonly (string | null)[];
}

interface Columns {
  readonly list: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row of nulls: to copy it is faster than to make an object column by column. */
  readonly blank: pg.QueryResultRow;
}

/** What is known of the statements that a connection has run. */
export interface Known {
  /** By the name of the statement. */
  readonly columns: Map<string, Columns>;
  /** The connection, on which nothing is asked to be described. */
  readonly quiet: pg.Connection;
}

/** For a connection that has not run any. */
export function knowNothing({ connection }: pg.Client): Known {
  return { columns: new Map(), quiet: Object.assign(Object.create(connection), { describe: () => {} }) };
}

/** The result of a read. */
interface Settle {
  resolve(result: Pick<pg.QueryResult, 'rows'>): void;
  reject(error: unknown): void;
}

/**
 * A read on a connection that remembers what columns its statements have. PostgreSQL describes them when a statement is run
 * first, and the driver would have it do so each time: a fifth of what a page of history costs both. The columns of a
 * prepared statement never change; PostgreSQL refuses to run it when its table has other ones.
 */
export class KnownRead extends pg.Query {
  readonly #known: Known;
  readonly #settle: Settle;
  readonly #rows: pg.QueryResultRow[] = [];
  #columns: Columns = { list: [], blank: {} };
  #failure: unknown;

  constructor({ name, text, values }: pg.QueryConfig, known: Known, settle: Settle) {
    // More than the text the driver would copy property by property, which takes longer than to send it.
    super(text);
    this.name = name;
    this.values = values;
    this.#known = known;
    this.#settle = settle;
  }

  override prepare(connection: pg.Connection): void {
    const columns = this.name === undefined ? undefined : this.#known.columns.get(this.name);
    this.#columns = columns ?? this.#columns;
    super.prepare(columns === undefined ? connection : this.#known.quiet);
  }

  override handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = {
      list: fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID) })),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    if (this.name !== undefined) this.#known.columns.set(this.name, this.#columns);
  }

  override handleDataRow({ fields }: RowMessage): void {
    const { list, blank } = this.#columns;
    // Rows have many shapes here, and to spread them would take twice as long.
    const row: pg.QueryResultRow = Object.assign({}, blank);
    try {
      list.forEach(({ name, parse }, index) => {
        const text = fields[index];
        if (typeof text === 'string') row[name] = parse(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** The number of rows is known then. */
  override handleCommandComplete(): void {}

  override handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#settle.resolve({ rows: this.#rows });
    else this.#settle.reject(this.#failure);
  }

  override handleError(error: unknown): void {
    this.#settle.reject(error);
  }
}
