import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { alarmKinds, passingRules } from './alarms.service.ts';

const { pool } = await createTestDatabase();
const { rows } = await pool.query(`select pg_get_viewdef('money_faults') as text`);
const rules = [...String(rows[0].text).matchAll(/'(\w+)'::text AS rule/g)].map(([, rule]) => rule ?? '');

it('the runbook says of every alarm what to do', () => {
  const runbook = readFileSync(new URL('../../../../../docs/runbook.md', import.meta.url), 'utf8');

  expect(rules.length).toBeGreaterThan(10);
  expect([...alarmKinds, ...rules].filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
});

it('only alarms about rules that are looked at every minute end by themselves', () => {
  expect(passingRules.filter((rule) => !rules.includes(rule))).toEqual([]);
});
