import { beforeEach, describe, expect, it } from 'vitest';
import { fare, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { feedRefunds, large, once, refund, secondFare, secondTap, travel } from '../../test/feed-refunds.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { ensureThisMonth } from '../modules/bank-tries/money-jobs.service.ts';
import { applyRefundOutcome } from '../modules/refunds/apply-refund-outcome.service.ts';

const { pool, url } = await createTestDatabase();
const { deliver, trips, refunds, refundOfOurs } = feedRefunds({ pool, url });
beforeEach(() => emptyTables(pool));

const renamed = { ...window, payment_reference: 'ABCDEFGHJKLMN2' };
const underWay = { bank_reference: null, closed_at: null };
const done = { state: 'refunded', bankReference: 'bank', amountMinor: 250, currency: 'EUR' } as const;
const referenceOfOurs = async () => (await pool.query('select srid from refunds')).rows[0]?.srid;

describe('a refund of ours whose payment gets another reference', () => {
  it('gets it at once while nobody has asked the bank', async () => {
    await deliver(...travel);
    await refundOfOurs({ state: 'requested', ...underWay });

    await deliver(['pw', 2, [renamed]]);

    expect(await referenceOfOurs()).toBe(renamed.payment_reference);
  });

  it('keeps the one that the bank was told while the bank is asked, and gets it with the answer', async () => {
    await deliver(...travel);
    const submitted = { state: 'submitting', ...underWay, first_submitted_at: '2025-06-05T09:00:01Z' };
    const ours = await refundOfOurs(submitted);
    await deliver(['pw', 2, [renamed]]);
    expect(await referenceOfOurs()).toBe(tap.payment_reference);
    await ensureThisMonth(pool);

    await applyRefundOutcome({ pool }, ours, done);

    expect([await referenceOfOurs(), await refunds()]).toEqual([renamed.payment_reference, once]);
  });

  it('keeps that of its delivery, also when its money comes back to the bank', async () => {
    await deliver(...travel, ['tx', 1, [refund]]);
    const ours = await refundOfOurs({ bank_reference: 'bank' });
    await deliver(['pw', 2, [renamed]]);

    await applyRefundOutcome({ pool }, ours, { ...done, state: 'returned', declineCode: 'refused' });

    expect([await referenceOfOurs(), await refunds()]).toEqual([tap.payment_reference, once]);
  });
});

it('a refund of ours is not taken for a charge of the same amount that is delivered beside it', async () => {
  await deliver(...travel);
  await refundOfOurs();

  await deliver(['tx', 1, [{ ...refund, operation: 'ONLINE_CLEARING' }]]);

  expect(await refunds()).toEqual(once);
});

it('a delivered refund of more than all fares is shown at none of several trips: a part of it was for something else', async () => {
  await deliver(['tap', 1, [tap, secondTap]], ['tr', 1, [fare, secondFare]], ['pw', 1, [large]]);

  await deliver(['tx', 1, [{ ...refund, amount: '400' }]]);

  expect(await trips()).toEqual([
    [250, null, null],
    [120, null, null],
  ]);
});
