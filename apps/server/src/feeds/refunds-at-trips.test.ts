import { beforeEach, describe, expect, it } from 'vitest';
import { fare, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { feedRefunds, once, refund, secondFare, secondTap, travel } from '../../test/feed-refunds.ts';
import { actMeanwhile, untilWaiting } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { ensureThisMonth } from '../modules/bank-tries/money-jobs.service.ts';
import { applyRefundOutcome } from '../modules/refunds/apply-refund-outcome.service.ts';

const { pool, url } = await createTestDatabase();
const { deliver, trips, refunds, refundOfOurs } = feedRefunds({ pool, url });
beforeEach(() => emptyTables(pool));

async function stateOf({ refundId }: { refundId: string }): Promise<unknown> {
  const { rows } = await pool.query('select state from refunds where refund_id = $1', [refundId]);
  return rows[0].state;
}

const notOurs = { ...refund, timestamp: '2025-06-02T10:00:00Z' };

describe('the trip of a refund of ours', () => {
  it('keeps the refund when the trip is delivered again with another time', async () => {
    await deliver(...travel);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);

    const moved = { ...tap, terminal_date: '2025-06-01T12:05:00Z' };
    await deliver(['tap', 2, [moved]], ['tr', 2, [{ ...fare, start_dttm: '2025-06-01T12:05:00Z', amount: '260' }]]);

    expect(await trips()).toEqual([[260, 250, 'delay']]);
  });

  it('keeps the refund when a delivery takes another movement away from its payment', async () => {
    await deliver(...travel);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);
    const another = { ...notOurs, id: 'X-9', amount: '100', rrn: 'RRN 9' };
    await deliver(['tx', 1, [another]]);

    await deliver(['tx', 2, [{ ...another, operation: 'ONLINE_CLEARING' }]]);

    expect(await trips()).toEqual([[250, 250, 'delay']]);
  });

  it('is not shown at it while a delivery gives the trip another currency than the bank gave back', async () => {
    await deliver(...travel);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);

    await deliver(['tap', 2, [{ ...tap, currency: '124' }]]);
    expect(await trips()).toEqual([[250, null, null]]);

    await deliver(['tr', 3, [{ ...fare, amount: '260' }]]);
    expect(await trips()).toEqual([[260, null, null]]);

    await deliver(['tap', 4, [tap]]);
    expect(await trips()).toEqual([[260, 250, 'delay']]);
  });

  it('is not shown at it either if the delivery came while the bank was asked', async () => {
    await deliver(...travel);
    const ours = await refundOfOurs({ state: 'submitting', bank_reference: null, closed_at: null });
    await deliver(['tap', 2, [{ ...tap, currency: '124' }]]);
    await ensureThisMonth(pool);

    await applyRefundOutcome({ pool }, ours, {
      ...{ state: 'refunded', bankReference: 'bank', amountMinor: 250, currency: 'EUR' },
    });
    expect(await trips()).toEqual([[250, null, null]]);

    await deliver(['tap', 3, [tap]]);
    expect(await trips()).toEqual([[250, 250, 'delay']]);
  });

  it.each([
    ['tap', { ...tap, terminal_date: '2025-06-01T12:05:00Z' }],
    ['tr', { ...fare, tap_id: secondTap.tap_id }],
  ])('shows the refund when the bank makes it while a delivery (%s) moves the trip', async (entity, moved) => {
    await deliver(['tap', 1, [tap, secondTap]], ...travel.slice(1));
    const asked = await refundOfOurs({ state: 'submitting', bank_reference: null, closed_at: null });
    await ensureThisMonth(pool);
    let applied: Promise<boolean> | undefined;

    await actMeanwhile(pool, {
      lock: { text: 'select from trips where medium_id = $1 for update', values: [asked.mediumId] },
      call: () => deliver([entity, 2, [moved]]),
      act: async () => {
        const done = { state: 'refunded', bankReference: 'bank', amountMinor: 250, currency: 'EUR' } as const;
        applied = applyRefundOutcome({ pool }, asked, done);
        await untilWaiting(pool, 2);
      },
    });

    expect(await applied).toBe(true);
    expect(await trips()).toEqual([[250, 250, 'delay']]);
  });

  const notDone = { bank_reference: null, closed_at: null };
  const cameBack = { state: 'returned', declineCode: 'refused', amountMinor: 250, currency: 'EUR' } as const;
  it.each([
    ['declined', { state: 'submitting', ...notDone }, { state: 'not_refunded' }, [250, null, null]],
    ['returned', { bank_reference: 'bank' }, { ...cameBack, bankReference: 'bank' }, [250, 250, 'delay']],
  ] as const)(
    'loses a refund that is %s, and then shows the one of the back office, in either order',
    async (state, overrides, end, before) => {
      await deliver(...travel);
      const ours = await refundOfOurs(overrides);
      await deliver(['tx', 1, [notOurs]]);
      expect(await trips()).toEqual([before]);

      await applyRefundOutcome({ pool }, ours, end);
      expect([await stateOf(ours), await trips()]).toEqual([state, [[250, 250, null]]]);

      await deliver(['tx', 2, [{ ...notOurs, amount: '100' }]]);
      expect(await trips()).toEqual([[250, 100, null]]);
    },
  );

  it('loses a refund that is declined, and takes neither a charge nor what the bank refused to give back for one', async () => {
    await deliver(...travel);
    const ours = await refundOfOurs({ state: 'submitting', ...notDone });
    const charge = { ...notOurs, id: 'X-1', operation: 'ONLINE_CLEARING', rrn: 'RRN 2' };
    await deliver(['tx', 1, [charge, { ...notOurs, spdh_response: '051' }]]);

    await applyRefundOutcome({ pool }, ours, { state: 'not_refunded' });
    expect(await trips()).toEqual([[250, null, null]]);

    await pool.query(`update trips set refund_minor = 100, refund_reason = 'credit'`);
    await applyRefundOutcome({ pool }, await refundOfOurs({ state: 'submitting', ...notDone }), {
      state: 'not_refunded',
    });
    expect(await trips()).toEqual([[250, 100, 'credit']]);
  });

  it('keeps what the other refund of the trip gave back, when the bank proves late that it had made a declined one', async () => {
    await deliver(...travel);
    const late = await refundOfOurs({
      ...{ state: 'declined', decline_code: 'refused', bank_reference: null },
      reason: 'late',
    });
    await pool.query('update refund_trips set is_void = true where refund_id = $1', [late.refundId]);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);
    await ensureThisMonth(pool);

    await applyRefundOutcome({ pool }, late, {
      ...{ state: 'refunded', bankReference: 'late', amountMinor: 250, currency: 'EUR' },
    });

    expect([await stateOf(late), await trips()]).toEqual(['refunded', [[250, 250, 'delay']]]);
  });

  it('shows the refund of the back office when ours is declined while that is delivered', async () => {
    await deliver(...travel);
    const ours = await refundOfOurs({ state: 'submitting', ...notDone });
    let ended: Promise<boolean> | undefined;

    await actMeanwhile(pool, {
      lock: { text: 'select from refunds where medium_id = $1 for update', values: [ours.mediumId] },
      call: () => deliver(['tx', 1, [notOurs]]),
      act: async () => {
        ended = applyRefundOutcome({ pool }, ours, { state: 'not_refunded' });
        await untilWaiting(pool, 2);
      },
    });

    expect([await ended, await trips()]).toEqual([true, [[250, 250, null]]]);
  });

  it('leaves to the other payments of the card what the back office gave back of them', async () => {
    const reference = { payment_reference: 'ABCDEFGHJKLMN2' };
    const later = { ...window, ...reference, id: 'W-2', open_date: secondTap.terminal_date };
    await deliver(['tap', 1, [tap, { ...secondTap, ...reference }]], ['tr', 1, [fare, secondFare]]);
    await deliver(['pw', 1, [window, { ...later, amount_settled: '120', amount_to_settle: '120' }]]);
    await refundOfOurs();

    await deliver(['tx', 1, [{ ...notOurs, ...reference, amount: '120' }]]);

    expect(await trips()).toEqual([
      [250, null, null],
      [120, 120, null],
    ]);
  });

  it('shows no refund that came back, also when a delivery has it', async () => {
    await deliver(...travel);
    await refundOfOurs({ state: 'returned' });

    await deliver(['tx', 1, [refund]]);
    expect([await trips(), await refunds()]).toEqual([[[250, null, null]], once]);
  });

  it('shows its refund, and not an earlier one that lost the trip to it', async () => {
    await deliver(...travel);
    const lost = await refundOfOurs({ reason: 'lost' });
    await pool.query('update refund_trips set is_void = true where refund_id = $1', [lost.refundId]);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);

    await deliver(['tr', 2, [{ ...fare, amount: '260' }]]);

    expect(await trips()).toEqual([[260, 250, 'delay']]);
  });
});

describe('the only trip of a payment that cost something', () => {
  const withTicket = { ...window, amount_settled: '750', amount_to_settle: '750' };

  it.each([
    ['a ticket that was bought with it', '500', null],
    ['as much as the trip cost, which may have been the ticket', '250', null],
    ['everything', '750', 250],
  ])('shows what the back office gave back only if that is of the trip: not if it is %s', async (_, amount, shown) => {
    await deliver(['tap', 1, [tap]], ['tr', 1, [fare]], ['pw', 1, [withTicket]], ['tx', 1, [{ ...notOurs, amount }]]);

    expect(await trips()).toEqual([[250, shown, null]]);
  });

  it('shows a part that the back office gave back, also beside free trips', async () => {
    const free = { ...secondFare, amount: '0' };
    await deliver(['tap', 1, [tap, secondTap]], ['tr', 1, [fare, free]], ['pw', 1, [window]]);

    await deliver(['tx', 1, [{ ...notOurs, amount: '100' }]]);

    expect(await trips()).toEqual([
      [250, 100, null],
      [0, null, null],
    ]);
  });

  it.each([
    ['a part, which nothing converts', '100', '250', null],
    ['a part of less than its fare', '100', '200', null],
    ['everything', '200', '200', 250],
    ['everything, which is more than its fare', '400', '400', 250],
  ])(
    'in another currency than its payment shows what was given back only if it is all: not if it is %s',
    async (_, amount, paid, shown) => {
      // The first tap, which decides the currency of the payment, made no trip.
      const first = { ...tap, tap_id: 'T-0', terminal_date: '2025-06-01T11:50:00Z' };
      const paidWindow = { ...window, amount_settled: paid, amount_to_settle: paid };
      const back = { ...notOurs, amount };

      await deliver(['tap', 1, [first, { ...tap, currency: '124' }]], ['tr', 1, [fare]], ['pw', 1, [paidWindow]]);
      await deliver(['tx', 1, [back]]);
      const { rows } = await pool.query(`select currency from payments where reason = 'trip'`);
      expect([rows, await trips()]).toEqual([[{ currency: 'EUR' }], [[250, shown, null]]]);

      const ours = await refundOfOurs({ state: 'submitting', bank_reference: null, closed_at: null });
      await applyRefundOutcome({ pool }, ours, { state: 'not_refunded' });
      expect(await trips()).toEqual([[250, shown, null]]);
    },
  );

  it('shows it once a newer export says that nothing else was paid, and no more if it is the other way round', async () => {
    await deliver(['tx', 1, [notOurs]], ...travel);
    expect(await trips()).toEqual([[250, 250, null]]);

    await deliver(['pw', 2, [withTicket]]);
    expect(await trips()).toEqual([[250, null, null]]);

    await deliver(['pw', 3, [window]]);
    expect(await trips()).toEqual([[250, 250, null]]);
  });

  it('does not show it either if a refund of ours ended without money', async () => {
    await deliver(['tap', 1, [tap]], ['tr', 1, [fare]], ['pw', 1, [withTicket]], ['tx', 1, [notOurs]]);
    const ours = await refundOfOurs({ state: 'submitting', bank_reference: null, closed_at: null });

    await applyRefundOutcome({ pool }, ours, { state: 'not_refunded' });

    expect(await trips()).toEqual([[250, null, null]]);
  });
});
