import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { applyChargeOutcome } from '../debts/apply-charge-outcome.service.ts';
import { applyRefundOutcome } from '../refunds/apply-refund-outcome.service.ts';

const { context, pool, signIn } = await createTestApp([portalRole]);
const worker = contextOf(context, 'worker');
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** An old card, last used eleven days ago, with less than a page of payments. */
async function oldCard() {
  const passenger = await signIn();
  const { medium_id } = await buildMedium(pool, { first_seen_at: daysAgo(400), last_seen_at: daysAgo(11) });
  const { card_id } = await buildCard(pool, { passenger_id: passenger.passengerId, medium_id });
  return { passenger, medium_id, url: `/public/api/v1/portal/cards/${card_id}/payments` };
}

const answered = { amountMinor: 740, currency: 'CAD', bankReference: 'B' };

/** The bank collects an unpaid fare for us. Returns the id of its line in the history. */
async function collect(medium_id: string): Promise<string> {
  const unpaid = { status: 'payment_error', paid_minor: 0 };
  const { payment_id, srid } = await buildPayment(pool, { medium_id, opened_at: daysAgo(12), ...unpaid });
  const { collection_id } = await buildCollection(pool, { medium_id, payment_id, srid: srid ?? '' });
  await pool.query(`update debts set state = 'submitting' where payment_id = $1`, [payment_id]);
  await applyChargeOutcome(
    worker,
    { mediumId: medium_id, collectionId: collection_id },
    { state: 'captured', ...answered },
  );
  return collection_id;
}

/** The bank refunds a payment for us. Returns the id of its line in the history. */
async function giveBack(medium_id: string): Promise<string> {
  const payment = await buildPayment(pool, { medium_id, opened_at: daysAgo(12) });
  const { refund_id } = await buildRefund(pool, payment, { state: 'submitting', amount_minor: 740 });
  await applyRefundOutcome(worker, { mediumId: medium_id, refundId: refund_id }, { state: 'refunded', ...answered });
  return refund_id;
}

it.each([
  ['debt_recovery', collect],
  ['refund', giveBack],
] as const)(
  'a payment of reason %s that we make days after the last use of the card is in its history',
  async (reason, make) => {
    const { passenger, medium_id, url } = await oldCard();
    const id = await make(medium_id);

    const tomorrow = daysAgo(-1);
    const pages = await Promise.all([url, `${url}?to=${tomorrow}`].map((of) => passenger.call({ url: of })));
    const detail = await passenger.call({ url: `${url}/${id}` });

    for (const page of pages)
      expect(paymentPage.parse(page.json()).items.map((item) => item.reason)).toEqual([reason, 'trip']);
    expect(paymentDetail.parse(detail.json())).toMatchObject({ id, reason });
  },
);
