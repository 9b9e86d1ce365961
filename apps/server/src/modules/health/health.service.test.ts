import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { Health, type Readiness } from './health.service.ts';

const { pool, url } = await createTestDatabase();

it('is ready as soon as a restarted database answers, though its own connection was lost', async () => {
  const answers: Readiness[] = [];
  let looks = 0;
  const findFaults = () => {
    looks += 1;
    return {};
  };
  const health = new Health({ databaseUrl: url, findFaults, isStopping: () => false });
  onTestFinished(() => health.close());
  answers.push(await health.look());

  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const lookAgain = async () => {
    answers.push(await health.look());
    return looks;
  };
  await expect.poll(lookAgain, { timeout: 5000 }).toBe(2);

  expect(new Set(answers.map(({ checks }) => checks.database))).toEqual(new Set(['ok']));
});
