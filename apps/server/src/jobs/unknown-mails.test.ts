import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { newUuid } from '../lib/ids.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';
import { workerRole } from '../roles/worker.ts';

const mailServer = await startMailServer();
const { context, pool } = await createTestApp([], {
  config: { mail: { ...testConfig().mail, port: mailServer.port } },
});

async function startWorker(): Promise<void> {
  const worker = await workerRole(context, pino({ level: 'silent' }));
  onTestFinished(() => worker.stop());
}

it('a mail of a kind that only a newer release knows waits, and is sent at once when a worker starts that knows it', async () => {
  const { passenger_id: passengerId, email } = await buildPassenger(pool);
  await enqueueMail(pool, { mail: 'password-changed', id: newUuid(Date.now()), passengerId });
  const ofKind = (kind: string) =>
    pool.query(
      `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{mail}', to_jsonb($1::text))`,
      [kind],
    );
  await ofKind('from-tomorrow');
  await startWorker();
  const refusal = async () => (await pool.query('select last_error from graphile_worker._private_jobs')).rows;
  await expect
    .poll(refusal, { timeout: 8000 })
    .toEqual([{ last_error: 'the mail is of a kind that this release does not know' }]);
  // It was refused so often that the next attempt is far away, and the newer release knows its kind.
  await pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
  await ofKind('password-changed');

  await startWorker();

  expect((await mailServer.lastTo(email)).subject).toBe('Your password was changed');
});
