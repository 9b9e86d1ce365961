import { countingStatement, type Db, keepsPlans, statement, workStatement } from '../../lib/sql.ts';
import { bigint, nullable } from '../../lib/sql-types.ts';
import type { ColumnUse, DeliveredTable, FeedTable } from './feed-table.ts';

/** The names of a table's columns that have one of these uses. */
export function namesOf({ columns }: FeedTable, ...uses: ColumnUse[]): string[] {
  return columns.filter(({ use }) => uses.includes(use)).map(({ name }) => name);
}

/** The names of a table's columns that the other table has too. */
export function sharedNames({ columns }: FeedTable, other: FeedTable): string[] {
  return columns.filter(({ name }) => other.columns.some((column) => column.name === name)).map(({ name }) => name);
}

/** The names of columns separated by commas, behind the alias of their table if there is one. */
export function listOf(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}

/** The columns of the staging table with their types, and its key if it has one. */
export function definitionOf({ stage, columns, stageKey = [] }: FeedTable): string {
  const parts = columns.map(({ name, sql }) => `${name} ${sql}`);
  if (stageKey.length > 0) parts.push(`primary key (${listOf(stageKey)})`);
  return `${stage} (${parts.join(', ')})`;
}

/** Copies delivered rows into the staging table. */
export function copyText<Delivered>({ stage, copied }: DeliveredTable<Delivered>): string {
  return `copy ${stage} (${listOf(copied.map(({ name }) => name))}) from stdin`;
}

/** Removes from the staging table what a newer version supersedes, which within a file is the higher line. */
export function keepLatestText<Delivered>(table: DeliveredTable<Delivered>): string {
  const { stage, identity } = table;
  const newestFirst = [...new Set([...namesOf(table, 'version'), 'line_number'])].map((name) => `${name} desc`);
  return `
    delete from ${stage}
    where ctid in (
      select ctid
      from (
        select ctid,
          row_number() over (partition by ${listOf(identity.map(({ name }) => name))} order by ${newestFirst.join(', ')}) as version
        from ${stage}
      ) as versions
      where version > 1
    )`;
}

/** True if the known row has a newer export than the staged one. */
export const isNewer = `(known.exported_at, known.file_id, known.line_number)
      > (stage.exported_at, stage.file_id, stage.line_number)`;

/** True if the staged row is no older than the one in its table (`target`), which it takes away. */
export const isNotOlder = `(target.exported_at, target.file_id, target.line_number)
      <= (stage.exported_at, stage.file_id, stage.line_number)`;

/**
 * A condition of which PostgreSQL does not count how many rows meet it: it expects half of them. Where it expects one of a table, it may read
 * the whole table first, and for each row that it finds the whole staging table.
 */
export const uncounted = (condition: string) => `case when ${condition} then true else false end`;

/** How a staging table is filled from other tables. */
export interface StagePlan {
  /** The expression of each column with its name; columns without one are null. */
  values: Readonly<Record<string, string>>;
  /** `from`, joins and conditions. */
  from: string;
  /** Of rows that are equal in these expressions the first is taken; `from` then ends with their order. */
  distinctOn?: string;
}

/**
 * Fills a staging table from other tables.
 * @throws for a column that the staging table does not have.
 */
export function stageText(table: FeedTable, { values, from, distinctOn }: StagePlan): string {
  const names = Object.keys(values);
  const unknown = names.filter((name) => !table.columns.some((column) => column.name === name));
  if (unknown.length > 0) throw new Error(`${table.stage} has no column ${unknown.join(', ')}`);
  const expressions = Object.entries(values).map(([name, value]) =>
    value.endsWith(`.${name}`) ? value : `${value} as ${name}`,
  );
  return `insert into ${table.stage} (${listOf(names)})
  select ${distinctOn === undefined ? '' : `distinct on (${distinctOn}) `}${expressions.join(',\n    ')}
  ${from}`;
}

/** The columns of one table, in their original form. */
export function sameColumns(names: readonly string[], alias: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]));
}

export interface UpsertTexts {
  insertNew: string;
  updateChanged: string;
  advanceUnchanged: string;
}

/**
 * The three statements that bring a staged batch into its table: new rows; rows whose content differs and whose version is
 * newer; rows that a newer export only confirms. The staging table holds a key once at most.
 *
 * Three plain statements instead of one `on conflict do update`: a first delivery runs the first one only, and its
 * row count says what was inserted on every engine (`xmax` cannot be returned from partitioned tables).
 */
export function upsertTexts(table: FeedTable): UpsertTexts {
  const [content, version] = [namesOf(table, 'content'), namesOf(table, 'version')];
  const update = table.isReference ? updateOfReference(table) : updateOf(table);
  return {
    insertNew: `${insertText(table)}
  on conflict do nothing`,
    // The same row again says something else when it is replayed under another configuration.
    updateChanged: update(namesOf(table, 'content', 'silent', 'version'), (known, staged) => [
      `${tuple(known, version)} <= ${tuple(staged, version)}`,
      `${tuple(known, content)} is distinct from ${tuple(staged, content)}`,
    ]),
    advanceUnchanged: update(namesOf(table, 'silent', 'version'), (known, staged) => [
      `${tuple(known, version)} < ${tuple(staged, version)}`,
    ]),
  };
}

/** Conditions on a known row and on the staged one, by their aliases. */
type Conditions = (known: string, staged: string) => string[];
type Update = (columns: readonly string[], conditions: Conditions) => string;

const tuple = (alias: string, names: readonly string[]) => `(${listOf(names, alias)})`;

function insertText(table: FeedTable): string {
  const columns = listOf(namesOf(table, 'key', 'content', 'silent', 'once', 'version'));
  return `insert into ${table.name} as known (${columns})
  select ${columns}
  from ${table.stage}`;
}

function updateOf(table: FeedTable): Update {
  const match = namesOf(table, 'key').map((name) => `known.${name} = stage.${name}`);
  return (columns, conditions) => `update ${table.name} as known
  set ${assignments(columns, 'stage')}
  from ${table.stage} as stage
  where ${[...match, ...conditions('known', 'stage')].join('\n    and ')}`;
}

/** A distributed engine updates a table with copies on every node from a temporary table by this way only. */
function updateOfReference(table: FeedTable): Update {
  return (columns, conditions) => `${insertText(table)}
  on conflict (${listOf(namesOf(table, 'key'))}) do update
  set ${assignments(columns, 'excluded')}
  where ${conditions('known', 'excluded').join('\n    and ')}`;
}

function assignments(columns: readonly string[], from: string): string {
  return columns.map((name) => `${name} = ${from}.${name}`).join(',\n    ');
}

/** The statements that bring a staged batch into its table, each with how many rows it wrote. */
export interface UpsertStatements {
  insertNew: (db: Db) => Promise<number>;
  updateChanged: (db: Db) => Promise<number>;
  advanceUnchanged: (db: Db) => Promise<void>;
}

/** Declares them for a table. */
export function upsertStatements(table: FeedTable): UpsertStatements {
  const { insertNew } = upsertTexts(table);
  return { insertNew: countingStatement(`feeds.${table.name}.insertNew`, insertNew), ...updateStatements(table) };
}

/** Declares those that change known rows. */
export function updateStatements(table: FeedTable): Omit<UpsertStatements, 'insertNew'> {
  const { updateChanged, advanceUnchanged } = upsertTexts(table);
  return {
    updateChanged: countingStatement(`feeds.${table.name}.updateChanged`, updateChanged),
    advanceUnchanged: workStatement(`feeds.${table.name}.advanceUnchanged`, advanceUnchanged),
  };
}

/**
 * Declares what empties staging tables. While they have few rows, these are deleted: a `truncate` makes new files for a table, and PostgreSQL
 * plans every statement about it again.
 */
export function emptyingStatement(name: string, tables: readonly FeedTable[]): (db: Db) => Promise<void> {
  const stages = tables.map(({ stage }) => stage);
  const deleteFew = statement({ name: `${name}Few`, text: deleteText(stages) });
  const truncateFilled = workStatement(name, truncateText(stages));
  return async (db) => await (keepsPlans(db) ? deleteFew(db) : truncateFilled(db));
}

/** Deletes the rows of staging tables by one statement. */
export const deleteText = (stages: readonly string[]): string =>
  `with ${stages.map((stage) => `${stage}_rows as (delete from ${stage})`).join(',\n  ')}\nselect`;

/** Only those that were filled: to empty a table makes new files for it, full or not, and a batch fills few of them. */
export const truncateText = (stages: readonly string[]): string => `do $$
  declare
    filled text;
  begin
    select string_agg(stage::text, ', ') into filled
    from unnest('{${listOf(stages)}}'::regclass[]) as stage
    where pg_relation_size(stage) > 0;
    if filled is not null then
      execute 'truncate ' || filled;
    end if;
  end $$`;

/** Declares the question how much room the largest of these staging tables takes; rows that were deleted take room too. */
export function sizeStatement(name: string, tables: readonly FeedTable[]): (db: Db) => Promise<number> {
  const find = statement({
    name,
    row: { bytes: nullable(bigint) },
    text: `select max(pg_relation_size(stage)) as bytes
    from unnest('{${listOf(tables.map(({ stage }) => stage))}}'::regclass[]) as stage`,
  });
  return async (db) => (await find(db))[0]?.bytes ?? 0;
}
