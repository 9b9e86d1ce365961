import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { sweepExpired } from '../../jobs/sweep-expired.job.ts';
import { contextOf } from '../../plugins/context.ts';
import { enqueueMail, removeJobsAbout } from '../../queue/jobs.queries.ts';

const { context, pool } = await createTestApp([]);

async function buildClosed(monthsAgo: number): Promise<string> {
  const { passenger_id } = await buildPassenger(pool, {
    status: 'anonymised',
    email: `${randomUUID()}@closed.invalid`,
  });
  await pool.query(`update passengers set created_at = now() - make_interval(months => $2) where passenger_id = $1`, [
    passenger_id,
    monthsAgo,
  ]);
  await insertRow(pool, 'consents', { passenger_id, version: '2026-01', language: 'en_CA' });
  return passenger_id;
}

it('deletes closed accounts and their consents after the time that events are kept', async () => {
  const { auditMonths } = context.config.retention;
  const old = await buildClosed(auditMonths + 1);
  const young = await buildClosed(auditMonths - 1);

  await sweepExpired(contextOf(context, 'worker'));

  for (const table of ['passengers', 'consents']) {
    const { rows } = await pool.query(`select passenger_id from ${table} where passenger_id = any ($1)`, [
      [old, young],
    ]);
    expect([table, rows]).toEqual([table, [{ passenger_id: young }]]);
  }
});

it('gives up a last mail that could not be delivered, and no other mail', async () => {
  const [id, onItsWay] = [randomUUID(), randomUUID()];
  await enqueueMail(pool, { mail: 'account-closed', id, recipient: 'sealed' });
  await enqueueMail(pool, { mail: 'account-closed', id: onItsWay, recipient: 'sealed' });
  await enqueueMail(pool, { mail: 'password-changed', id, passengerId: id });
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where payload->>'id' = $1`, [id]);

  await sweepExpired(contextOf(context, 'worker'));

  const { rows } = await pool.query('select key from graphile_worker._private_jobs order by key');
  expect(rows).toEqual([{ key: `account-closed:${onItsWay}` }, { key: `password-changed:${id}` }]);
});

it('leaves nothing of a mail about a closed account whose worker died while it sent the mail', async () => {
  const passengerId = randomUUID();
  await enqueueMail(pool, { mail: 'password-changed', id: randomUUID(), passengerId });
  const held = `update graphile_worker._private_jobs set locked_by = $1, locked_at = $2 where payload->>'passengerId' = $3`;
  await pool.query(held, ['dead', new Date(), passengerId]);
  await removeJobsAbout(pool, { passengerId, subjectIds: [] });
  await pool.query(held, [null, null, passengerId]);

  await sweepExpired(contextOf(context, 'worker'));

  const about = `select from graphile_worker._private_jobs where payload->>'passengerId' = $1`;
  expect((await pool.query(about, [passengerId])).rowCount).toBe(0);
});
