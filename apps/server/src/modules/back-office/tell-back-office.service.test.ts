import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newsOf } from '../../../test/back-office-messages.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { untilWaiting } from '../../../test/row-queue.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { tellBackOffice } from './tell-back-office.service.ts';

const { context, pool } = await createTestApp([]);
const portal = contextOf(context, 'portal').pool;

const tell = (mediumId: string) => transaction(portal, (tx) => tellBackOffice(tx, [newsOf(mediumId)]));

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
  it('gives every message of a medium a number of its own, however many write at once', async () => {
    const [one, other] = [randomUUID(), randomUUID()];

    // As many as the part has connections, so that no wait for one is measured.
    const write = async (_: unknown, writer: number) => {
      for (let written = 0; written < 10; written += 1) await tell(writer % 3 === 0 ? other : one);
    };
    await Promise.all(Array.from({ length: 6 }, write));

    expect(new Set(await numbersOf(one)).size).toBe(40);
    expect(new Set(await numbersOf(other)).size).toBe(20);
  });

  it('goes on above the numbers that the back office took before an older database was restored', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()];
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    // The backup is an hour old, and had no message of the second card.
    await pool.query('insert into back_office_media (medium_id, last_number) values ($1, $2)', [known, anHourAgo]);
    const takenSince = anHourAgo + 5;

    await tell(known);
    await tell(unknown);

    for (const mediumId of [known, unknown]) {
      const [number] = await numbersOf(mediumId);
      expect(number).toBeGreaterThan(takenSince);
    }
  });

  it('counts on where the clock of the database was set back', async () => {
    const mediumId = randomUUID();
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    await pool.query('insert into back_office_media (medium_id, last_number) values ($1, $2)', [mediumId, inAnHour]);

    await tell(mediumId);
    await tell(mediumId);

    expect(await numbersOf(mediumId)).toEqual([inAnHour + 1, inAnHour + 2]);
  });

  it('numbers in the order in which the transactions are committed', async () => {
    const mediumId = randomUUID();
    const order: string[] = [];
    const second = async () => {
      await tell(mediumId);
      order.push('second');
    };

    const telling = await transaction(portal, async (tx) => {
      await tellBackOffice(tx, [newsOf(mediumId)]);
      const waits = second();
      await untilWaiting(pool, 1);
      order.push('first');
      return { waits };
    });
    await telling.waits;

    expect(order).toEqual(['first', 'second']);
    expect(await numbersOf(mediumId)).toHaveLength(2);
  });

  it('writes no message, takes no number and enqueues no job when the transaction is rolled back', async () => {
    const mediumId = randomUUID();
    const failing = transaction(portal, async (tx) => {
      await tellBackOffice(tx, [newsOf(mediumId)]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await jobsOf(mediumId)).toBe(0);

    await tell(mediumId);

    expect(await numbersOf(mediumId)).toHaveLength(1);
    expect(await jobsOf(mediumId)).toBe(1);
  });

  it.each(['portal', 'feed', 'worker'] as const)('is open to the part %s', async (part) => {
    const mediumId = randomUUID();

    await transaction(contextOf(context, part).pool, (tx) => tellBackOffice(tx, [newsOf(mediumId)]));

    expect(await numbersOf(mediumId)).toHaveLength(1);
  });
});
