import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startCollectionWorld } from '../../test/collection-world.ts';
import { workerRole } from './worker.ts';

const { context, pool, worker, requested, rowOf } = await startCollectionWorld();

/** All connections that the jobs share; jobs about cards on a node that does not answer hold them for as long. */
async function holdSharedConnections(): Promise<void> {
  const held = await Promise.all(Array.from({ length: worker.pool.options.max }, () => worker.pool.connect()));
  onTestFinished(() => {
    for (const client of held) client.release();
  });
}

it('collects a fare and finishes the messages about it while other jobs hold all connections that they share', async () => {
  const collection = await requested();
  await holdSharedConnections();

  const lanes = await workerRole(context, pino({ level: 'silent' }));
  onTestFinished(() => lanes.stop());

  await expect.poll(async () => (await rowOf(collection)).outcome, { timeout: 15_000 }).toBe('approved');
  // There is no back office in this test.
  const { mediumId } = collection;
  const waiting = async () =>
    (await pool.query('select from back_office_messages where medium_id = $1 and outcome is null', [mediumId]))
      .rowCount;
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
});
