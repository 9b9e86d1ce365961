import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DescribedColumn, describeStatement } from '../../test/described-statement.ts';
import { statementsOf } from '../../test/only-statements.ts';
import { makeStageTables } from '../../test/stage-tables.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createStages } from '../feeds/writer/staging.queries.ts';
import type { DeclaredStatement } from '../lib/sql.ts';
import {
  bigint,
  boolean,
  instant,
  integer,
  notNull,
  nullable,
  type SqlType,
  type SqlTypes,
  text,
  uuid,
} from '../lib/sql-types.ts';

const { pool } = await createTestDatabase();
await pool.query(`select ensure_months('2026-03-01Z', '2026-03-01Z')`);

/** A database with the temporary tables of an import. */
const client = await pool.connect();
afterAll(() => client.release());
await client.query(createStages);
await makeStageTables(pool);

const root = path.resolve(import.meta.dirname, '../../../..');
const queries = globSync('{apps/server/src,demo}/**/*.queries.ts', { cwd: root });
const declaredStatements = await statementsOf(queries.map((name) => path.join(root, name)));

/** Differences between the declaration of a statement and what PostgreSQL says. */
async function mistakesOf({ text, values, row = {} }: Omit<DeclaredStatement, 'name'>): Promise<string[]> {
  const described = await describeStatement(client, text);
  return [...mistakenValues(values, described.values), ...mistakenColumns(row, described.columns)];
}

function mistakenValues(declared: SqlTypes, described: readonly string[]): string[] {
  return Object.entries(declared).flatMap(([name, { sql }], index) => {
    const actual = described[index] ?? 'unknown';
    return sameType(sql, actual) ? [] : [`$${name} is declared as ${sql} and is ${actual}`];
  });
}

function mistakenColumns(declared: SqlTypes, described: readonly DescribedColumn[]): string[] {
  const names = described.map(({ name }) => name);
  const missing = Object.keys(declared).filter((name) => !names.includes(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...missing.map((name) => `${name} is declared and is no column`),
    ...twice.map((name) => `${name} is the name of two columns`),
    ...described.flatMap((column) => mistakenColumn(column, declared[column.name])),
  ];
}

function mistakenColumn(
  { name, sql, isNeverNull, allowed }: DescribedColumn,
  declared: SqlType<unknown, never> | undefined,
): string[] {
  if (declared === undefined) return [`${name} is a column and is not declared`];
  if (!sameType(declared.sql, sql)) return [`${name} is declared as ${declared.sql} and is ${sql}`];
  if (isNeverNull && declared.isNullable) return [`${name} is declared as nullable and is never null`];
  if (isNeverNull && declared.reason !== undefined) return [`${name} is known to be never null and needs no reason`];
  if (!isNeverNull && !declared.isNullable && declared.reason === undefined)
    return [`${name} may be null: declare it as nullable, or say with notNull why it never is`];
  return mistakenTexts(name, declared.texts, allowed);
}

/** A list of a statement may be shorter than the one of the constraint, because its `where` leaves values out. */
function mistakenTexts(name: string, declared: readonly string[] = [], allowed: readonly string[] = declared) {
  const refused = declared.filter((one) => !allowed.includes(one));
  return refused.map((one) => `${name} may be '${one}', which the constraint of its table refuses: add a migration`);
}

/** Texts of any length count as one type. */
const sameType = (declared: string, actual: string) =>
  declared === actual || (declared === 'text' && actual === 'character varying');

describe('every statement', () => {
  it.each([...declaredStatements.values()].map((one) => [one.name, one] as const))(
    'has the values and the columns that it declares: %s',
    async (_, one) => {
      expect(await mistakesOf(one)).toEqual([]);
    },
  );
});

describe('a check would find a statement that', () => {
  const cards = 'select card_id, name from cards where passenger_id = $1';
  const row = { card_id: integer, name: text };
  const outer = 'select c.card_id, p.email from cards c left join passengers p on p.passenger_id = $1';

  it.each<[string, Omit<DeclaredStatement, 'name'>, string]>([
    ['gives a value another type', { text: cards, values: { id: text }, row }, '$id is declared as text and is uuid'],
    [
      'gives two values the types of each other',
      {
        text: 'select name from cards where passenger_id = $1 and card_id = $2',
        values: { cardId: integer, passengerId: uuid },
        row: { name: text },
      },
      '$cardId is declared as integer and is uuid',
    ],
    [
      'gives a column another type',
      { text: cards, values: { id: uuid }, row: { ...row, card_id: bigint } },
      'card_id is declared as bigint and is integer',
    ],
    [
      'declares a column that is not there',
      { text: cards, values: { id: uuid }, row: { ...row, linked_at: instant } },
      'linked_at is declared and is no column',
    ],
    [
      'leaves out a column',
      { text: cards, values: { id: uuid }, row: { name: text } },
      'card_id is a column and is not declared',
    ],
    ['declares no row at all', { text: cards, values: { id: uuid }, row: undefined }, 'name is a column and is not'],
    [
      'has two columns of one name',
      { text: `select card_id, name, 'x' as name from cards where passenger_id = $1`, values: { id: uuid }, row },
      'name is the name of two columns',
    ],
    [
      'forgets that a column may be null',
      {
        text: 'select first_name from passengers where passenger_id = $1',
        values: { id: uuid },
        row: { first_name: text },
      },
      'first_name may be null',
    ],
    [
      'forgets that the row of an outer join may be missing',
      { text: outer, values: { id: uuid }, row: { card_id: integer, email: text } },
      'email may be null',
    ],
    [
      'forgets it behind a part of the statement',
      {
        text: `with p as materialized (select * from passengers where passenger_id = $1)
          select c.card_id, p.email from cards c left join p on p.email = c.name`,
        values: { id: uuid },
        row: { card_id: integer, email: text },
      },
      'email may be null',
    ],
    [
      'forgets it of an expression',
      { text: 'select $1::uuid is not null as is_there', values: { id: uuid }, row: { is_there: boolean } },
      'is_there may be null',
    ],
    [
      'says of a column that it may be null and it may not',
      { text: cards, values: { id: uuid }, row: { ...row, name: nullable(text) } },
      'name is declared as nullable and is never null',
    ],
    [
      'says why of what PostgreSQL knows',
      { text: cards, values: { id: uuid }, row: { ...row, name: notNull(text, 'every card has one') } },
      'name is known to be never null',
    ],
  ])('%s', async (_, declared, mistake) => {
    expect(await mistakesOf(declared)).toContainEqual(expect.stringContaining(mistake));
  });
});
