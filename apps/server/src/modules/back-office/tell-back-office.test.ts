import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newsOf } from '../../../test/back-office-messages.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { untilWaiting } from '../../../test/row-queue.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { tellBackOffice } from './tell-back-office.ts';

const { context, pool } = await createTestApp([]);
const portal = contextOf(context, 'portal').pool;

const tell = (mediumId: string) => transaction(portal, (tx) => tellBackOffice(tx, newsOf(mediumId)));

async function numbersOf(mediumId: string): Promise<number[]> {
  const { rows } = await pool.query<{ message_number: number }>(
    'select message_number from back_office_messages where medium_id = $1 order by message_number',
    [mediumId],
  );
  return rows.map((row) => row.message_number);
}

const jobsOf = async (mediumId: string) =>
  (await pool.query('select from graphile_worker.jobs where key = $1', [`back-office:${mediumId}`])).rowCount;

describe('telling the back office', () => {
  it('numbers the messages of each medium without a gap, however many write at once', async () => {
    const [one, other] = [randomUUID(), randomUUID()];

    // As many as the part has connections, so that no wait for one is measured.
    const write = async (_: unknown, writer: number) => {
      for (let written = 0; written < 10; written += 1) await tell(writer % 3 === 0 ? other : one);
    };
    await Promise.all(Array.from({ length: 6 }, write));

    expect(await numbersOf(one)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await numbersOf(other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('numbers in the order in which the transactions are committed', async () => {
    const mediumId = randomUUID();
    const order: string[] = [];
    const second = async () => {
      await tell(mediumId);
      order.push('second');
    };

    const telling = await transaction(portal, async (tx) => {
      await tellBackOffice(tx, newsOf(mediumId));
      const waits = second();
      await untilWaiting(pool, 1);
      order.push('first');
      return { waits };
    });
    await telling.waits;

    expect(order).toEqual(['first', 'second']);
    expect(await numbersOf(mediumId)).toEqual([1, 2]);
  });

  it('writes no message, takes no number and enqueues no job when the transaction is rolled back', async () => {
    const mediumId = randomUUID();
    const failing = transaction(portal, async (tx) => {
      await tellBackOffice(tx, newsOf(mediumId));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await jobsOf(mediumId)).toBe(0);

    await tell(mediumId);

    expect(await numbersOf(mediumId)).toEqual([1]);
    expect(await jobsOf(mediumId)).toBe(1);
  });

  it.each(['portal', 'feed', 'worker'] as const)('is open to the part %s', async (part) => {
    const mediumId = randomUUID();

    await transaction(contextOf(context, part).pool, (tx) => tellBackOffice(tx, newsOf(mediumId)));

    expect(await numbersOf(mediumId)).toEqual([1]);
  });
});
