import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../test/only-statements.ts';
import { declaredTables } from './tables/declared-tables.ts';

const sources = path.resolve(import.meta.dirname, '..');
const queries = globSync('**/*.queries.ts', { cwd: sources });
const schema = readFileSync(path.join(sources, '../../../db/schema.sql'), 'utf8');
const declaredStatements = await statementsOf(queries.map((name) => path.join(sources, name)));

const spread = Object.entries(declaredTables)
  .filter(([, { distribution }]) => typeof distribution !== 'string')
  .map(([name]) => name);
const spreadTable = `(?:${spread.join('|')})`;

/** Patterns of what a cluster refuses, answers otherwise or can only do by fetching a whole table. `npm run test:citus` tries the rest. */
const rules: readonly (readonly [refused: RegExp, rule: string])[] = [
  [
    new RegExp(`select\\s+exists\\s*\\(\\s*select\\s+from\\s+${spreadTable}\\b`),
    'select 1 … limit 1 instead of exists',
  ],
  [new RegExp(`\\blateral\\s*\\([^()]*\\bfrom\\s+${spreadTable}\\b`), 'no lateral look into a table that is spread'],
  [
    new RegExp(`^(?:with changed as \\()?update\\s+stage_[^;]*\\b(?:from|join)\\s+${spreadTable}\\b`),
    'a staging table is filled from a table that is spread, and not updated by it',
  ],
  [/\bdo\s+update\s+set\b[^;]*\bnow\(\)/, 'no now() in on conflict'],
  // A cluster may count another column (citusdata/citus, issue 8823), and says nothing.
  [
    /\bhaving\b(?:(?!\b(?:select|union|from|join)\b)[^;])*?\b\w+\s*\(\s*(?:distinct\s+)?\w+\.\w+/i,
    'what joined tables say is counted in a subquery and then compared, without having',
  ],
];

function violationsOf(text: string): string[] {
  const mentionsSpread = new RegExp(`\\b${spreadTable}\\b`).test(text);
  return mentionsSpread ? rules.filter(([refused]) => refused.test(text)).map(([, rule]) => rule) : [];
}

describe('a statement about travel', () => {
  it('contains nothing that a cluster refuses or fetches a whole table for', () => {
    const violations = [...declaredStatements.values()].map(({ name, text }) => [name, violationsOf(text)]);

    expect(violations.length).toBeGreaterThan(100);
    expect(Object.fromEntries(violations.filter(([, found]) => found?.length))).toEqual({});
  });

  it.each([
    ['select exists (select from service_references) as found', 'select 1 … limit 1 instead of exists'],
    [
      'select from media m left join lateral (select tap_id from taps where medium_id = m.medium_id limit 1) t on true',
      'no lateral look into a table that is spread',
    ],
    [
      'update stage_media_of_accounts as of_account set first_seen_at = medium.first_seen_at from media as medium where medium.medium_id = of_account.medium_id',
      'a staging table is filled from a table that is spread, and not updated by it',
    ],
    [
      'insert into media (medium_id, last_seen_at) values ($1, $2) on conflict (medium_id) do update set last_seen_at = now()',
      'no now() in on conflict',
    ],
    [
      'select c.medium_id from collections c join debt_events e on e.medium_id = c.medium_id group by c.medium_id having count(distinct c.collection_id) > count(distinct e.version)',
      'what joined tables say is counted in a subquery and then compared, without having',
    ],
  ])('would be found out: %s', (text, rule) => {
    expect(violationsOf(text)).toContain(rule);
  });
});

it('has no view of the schema that a cluster refuses or answers otherwise', () => {
  const views = schema.match(/^create view [\s\S]*?;$/gm) ?? [];

  expect(views.length).toBeGreaterThan(5);
  expect(views.flatMap(violationsOf)).toEqual([]);
});

/** A subquery that reads every node becomes a function, which must have a column there. */
it('has no subquery without a column in the functions of the schema, which are told the names of tables', () => {
  const functions = schema.match(/^CREATE OR REPLACE FUNCTION [\s\S]*?^\$function\$;$/gm) ?? [];

  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter((text) => /\bfrom\s*\(\s*select\s+from\b/.test(text))).toEqual([]);
});
