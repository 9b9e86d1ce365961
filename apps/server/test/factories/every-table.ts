import type { ClientBase, Pool } from 'pg';

type Client = ClientBase | Pool;

interface Column {
  name: string;
  type: string;
  /** The first value that a check of the column allows, if there is such a list. */
  allowed: string | null;
  /** Table and column that a foreign key names. */
  parent: string | null;
  parent_column: string | null;
  /** All columns of that key. */
  parent_key: string | null;
}

interface Table {
  name: string;
  columns: Column[];
}

/** The number of rows for each table. */
export const rowsPerTable = 3;

/** A value of each type; `n` is the number of the row. */
const values: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'text ' || n`,
  character: `'CAD'`,
  boolean: 'true',
  integer: 'n',
  bigint: 'n',
  'double precision': 'n',
  date: 'current_date',
  'timestamp with time zone': `now() - n * interval '1 minute'`,
  'timestamp without time zone': 'now()',
  'time without time zone': `'04:30'`,
  bytea: `sha256(n::text::bytea)`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'bigint[]': `'{1, 2}'`,
};

/** Values of columns whose check is not a list, or that two keys must agree about. */
const special: Readonly<Record<string, string>> = {
  'media.last_four': `'424' || n`,
  'favourites.place': '1',
  'card_claims.ended_at': 'null',
  'question_entries.outcome': 'null',
  // The question of a row decides whose the card is.
  'question_trips.card_id': '(select card_id from questions order by question_id, passenger_id limit 1 offset n - 1)',
};

/**
 * Inserts rows into every table of a schema of any version. It reads the columns from the catalogue, because the other factories
 * know only the newest columns. @throws if the type of a column is unknown here.
 */
export async function fillEveryTable(client: Client): Promise<string[]> {
  await client.query('select ensure_months(now(), now())');
  const tables = parentsFirst(await listTables(client));
  for (const table of tables) await client.query(insertOf(table));
  return tables.map(({ name }) => name);
}

/** Inserts one row into a table. The column `owner` names its owner; every free text contains the marker. */
export async function fillTable(
  client: Client,
  name: string,
  { owner, id, marker }: { owner: string; id: string; marker: string },
): Promise<void> {
  const table = (await listTables(client)).find((one) => one.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  const expression = (column: Column) => {
    if (column.name === owner) return `'${id}'`;
    const { parent, parent_column: key, parent_key: whole } = column;
    // The row of the same owner that a key of several columns names.
    if (parent !== null && whole?.split(', ').includes(owner))
      return `(select ${key} from ${parent} where ${owner} = '${id}' order by ${whole} limit 1)`;
    const value = expressionOf(name, column);
    return value === values.text ? `'${marker}'` : value;
  };
  const columns = table.columns.map((column) => column.name).join(', ');
  await client.query(
    `insert into ${name} (${columns}) select ${table.columns.map(expression).join(', ')} from (select 1 as n) as one`,
  );
}

async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
      json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, null),
        'allowed', (
          select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[(''[^'']*'')')
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]),
        'parent', f.confrelid::regclass::text,
        'parent_column', (
          select p.attname from pg_attribute p
          where p.attrelid = f.confrelid and p.attnum = f.confkey[array_position(f.conkey, a.attnum)]),
        'parent_key', (
          select string_agg(p.attname, ', ' order by p.attnum) from pg_attribute p
          where p.attrelid = f.confrelid and p.attnum = any (f.confkey))
      ) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attidentity = '' and a.attgenerated = ''
    -- A column may be part of several keys; one says its value.
    left join lateral (
      select k.* from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
      order by k.conname desc
      limit 1
    ) f on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
    group by c.relname
    order by c.relname`,
  );
  return rows;
}

/** Each table after the tables of its foreign keys. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const isThere = (name: string | null) => name === null || sorted.some((table) => table.name === name);
  while (sorted.length < tables.length) {
    const next = tables.find(
      (table) => !sorted.includes(table) && table.columns.every(({ parent }) => isThere(parent)),
    );
    if (next === undefined) throw new Error('foreign keys form a circle');
    sorted.push(next);
  }
  return sorted;
}

function insertOf({ name, columns }: Table): string {
  const expressions = columns.map((column) => expressionOf(name, column));
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')})
  select ${expressions.join(', ')} from generate_series(1, ${rowsPerTable}) as n`;
}

function expressionOf(table: string, { name, type, allowed, ...column }: Column): string {
  const { parent, parent_column: key, parent_key: whole } = column;
  const own = special[`${table}.${name}`];
  if (own !== undefined) return own;
  if (parent !== null) return `(select ${key} from ${parent} order by ${whole} limit 1 offset n - 1)`;
  const value = allowed ?? values[type];
  if (value === undefined) throw new Error(`${table}.${name}: no value of type ${type} is known`);
  return value;
}
