import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { buildCollection } from '../factories/collections.ts';
import { followClient, meet } from '../meetings/meet.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool } = await createTestDatabase();

async function followed() {
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  followClient(client);
  return client;
}

it('two acts meet at a row of another node: the first goes on as soon as the second waits there, before the limit of its statement', async () => {
  const { medium_id } = await buildCollection(pool, { medium_id: randomUUID(), payment_id: randomUUID() });
  const change = `update collections set next_at = now() where medium_id = '${medium_id}'`;
  const [one, other] = [await followed(), await followed()];
  await other.query(`set statement_timeout = '1800ms'`);

  const { outcomes, faults } = await meet(pool, {
    first: async () => {
      for (const text of ['begin', change, 'select', 'commit']) await one.query(text);
      return 'done';
    },
    at: 2,
    second: async () => `${(await other.query(change)).rowCount}`,
  });

  expect({ outcomes, faults }).toEqual({ outcomes: ['done', '1'], faults: [] });
});
