import fc from 'fast-check';
import { describe, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { actsOf } from '../meetings/acts.ts';
import { comparableRows, forgetPeople } from '../meetings/comparable-rows.ts';
import { type Act, followStatements } from '../meetings/meet.ts';
import { meetings } from '../meetings/one-after-the-other.ts';
import { buildPeople } from '../meetings/people.ts';
import { holdsInRandomHistories } from '../random-histories.ts';
import { silentBank } from '../silent-bank.ts';

const app = await createTestApp([authRole, portalRole], { bank: silentBank });
const { context, pool } = app;
followStatements((['auth', 'portal', 'worker'] as const).map((part) => context.databases.of(part).pool));

async function begin() {
  await forgetPeople(pool);
  const people = await buildPeople(app);
  // What was done to get here has left events, limits and jobs.
  await pool.query('delete from audit_events; delete from throttles; delete from graphile_worker._private_jobs');
  const acts = actsOf(app, people);
  const named = (name: string): Act<string> => {
    const act = acts[name];
    if (act === undefined) throw new Error(`nobody can ${name}`);
    return act;
  };
  return {
    acts,
    named,
    rows: async (...done: readonly string[]) => {
      // What changed under its hands is decided by the next run.
      if (done.includes('decide claims')) await named('decide claims')();
      return await comparableRows(pool, people);
    },
  };
}

const { bothOrders, expectOneAfterTheOther } = meetings(pool, begin);

const names = Object.keys((await begin()).acts);
const anyAct = fc.constantFrom(...names);

/** A sign-in that has begun before codes were asked for needs none, although it ends the session in which they were asked for. */
const isOwnPair = (first: string, second: string) =>
  [first, second].includes('sign in again') && [first, second].includes('ask for codes');

holdsInRandomHistories('two acts that meet at any statement end as one after the other', {
  step: fc
    .record({ first: anyAct, second: anyAct, at: fc.nat({ max: 40 }) })
    .filter(({ first, second }) => first !== second && !isOwnPair(first, second)),
  longest: 3,
  cost: 20,
  usual: 5,
  usualSeed: 658_915_902,
  // Each of them compares all that is written.
  isAlone: true,
  live: async (steps) => {
    for (const { first, second, at } of steps) {
      const { statements, ends } = await bothOrders(first, second);
      await expectOneAfterTheOther(first, second, at % Math.max(statements.length, 1), ends);
    }
  },
});

describe('at each statement about cards and claims', () => {
  it.each([
    ['close the account', 'close the account of the claimant'],
    ['close the account of the claimant', 'close the account'],
    ['unlink the claimed card', 'decide claims'],
    ['decide claims', 'unlink the claimed card'],
  ])('"%s" lets "%s" meet it, and neither waits for the other for ever', async (first, second) => {
    const { statements, ends } = await bothOrders(first, second);

    for (const [at, text] of statements.entries())
      if (/\b(cards|card_claims|history_bounds)\b/.test(text)) await expectOneAfterTheOther(first, second, at, ends);
  });
});
