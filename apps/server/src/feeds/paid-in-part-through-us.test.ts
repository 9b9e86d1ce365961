import { beforeEach, describe, expect, it } from 'vitest';
import { feedCollections, plainCharge, recovery } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
});
const { debt, deliver, changeTo } = feedDebts({ pool, url });
const { move, pay, shown } = feedCollections({ pool, url, changeTo });

describe('a fare of which a rest is owed beside what was paid through us', () => {
  const raised = { ...unpaid, amount_to_settle: '350' };
  const owesRest = async () => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...raised, amount_settled: '250' });
    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
  };

  it.each([
    ['that is lowered to less than was paid', { amount_to_settle: '100' }, { state: 'ready' }],
    ['that is lowered to what was paid', { amount_to_settle: '250' }, { state: 'ready' }],
    ['that counts what we had the bank collect no more', {}, { due: 100, state: 'owed' }],
    ['that is raised', { amount_to_settle: '400' }, { due: 150, state: 'owed' }],
  ])('never asks for money that the bank took for us, in a delivery %s', async (_, other, left) => {
    await owesRest();

    await deliver(6, { ...raised, ...other });

    expect(await debt()).toMatchObject(left);
    expect((await shown()).paid).toBe(250);
  });

  it('is asked for at once when a delivery raises the fare, although it does not count our collection yet', async () => {
    await deliver(3, unpaid);
    await pay();

    for (const [day, counted] of [{}, {}, { amount_settled: '250' }].entries()) {
      await deliver(4 + day, { ...raised, ...counted });

      expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
      expect(await shown()).toMatchObject({ status: 'payment_error', paid: 250 });
    }
    await deliver(7, unpaid);

    expect(await debt()).toMatchObject({ state: 'ready' });
    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250 });
  });

  it('counts our collection and a later charge that the window does not have, and our collection once when it is delivered', async () => {
    await owesRest();

    await move(5, { ...plainCharge, id: 'X-3', amount: '100', timestamp: '2025-06-06T12:00:00Z' });
    const both = { status: 'accepted', paid: 350 };
    expect(await debt()).toMatchObject({ state: 'ready' });
    expect(await shown()).toMatchObject(both);

    await move(7, { ...recovery, id: 'X-2' });
    expect(await debt()).toMatchObject({ state: 'ready' });
    expect(await shown()).toMatchObject(both);
  });

  it.each([
    ['at once', undefined],
    ['after it called the rest paid', { amount_settled: '350' }],
  ])('shows what the bank took for us, and not what only a window counted, if that is lowered %s', async (_, paid) => {
    await deliver(3, unpaid);
    await pay();
    await deliver(4, { ...raised, amount_settled: '300' });
    expect(await debt()).toMatchObject({ due: 50, state: 'owed' });
    if (paid !== undefined) await deliver(5, { ...raised, ...paid, stage: 'Closed' });

    await deliver(6, { ...raised, amount_to_settle: '100' });

    expect(await debt()).toMatchObject({ state: 'ready' });
    expect((await shown()).paid).toBe(250);
  });

  it.each([
    ['as a recovery', recovery],
    ['as a recovery of that day, without its time', { ...recovery, timestamp: '2025-06-05T00:00:00Z' }],
    ['as a recovery without any time', { ...recovery, timestamp: '' }],
    ['as a plain charge with the reference of the bank', { ...plainCharge, rrn: 'B' }],
  ])('owes the rest when our collection is delivered %s', async (_, row) => {
    await owesRest();

    await move(7, { ...row, id: 'X-2' });

    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
    expect((await shown()).paid).toBe(250);
  });

  it('is not taken for a request of the back office that the bank refused', async () => {
    await owesRest();

    await move(5, { ...recovery, id: 'X-2', spdh_response: '051' });
    await deliver(6, raised);

    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
  });

  it('is not asked for again when the bank gave it back under the same reference', async () => {
    await owesRest();

    await move(5, { ...plainCharge, id: 'X-2', operation: 'REFUND', rrn: 'B', timestamp: '2025-06-06T12:00:00Z' });
    await deliver(6, raised);

    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
  });

  it('counts each of two equal collections once, of which the movement of the first is delivered', async () => {
    await deliver(3, unpaid);
    await pay('B1');
    await pool.query(`update collections set requested_at = '2025-05-27T12:00:00Z'`);
    await deliver(4, { ...unpaid, amount_to_settle: '500', amount_settled: '250' });
    await pay('B2');
    await move(5, { ...recovery, id: 'X-2', timestamp: '2025-05-27T12:00:30Z' });
    await deliver(6, { ...unpaid, stage: 'Closed', amount_to_settle: '500', amount_settled: '500' });

    await deliver(7, { ...unpaid, amount_to_settle: '600', amount_settled: '500' });

    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
  });
});
