import type pg from 'pg';
import { emptyTables, importedTables } from './feed-fixture.ts';
import { isOnCluster } from './test-database.ts';

/** All rows of some tables, by table. */
type State = Readonly<Record<string, Readonly<Record<string, unknown>>[]>>;

interface Orders<Outcome> {
  readonly pool: pg.Pool;
  readonly files: readonly string[];
  /** Imports one more file. */
  importOne(file: string): Promise<void>;
  /** The result after the import of all files. */
  outcome(): Promise<Outcome>;
}

/**
 * Imports the files in every order, each time into empty tables, and returns the different results (compared by their JSON). If
 * several orders have imported the same files to the same rows, the rest is imported only once for all of them: four files need
 * 32 imports instead of 96. On a cluster a few rows take about a second: there the files come in the order of the list and in its reverse, and in
 * every order only if HISTORIES asks for it.
 */
export async function outcomesOfEveryOrder<Outcome>(orders: Orders<Outcome>): Promise<Outcome[]> {
  if (isOnCluster() && process.env.HISTORIES === undefined) return await outcomesOfTwoOrders(orders);
  const { pool, files, importOne, outcome } = orders;
  const outcomes = new Map<string, Outcome>();
  let states = new Map<string, { state: State; left: readonly string[] }>([['', { state: {}, left: files }]]);
  while (states.size > 0) {
    const next: typeof states = new Map();
    for (const { state, left } of states.values()) {
      for (const file of left) {
        await emptyTables(pool);
        await restore(pool, state);
        await importOne(file);
        if (left.length === 1) {
          const found = await outcome();
          outcomes.set(JSON.stringify(found), found);
        } else {
          const rest = left.filter((one) => one !== file);
          const made = await stateOf(pool);
          next.set(JSON.stringify([rest, comparable(made)]), { state: made, left: rest });
        }
      }
    }
    states = next;
  }
  return [...outcomes.values()];
}

async function outcomesOfTwoOrders<Outcome>({ pool, files, importOne, outcome }: Orders<Outcome>): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  for (const order of [files, files.toReversed()]) {
    await emptyTables(pool);
    for (const file of order) await importOne(file);
    const found = await outcome();
    outcomes.set(JSON.stringify(found), found);
  }
  return [...outcomes.values()];
}

/** The rows of what imports fill, and of further tables. */
export async function stateOf(pool: pg.Pool, ...more: readonly string[]): Promise<State> {
  const each = [...more, ...importedTables].map(
    (table) =>
      `'${table}', (select jsonb_agg(row order by row::text) from (select to_jsonb(t) as row from ${table} as t) as rows)`,
  );
  const { rows } = await pool.query<{ state: Record<string, State[string] | null> }>({
    // Named, it is planned once.
    name: ['stateOf', ...more].join(' '),
    text: `select jsonb_build_object(${each.join(', ')}) as state`,
  });
  return Object.fromEntries(Object.entries(rows[0]?.state ?? {}).map(([table, of]) => [table, of ?? []]));
}

/**
 * Files are numbered in the order of their arrival. The numbers only decide between rows of one key and one export, which
 * the files of a test do not have, so the name is enough to identify a file.
 */
function comparable(state: State): unknown {
  const names = new Map((state.feed_files ?? []).map(({ file_id, name }) => [file_id, name]));
  return Object.entries(state).map(([table, rows]) => [
    table,
    rows.map((row) => JSON.stringify({ ...row, file_id: names.get(row.file_id), imported_at: null })).sort(),
  ]);
}

/** Rows that other rows refer to come first. The tables are empty before. */
export async function restore(pool: pg.Pool, state: State): Promise<void> {
  for (const table of new Set([...importedTables.toReversed(), ...Object.keys(state)])) {
    const rows = state[table] ?? [];
    if (rows.length === 0) continue;
    await pool.query({
      name: `restore ${table}`,
      text: `insert into ${table} overriding system value
      select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      values: [JSON.stringify(rows)],
    });
  }
}
