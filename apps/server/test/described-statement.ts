import type { ClientBase, Connection, Submittable } from 'pg';
import { genericPlan, nodesOf, type PlanNode, tableOf } from './generic-plan.ts';

/** PostgreSQL's description of a statement. */
export interface Description {
  /** The names of the types of `$1`, `$2` and so on. */
  readonly values: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

export interface DescribedColumn {
  readonly name: string;
  readonly sql: string;
  /** True for a table's column that is never null, neither in the table nor by an outer join. */
  readonly isNeverNull: boolean;
  /** The only texts that a constraint of the table lets the column have; undefined if there is no such constraint. */
  readonly allowed: readonly string[] | undefined;
}

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Lets PostgreSQL parse and plan a statement, and returns the types of its parameters and columns. The statement is not run. */
export async function describeStatement(client: ClientBase, text: string): Promise<Description> {
  const { parameters, fields } = await client.query(new Describing(text)).answer;
  const names = await typeNames(client, [...parameters, ...fields.map(({ dataTypeID }) => dataTypeID)]);
  const required = await requiredColumns(client, text, fields);
  const allowed = await allowedTexts(client, fields);
  return {
    values: parameters.map((oid) => names.get(oid) ?? 'unknown'),
    columns: fields.map((field) => ({
      name: field.name,
      sql: names.get(field.dataTypeID) ?? 'unknown',
      isNeverNull: required.has(keyOf(field)),
      allowed: allowed.get(keyOf(field)),
    })),
  };
}

const keyOf = ({ tableID, columnID }: Field) => `${tableID}.${columnID}`;

/** The part of the protocol that describes types without running a statement. */
class Describing implements Submittable {
  readonly answer: Promise<{ parameters: number[]; fields: Field[] }>;
  readonly #text: string;
  readonly #settled = Promise.withResolvers<{ parameters: number[]; fields: Field[] }>();
  #parameters: number[] = [];
  #fields: Field[] = [];

  constructor(text: string) {
    this.#text = text;
    this.answer = this.#settled.promise;
  }

  submit(connection: Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs;
    });
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#settled.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settled.resolve({ parameters: this.#parameters, fields: this.#fields });
  }
}

async function typeNames(client: ClientBase, oids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select oid::integer, oid::regtype::text as name from pg_type where oid = any($1)`,
    [oids],
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

/** The lists of constraints `check (column in (…))`, for the columns that a statement returns as they are stored. */
async function allowedTexts(client: ClientBase, fields: readonly Field[]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ key: string; list: string | null }>(
    String.raw`select conrelid || '.' || conkey[1] as key,
      substring(pg_get_constraintdef(oid) from '^CHECK \(\(\w+ = ANY \(ARRAY\[([^]]*)]\)\)\)$') as list
    from pg_constraint
    where contype = 'c' and cardinality(conkey) = 1 and conrelid = any($1)`,
    [fields.map(({ tableID }) => tableID)],
  );
  return new Map(
    rows.flatMap(({ key, list }) => (list === null ? [] : [[key, Array.from(list.matchAll(/'([^']*)'/g), textIn)]])),
  );
}

const textIn = ([, text = '']: RegExpMatchArray) => text;

/** The columns of tables that are never null in these rows. */
async function requiredColumns(client: ClientBase, text: string, fields: readonly Field[]): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select c.relname as table, c.oid || '.' || a.attnum as key
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnotnull
    where c.relkind in ('r', 'p') and c.oid = any($1)`,
    [fields.map(({ tableID }) => tableID)],
  );
  if (rows.length === 0) return new Set();
  const outer = outerTables(await genericPlan(client, text));
  return new Set(rows.filter(({ table }) => !outer.has(table)).map(({ key }) => key));
}

/** The child of an outer join that may be missing in a row. */
const missingSides: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

/** The tables whose columns may be null because their row may be missing. */
function outerTables(plan: PlanNode): Set<string> {
  const nodes = nodesOf(plan);
  const missing = nodes.flatMap((node) => {
    const sides = missingSides[String(node['Join Type'])] ?? [];
    return (node.Plans ?? []).filter((child) => sides.includes(String(child['Parent Relationship'])));
  });
  const parts = new Map(nodes.map((node) => [String(node['Subplan Name']), node]));
  return new Set(missing.flatMap((node) => tablesIn(node, parts)));
}

/** The tables that are read below a node, including those of the `with` parts that it reads. */
function tablesIn(node: PlanNode, parts: ReadonlyMap<string, PlanNode>): string[] {
  return nodesOf(node).flatMap((one) => {
    const part = parts.get(`CTE ${String(one['CTE Name'])}`);
    return [tableOf(one), ...(part === undefined ? [] : tablesIn(part, parts))];
  });
}
