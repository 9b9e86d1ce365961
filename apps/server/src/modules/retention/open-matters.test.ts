import { randomUUID } from 'node:crypto';
import { openRefundStates } from '@tapfolio/domain/refund-states.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyRefundOutcome } from '../refunds/apply-refund-outcome.service.ts';
import { forgetOldTravel } from './retention.service.ts';

const { context, pool } = await createTestApp([]);
const worker = contextOf(context, 'worker');

/** The middle of a month. Travel is kept for 25 months. */
const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString();
};
const rowsOf = async (text: string, mediumId: string) => (await pool.query(text, [mediumId])).rows;
const refundsOf = async (mediumId: string) =>
  await rowsOf(
    `select state, (select count(*)::int from refund_trips where medium_id = $1) as trips from refunds where medium_id = $1`,
    mediumId,
  );

/** A refund of a payment that is past its time, requested a day later. */
async function oldRefund(overrides: Parameters<typeof buildRefund>[2] = {}) {
  const medium_id = randomUUID();
  const payment = await buildPayment(pool, { medium_id, opened_at: monthsAgo(27) });
  const refund = await buildRefund(pool, payment, {
    ...{ requested_at: monthsAgo(26), next_at: monthsAgo(26), trip_id: randomUUID() },
    ...overrides,
  });
  return { mediumId: medium_id, refundId: refund.refund_id };
}

describe('a refund whose payment is forgotten', () => {
  it.each(openRefundStates)('stays while it is open: %s; then what the bank gave back is written', async (state) => {
    const key = await oldRefund({ state });

    await forgetOldTravel(worker);

    expect(await refundsOf(key.mediumId)).toEqual([{ state, trips: 1 }]);
    expect(await rowsOf('select from payments where medium_id = $1', key.mediumId)).toEqual([]);

    const answer = { state: 'refunded', bankReference: randomUUID(), amountMinor: 370, currency: 'CAD' } as const;
    expect(await applyRefundOutcome(worker, key, answer)).toBe(true);
    await forgetOldTravel(worker);

    expect(await refundsOf(key.mediumId)).toEqual([{ state: 'refunded', trips: 1 }]);
    expect(
      await rowsOf('select reason, paid_minor::int as paid from payments where medium_id = $1', key.mediumId),
    ).toEqual([{ reason: 'refund', paid: -370 }]);
  });

  it('is forgotten when it was decided as long ago as travel is kept', async () => {
    const [kept, forgotten] = await Promise.all(
      [1, 26].map((months) => oldRefund({ state: 'declined', closed_at: monthsAgo(months), decline_code: 'other' })),
    );

    await forgetOldTravel(worker);

    expect(await refundsOf(kept?.mediumId ?? '')).toEqual([{ state: 'declined', trips: 1 }]);
    expect(await refundsOf(forgotten?.mediumId ?? '')).toEqual([]);
  });
});

it('a message to the back office stays until it is sent or an administrator has closed it', async () => {
  const medium_id = randomUUID();
  for (const [at, outcome] of [null, 'parked', 'acknowledged', 'not_sent'].entries()) {
    await insertRow(pool, 'back_office_messages', {
      ...{ medium_id, message_number: at + 1, message_id: randomUUID(), payment_id: randomUUID() },
      ...{ operator_code: '1', srid: 'A', kind: 'access_granted', amount_minor: 370, currency: 'CAD' },
      ...{ created_at: monthsAgo(27), outcome, settled_at: outcome && monthsAgo(27) },
    });
  }

  await forgetOldTravel(worker);

  const left = 'select outcome from back_office_messages where medium_id = $1 order by message_number';
  expect(await rowsOf(left, medium_id)).toEqual([{ outcome: null }, { outcome: 'parked' }]);
});
