import { beforeEach, describe, expect, it } from 'vitest';
import { fare, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { type File, feedRefunds, large, refund, secondFare, secondTap, travel } from '../../test/feed-refunds.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { ensureThisMonth } from '../modules/bank-tries/money-jobs.service.ts';
import { applyRefundOutcome } from '../modules/refunds/apply-refund-outcome.service.ts';

const { pool, url } = await createTestDatabase();
const { deliver, trips, refundOfOurs } = feedRefunds({ pool, url });
beforeEach(() => emptyTables(pool));

const underWay = { state: 'submitting', bank_reference: null, closed_at: null } as const;
const twoTrips: File[] = [
  ['tap', 1, [tap, secondTap]],
  ['tr', 1, [fare, secondFare]],
  ['pw', 1, [large]],
];

/** A refund of ours that gives 1.00, or another amount, back of the first trip, which the bank has not done yet. */
async function ask(amountMinor = 100) {
  const ours = await refundOfOurs({ ...underWay, amount_minor: amountMinor });
  await pool.query('update refund_trips set amount_minor = $2 where refund_id = $1', [ours.refundId, amountMinor]);
  await ensureThisMonth(pool);
  const said = { bankReference: 'R', amountMinor, currency: 'EUR' };
  return {
    isDone: async () => void (await applyRefundOutcome({ pool }, ours, { state: 'refunded', ...said })),
    comesBack: async () =>
      void (await applyRefundOutcome({ pool }, ours, { state: 'returned', declineCode: 'refused', ...said })),
  };
}

/** What the back office gave back by itself. */
const other = (amount: string, more = {}) => ({
  ...{ ...refund, id: 'X-3', rrn: 'R 2', amount, timestamp: '2025-06-02T10:00:00Z' },
  ...more,
});

describe('a trip of a payment that has a refund of ours and one of the back office', () => {
  it('shows what both gave back of the only trip, as the payment does, in every order of what is told', async () => {
    const outcomes = [];
    for (const order of ['bank, back office', 'back office, bank', 'bank, both', 'both, bank']) {
      await emptyTables(pool);
      await deliver(...travel);
      const ours = await ask();
      const acts: Record<string, () => Promise<void>> = {
        bank: ours.isDone,
        'back office': () => deliver(['tx', 2, [other('150')]]),
        both: () => deliver(['tx', 2, [other('150'), { ...refund, amount: '100', rrn: 'R' }]]),
      };
      for (const act of order.split(', ')) await acts[act]?.();
      outcomes.push([order, await trips()]);
    }

    expect(new Set(outcomes.map(([, shown]) => JSON.stringify(shown)))).toEqual(new Set(['[[250,250,null]]']));
  });

  it('shows a part of it, and no reason that is only that of ours', async () => {
    await deliver(...travel);
    const ours = await ask();
    await ours.isDone();
    expect(await trips()).toEqual([[250, 100, 'delay']]);

    await deliver(['tx', 2, [other('80')]]);
    expect(await trips()).toEqual([[250, 180, null]]);

    await deliver(['tr', 3, [{ ...fare, amount: '260' }]], ['tap', 3, [tap]], ['pw', 3, [window]]);
    expect(await trips()).toEqual([[260, 180, null]]);
  });

  it('loses what the back office withdraws, and keeps ours', async () => {
    await deliver(...travel);
    await (await ask()).isDone();
    await deliver(['tx', 2, [other('150')]]);

    await deliver(['tx', 3, [other('150', { spdh_response: '051' })]]);
    expect(await trips()).toEqual([[250, 100, 'delay']]);

    await deliver(['tx', 4, [other('120')]]);
    expect(await trips()).toEqual([[250, 220, null]]);

    await deliver(['tx', 5, [other('120', { operation: 'ONLINE_CLEARING' })]]);
    expect(await trips()).toEqual([[250, 100, 'delay']]);
  });

  it('loses ours when its money comes back, and keeps that of the back office', async () => {
    await deliver(...travel);
    const ours = await ask();
    await ours.isDone();
    await deliver(['tx', 2, [other('150')]]);

    await ours.comesBack();

    expect(await trips()).toEqual([[250, 150, null]]);
  });

  it('shows everything where both gave back all that was charged of several trips', async () => {
    await deliver(...twoTrips);
    await (await ask(250)).isDone();
    expect(await trips()).toEqual([
      [250, 250, 'delay'],
      [120, null, null],
    ]);

    await deliver(['tx', 2, [other('120')]]);

    expect(await trips()).toEqual([
      [250, 250, 'delay'],
      [120, 120, null],
    ]);
  });

  it('shows ours alone where nothing tells which of several trips the other one is of', async () => {
    await deliver(...twoTrips);
    await (await ask()).isDone();

    await deliver(['tx', 2, [other('50')]]);

    expect(await trips()).toEqual([
      [250, 100, 'delay'],
      [120, null, null],
    ]);
  });
});
