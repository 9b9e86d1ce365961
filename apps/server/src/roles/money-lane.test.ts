import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startCollectionWorld } from '../../test/collection-world.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { buildRefund } from '../../test/factories/refunds.ts';
import { silentBank } from '../../test/silent-bank.ts';
import { enqueueMoneyJob } from '../modules/bank-tries/money-jobs.service.ts';
import { startMoneyLane } from './money-lane.ts';

const { pool, worker, requested } = await startCollectionWorld();

it('says once in the log that fares wait because its configuration names no bank', async () => {
  const { collectionId, mediumId } = await requested();
  const said: unknown[] = [];
  const logger = { warn: () => {}, error: (facts: unknown) => void said.push(facts) };
  await enqueueMoneyJob(pool, { task: 'collect-debt', mediumId, id: collectionId, waitSeconds: 0 });
  const tasks = ['collect-debt', 'refund-payment'];
  const waiting = 'select from graphile_worker.jobs where task_identifier = any($1)';
  const jobs = async () => (await pool.query(waiting, [tasks])).rowCount;

  const lane = startMoneyLane({ context: { ...worker, bank: undefined }, pool: worker.pool, logger });
  onTestFinished(() => lane.stop());
  await expect.poll(jobs, { timeout: 10_000 }).toBe(0);
  await enqueueMoneyJob(pool, { task: 'refund-payment', mediumId, id: randomUUID(), waitSeconds: 0 });
  await expect.poll(jobs, { timeout: 10_000 }).toBe(0);

  expect(said).toEqual([{ event: 'bank.not_configured' }]);
  const { rows } = await pool.query('select outcome from collections where collection_id = $1', [collectionId]);
  expect(rows).toEqual([{ outcome: null }]);
});

it('says in the log which request got no certain answer of the bank, and why', async () => {
  const { collectionId, mediumId } = await requested();
  const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
  const { refund_id: refundId } = await buildRefund(pool, payment);
  await enqueueMoneyJob(pool, { task: 'refund-payment', mediumId, id: refundId, waitSeconds: 0 });
  const said: unknown[] = [];
  const logger = { warn: (facts: unknown) => void said.push(facts), error: () => {} };

  const lane = startMoneyLane({ context: { ...worker, bank: silentBank }, pool: worker.pool, logger });
  onTestFinished(() => lane.stop());

  const because = { event: 'bank.uncertain', err: expect.objectContaining({ message: 'the bank did not answer' }) };
  await expect
    .poll(() => said, { timeout: 10_000 })
    .toEqual(
      expect.arrayContaining([
        { ...because, reference: collectionId },
        { ...because, reference: refundId },
      ]),
    );
});
