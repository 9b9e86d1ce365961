import { globSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
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
for (const file of globSync('apps/server/src/**/*.queries.ts', { cwd: root })) await import(path.join(root, file));

/** A value of each type: the text of the literal. */
const literals: Readonly<Record<string, string>> = {
  uuid: 'b9a1e0c6-6f0e-4d3c-9d53-0f4c1c6f1a01',
  'timestamp with time zone': '2026-03-10 12:00:00Z',
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

/** Values for a statement as `execute` takes them. */
function valuesOf({ values }: DeclaredStatement): string {
  const given = Object.values(values).map(({ sql }) => literalOf(sql));
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

/** What a cluster reports while planning: not supported, or wrong in the text that goes to a node. */
const refusals = /^(0A|42|XX)/;

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

/** Reads of one card, whose rows lie on one node; the list of cards belongs to the account side. */
const ofOneCard = all.filter(
  ({ name, values }) =>
    /^((trips|payments|products|travel|spend)\.|cards\.findMediumState)/.test(name) && 'mediumId' in values,
);

describe('every statement', () => {
  it.each(all.map((one) => [one.name, one] as const))('can be run on a cluster: %s', async (_, one) => {
    expect(await refusalOf(one)).toBeUndefined();
  });

  it('is looked at', () => {
    expect(ofOneCard.length).toBeGreaterThan(5);
  });

  it.each(ofOneCard.map((one) => [one.name, one] as const))('is one task on one node: %s', async (_, one) => {
    const plan = await planOf(one);

    expect(plan.match(/Task Count: \d+/g), plan).toEqual(['Task Count: 1']);
  });
});
