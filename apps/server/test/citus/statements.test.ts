import { globSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { declaredTables } from '../../src/database/tables/declared-tables.ts';
import { createStages } from '../../src/feeds/writer/staging.queries.ts';
import { type DeclaredStatement, declaredStatements } from '../../src/lib/sql.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool } = await createTestDatabase();
await pool.query(`select ensure_months('2026-03-01Z', '2026-03-01Z')`);

/** A database with the temporary tables of an import. */
const client = await pool.connect();
afterAll(() => client.release());
await client.query(createStages);
// The read connections plan like this on a cluster.
await client.query('set plan_cache_mode = force_custom_plan');

const root = path.resolve(import.meta.dirname, '../../../..');
for (const file of globSync('{apps/server/src,demo}/**/*.queries.ts', { cwd: root }))
  await import(path.join(root, file));

/** A value of each type: the text of the literal. */
const literals: Readonly<Record<string, string>> = {
  uuid: 'b9a1e0c6-6f0e-4d3c-9d53-0f4c1c6f1a01',
  'timestamp with time zone': '2026-03-10 12:00:00Z',
  timestamptz: '2026-03-10 12:00:00Z',
  date: '2026-03-10',
  'time without time zone': '03:00',
  bytea: '\\x00',
  json: '{}',
  jsonb: '{}',
  boolean: 'true',
  inet: '127.0.0.1',
};

function literalOf(type: string): string {
  const item = type.replace(/\[\]$/, '');
  const text = literals[item] ?? '1';
  return `'${item === type ? text : `{"${text.replaceAll('\\', '\\\\')}"}`}'::${type}`;
}

/** A list of texts that the statement reads as values of other types, such as the key of a page; undefined if it has none. */
function textsOf({ text }: DeclaredStatement): string | undefined {
  const types = [...text.matchAll(/\$\d+::text\[\]\)\[\d\]::(\w+)/g)].map(([, type = '']) => type);
  return types.length > 0 ? `'{${types.map((type) => literals[type] ?? '1').join(',')}}'::text[]` : undefined;
}

/** Values for a statement as `execute` takes them. */
function valuesOf(one: DeclaredStatement): string {
  const texts = textsOf(one);
  const given = Object.values(one.values).map(({ sql }) => (sql === 'text[]' && texts) || literalOf(sql));
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

/** What a cluster reports while planning: not supported, or wrong in the text that goes to a node. A statement whose value cannot be read was not planned. */
const refusals = /^(0A|22|42|XX)/;

/** The message of a node that rows are copied to; its code does not say so. */
const brokenConstraint = /violates check constraint/;

/**
 * Why the cluster cannot run a statement. It is run, and taken back: `explain` does not come through all that runs. That the values
 * break a constraint is not its fault.
 */
async function refusalOf(one: DeclaredStatement): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(`prepare planned as ${one.text}`);
    await client.query(`execute planned ${valuesOf(one)}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || brokenConstraint.test(error.message)) return undefined;
    return refusals.test(error.code ?? '') ? error.message : undefined;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

async function planOf(one: DeclaredStatement): Promise<string> {
  try {
    await client.query(`prepare planned as ${one.text}`);
    const { rows } = await client.query(`explain (costs off) execute planned ${valuesOf(one)}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('deallocate all');
  }
}

/** `truncate`, `do` and `set` cannot be prepared by name. */
const all = [...declaredStatements.values()].filter(({ text }) => !/^(?:truncate|do|set)\b/.test(text));

const spread = Object.entries(declaredTables)
  .filter(([, { distribution }]) => typeof distribution !== 'string')
  .map(([name]) => name);
const spreadTable = new RegExp(`\\b(?:${spread.join('|')})\\b`);

/** What is done with one card, whose rows lie on one node: what is read, changed and deleted, and its part of an export. */
const ofOneCard = all.filter(
  ({ text, values }) =>
    ('mediumId' in values || 'shownFrom' in values) && spreadTable.test(text) && !/\binsert into\b/.test(text),
);

describe('every statement', () => {
  it.each(all.map((one) => [one.name, one] as const))('can be run on a cluster: %s', async (_, one) => {
    expect(await refusalOf(one)).toBeUndefined();
  });

  it('is looked at', () => {
    expect(ofOneCard.length).toBeGreaterThan(70);
  });

  it.each(ofOneCard.map((one) => [one.name, one] as const))('is one task on one node: %s', async (_, one) => {
    const plan = await planOf(one);

    expect(plan.match(/Task Count: \d+/g), plan).toEqual(['Task Count: 1']);
  });
});
