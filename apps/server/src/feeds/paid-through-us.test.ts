import { readFileSync } from 'node:fs';
import path from 'node:path';
import { storyOf } from '@tapfolio/domain/payment-story.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { feedCollections, plainCharge, recovery, refused } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { migrations } from '../../test/older-database.ts';
import { actMeanwhile, untilWaiting } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
});
const { debt, deliver, changeTo } = feedDebts({ pool, url });

/** A recovery, as the page shows it. */
const recovered = ['debt_recovery', 250, true];
const { move, ask, pay, read, shown } = feedCollections({ pool, url, changeTo });

describe('a fare that the bank refused and that was then paid through us', () => {
  const paidHere = {
    ...{ status: 'accepted', paid: 250, hasReceipt: true },
    charges: [
      ['charge', 250, false],
      ['debt_recovery', 250, true],
    ],
  };

  it.each([
    ['as settled', [{ amount_settled: '250', debt_settled: '0' }], []],
    ['as a debt that was settled', [{ amount_settled: '0', debt_settled: '250' }], []],
    ['as settled, then with the movement', [{ amount_settled: '250' }], [{ ...recovery, id: 'X-2' }]],
    ['as closed, without an amount', [{ amount_settled: '0', debt_settled: '0' }], []],
    ['with the movement alone', [], [{ ...recovery, id: 'X-2' }]],
    ['with the movement and the reference of the bank', [], [{ ...recovery, id: 'X-2', rrn: 'B' }]],
    ['as a plain charge with the reference of the bank', [], [{ ...plainCharge, id: 'X-2', rrn: 'B' }]],
    [
      'as settled, then as a plain charge with the reference of the bank',
      [{ amount_settled: '250' }],
      [{ ...plainCharge, id: 'X-2', rrn: 'B' }],
    ],
  ])('stays paid once, with its receipt, when the back office confirms it %s', async (_, windows, moves) => {
    await move(2, refused);
    await deliver(3, unpaid);
    await pay();
    expect(await shown()).toEqual(paidHere);

    for (const window of windows) await deliver(6, { ...unpaid, stage: 'Closed', ...window });
    for (const row of moves) await move(7, row);

    expect(await debt()).toMatchObject({ state: 'ready', unpaid: false });
    expect(await shown()).toEqual(paidHere);
  });

  it.each(['approved', 'unblocking'])(
    'stays %s while no delivery knows of it: readers still refuse the card',
    async (state) => {
      await deliver(3, unpaid);
      await pay();
      await changeTo(state, 'tell');

      await deliver(4, { ...unpaid, open_date: '2025-06-01T12:00:01Z' });
      await move(5, refused);

      expect(await debt()).toMatchObject({ state, due: 250 });
    },
  );

  it.each([
    ['without a reference', { rrn: '' }, 250],
    ['with another reference', { rrn: 'C' }, 250],
    ['of another amount with the same reference', { rrn: 'B', amount: '100' }, 100],
    ['with the same reference of days before', { rrn: 'B', timestamp: '2025-06-02T12:00:30Z' }, 250],
  ])('shows a plain charge %s beside its collection, and what was taken too much', async (_, charge, beyond) => {
    await deliver(3, unpaid);
    await pay();
    await deliver(6, { ...unpaid, stage: 'Closed', amount_settled: '250' });

    await move(7, { ...plainCharge, id: 'X-2', ...charge });

    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250 + beyond });
    const { lines } = storyOf(await read('trip'));
    expect(lines.find(({ kind }) => kind === 'overpaid')?.amount.amountMinor).toBe(beyond);
  });

  it('stays paid when the back office closes the window with the part that was paid before', async () => {
    await move(2, { ...refused, amount: '100', spdh_response: '000' });
    await deliver(3, { ...unpaid, amount_settled: '100' });
    await pay();

    await deliver(6, { ...unpaid, amount_settled: '100', stage: 'Closed' });

    expect(await debt()).toMatchObject({ due: 150, writtenOff: 0, state: 'ready' });
    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250 });
    expect((await read('trip')).writtenOff).toBeNull();
  });

  it.each([
    ['to less, without an amount', '100', '0'],
    ['to less, with that amount', '100', '100'],
    ['to less, with all that was taken', '100', '250'],
    ['to nothing', '0', '0'],
  ])('reads what was taken beyond the amount due when the back office lowers that %s', async (_, due, settled) => {
    await deliver(3, unpaid);
    await pay();
    const beyond = 250 - Number(due);

    await deliver(6, { ...unpaid, amount_to_settle: due, amount_settled: settled, stage: 'Closed' });

    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250, hasReceipt: true });
    const sums = async () => storyOf(await read('trip')).lines.map(({ kind, amount }) => [kind, amount.amountMinor]);
    expect(await sums()).toContainEqual(['overpaid', beyond]);

    const refund = { ...recovery, id: 'X-9', operation: 'REFUND', timestamp: '2025-06-07T12:00:00Z' };
    await move(7, { ...refund, amount: String(beyond) });

    expect((await sums()).slice(-2)).toEqual([
      ['refunded', -beyond],
      ['net', Number(due)],
    ]);
  });

  it.each([
    ['less', 100, { status: 'payment_error', paid: 100 }],
    ['more', 400, { status: 'accepted', paid: 400 }],
  ])('shows what the bank took, although that is %s than it was asked for', async (_, tookMinor, paid) => {
    await deliver(3, unpaid);
    const take = await ask();

    await take(tookMinor);

    const charges = [['debt_recovery', tookMinor, true]];
    expect(await shown()).toEqual({ ...paid, hasReceipt: true, charges });
    expect((await read('debt_recovery')).paid.amountMinor).toBe(tookMinor);
    await move(7, { ...recovery, id: 'X-2', amount: String(tookMinor) });
    expect(await shown()).toEqual({ ...paid, hasReceipt: true, charges });
  });

  it('shows what the bank took before an upgrade', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await take(100);
    // The older release left here what the bank was asked for.
    await pool.query('update collections set amount_minor = 250');

    await pool.query(readFileSync(path.join(migrations, '202611271911_amounts_that_the_bank_took.sql'), 'utf8'));

    expect(await shown()).toMatchObject({ paid: 100, charges: [['debt_recovery', 100, true]] });
  });

  it('counts once when its movement comes before that of an earlier partial payment', async () => {
    const part = { ...refused, amount: '100', spdh_response: '000' };
    await deliver(3, { ...unpaid, amount_settled: '100' });
    await pay();

    await move(6, { ...recovery, id: 'X-2', amount: '150' });
    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250, charges: [['debt_recovery', 150, true]] });
    await move(7, part);

    expect(await shown()).toMatchObject({
      ...{ status: 'accepted', paid: 250 },
      charges: [
        ['charge', 100, true],
        ['debt_recovery', 150, true],
      ],
    });
  });

  it('is shown beside an earlier recovery of the same amount by the back office', async () => {
    await deliver(3, unpaid);
    await move(4, { ...recovery, id: 'X-2', timestamp: '2025-06-03T12:00:00Z', amount: '125' });
    await pay();

    expect(await shown()).toMatchObject({
      ...{ status: 'accepted', paid: 250 },
      charges: [
        ['debt_recovery', 125, true],
        ['debt_recovery', 125, true],
      ],
    });
  });

  it('shows both charges when the bank took the money for two tries, before and after they are delivered', async () => {
    await deliver(3, unpaid);
    const takeLate = await ask('B1');
    await pool.query(`update collections set outcome = 'not_charged', closed_at = now()`);
    await pay('B2');
    await takeLate();
    const both = { status: 'accepted', paid: 500, charges: [recovered, recovered] };
    expect(await shown()).toMatchObject(both);

    for (const [day, rrn] of [[6, 'B1'] as const, [7, 'B2'] as const]) {
      await move(day, { ...recovery, id: `X-${day}`, rrn });
      expect(await shown()).toMatchObject(both);
    }
  });

  it.each([
    ['the window', () => deliver(6, { ...unpaid, stage: 'Closed', amount_settled: '250' }), () => deliver(7, unpaid)],
    [
      'the movement',
      () => move(6, { ...recovery, id: 'X-2' }),
      () => move(7, { ...recovery, id: 'X-2', spdh_response: '051' }),
    ],
  ])('is not asked for again when the back office takes back that %s was paid', async (_, confirm, withdraw) => {
    await deliver(3, unpaid);
    await pay();
    await confirm();

    await withdraw();

    expect(await debt()).toMatchObject({ state: 'ready' });
    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250 });
  });

  it('is not asked for again when the back office takes back that the rest beside an earlier part was paid', async () => {
    const part = { ...unpaid, amount_settled: '100' };
    await deliver(3, part);
    await pay();
    await deliver(6, { ...unpaid, stage: 'Closed', amount_settled: '250' });

    await deliver(7, part);

    expect(await debt()).toMatchObject({ due: 150, state: 'ready' });
    expect(await shown()).toMatchObject({ status: 'accepted', paid: 250 });
  });

  it('owes what is due beyond two collections that were counted', async () => {
    await deliver(3, unpaid);
    await pay('B1');
    await deliver(4, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });
    await pay('B2');
    await deliver(5, { ...unpaid, amount_to_settle: '400', amount_settled: '400', stage: 'Closed' });

    await deliver(6, { ...unpaid, amount_to_settle: '500', amount_settled: '400' });

    expect(await debt()).toMatchObject({ due: 100, state: 'owed' });
  });

  it.each(['before', 'while', 'after'])(
    'is the fare of its collection, although a newer delivery gives it another reference %s the bank takes the money',
    async (when) => {
      await deliver(3, unpaid);
      const take = await ask();
      const rename = () => deliver(6, { ...unpaid, payment_reference: 'ABCDEFGHJKLMN2' });
      if (when === 'after') await take();
      if (when !== 'while') await rename();
      if (when === 'before') await take();
      if (when === 'while') {
        let taken: Promise<boolean> | undefined;
        const { rows } = await pool.query<{ medium_id: string }>('select medium_id from debts');
        await actMeanwhile(pool, {
          lock: `select from debts where medium_id = '${rows[0]?.medium_id}' for update`,
          call: () => rename(),
          act: async () => {
            taken = take();
            await untilWaiting(pool, 2);
          },
        });
        await taken;
      }

      const [fare, collected] = [await read('trip'), await read('debt_recovery')];
      expect(collected.recovers?.id).toBe(fare.id);
      expect(fare.charges).toMatchObject([{ kind: 'debt_recovery', approved: true }]);
    },
  );

  it('owes a rest that was delivered while the bank took the money, after a delivery has counted that money', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    await deliver(6, { ...unpaid, amount_to_settle: '400' });
    await take();

    await deliver(7, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });

    expect(await debt()).toMatchObject({ due: 150, state: 'owed' });
    expect(await shown()).toMatchObject({ status: 'payment_error', paid: 250 });
  });

  it('owes a rest that an older release lost, once the database is upgraded and a delivery comes', async () => {
    await deliver(3, unpaid);
    const take = await ask();
    const raised = { ...unpaid, amount_to_settle: '400' };
    await deliver(6, raised);
    await take();
    // The older release left here what was due by the newest delivery.
    await pool.query('update debts set due_minor = 400');
    await deliver(7, { ...raised, amount_settled: '250' });
    expect(await debt()).toMatchObject({ state: 'approved' });

    await pool.query(readFileSync(path.join(migrations, '202611251736_lost_rests_of_fares.sql'), 'utf8'));
    await deliver(8, { ...raised, amount_settled: '250' });

    expect(await debt()).toMatchObject({ due: 150, state: 'owed' });
  });
});
