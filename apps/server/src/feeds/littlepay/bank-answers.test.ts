import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { v1, v3 } from '../../../test/littlepay-feed.ts';
import { deliver } from '../../../test/littlepay-import.ts';
import { later, night, travel } from '../../../test/littlepay-payment.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, url, signIn } = await createTestApp([portalRole]);
beforeEach(async () => {
  await pool.query('delete from cards');
  await emptyTables(pool);
});

/** The payments of the only card as its passenger reads them, the newest first. */
async function shown() {
  const passenger = await signIn();
  const { rows } = await pool.query<{ medium_id: string }>('select medium_id from media');
  const { card_id: cardId } = await buildCard(pool, { passenger_id: passenger.passengerId, ...rows[0] });
  const base = `/public/api/v1/portal/cards/${cardId}/payments`;
  const { items } = paymentPage.parse((await passenger.call({ url: base })).json());
  const read = async (id: string) => paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());
  return await Promise.all(items.map(({ id }) => read(id)));
}

const asked = (at: string, more: Parameters<typeof v3.answer>[3] = {}, status = 'AUTHORISED') =>
  v3.answer('A', at, status, more);
const recovery = { request_type: 'DEBT_RECOVERY_AUTHCHECK' };
const under = (retrieval_reference_number: string) => ({ retrieval_reference_number });
const settled = (requestedAt: string, more: Parameters<typeof v3.settlement>[3] = {}) =>
  v3.settlement('S', 'A', '3.60', { request_created_timestamp_utc: requestedAt, ...more });
const between = '2025-10-04T20:00:00.000Z';

describe('a settlement is of a recovery', () => {
  it.each([
    ['that was requested at the same instant', settled(later), [asked(night, {}, 'DECLINED'), asked(later, recovery)]],
    [
      'that has its reference and whose request is dated after it',
      settled(between, under('second')),
      [asked(night, under('first'), 'DECLINED'), asked(later, { ...recovery, ...under('second') })],
    ],
    [
      'that is the last request before it, where no request has its reference',
      settled(later, under('third')),
      [asked(night, under('first'), 'DECLINED'), asked(between, { ...recovery, ...under('second') })],
    ],
    [
      'that is the last request before it, where it has no reference and an earlier request has none either',
      settled(later, under('')),
      [asked(night, under(''), 'DECLINED'), asked(between, { ...recovery, ...under('second') })],
    ],
  ])('%s', async (_, settlement, answers) => {
    await deliver(url, { ...travel, answers, settlements: [settlement] });

    expect(await shown()).toMatchObject([
      { status: 'accepted', debtPaid: { amountMinor: 360 }, charges: [{ kind: 'debt_recovery' }] },
    ]);
  });
});

describe('a payment that the bank refused', () => {
  it.each([
    [
      'and of which it then released what it held',
      { answers: [asked(night, {}, 'DECLINED'), asked(later, { request_type: 'AUTHORISATION_REVERSAL' })] },
      'payment_error',
    ],
    [
      'at the instant of an agreement',
      {
        answers: [asked(later)],
        settlements: [settled(night, { settlement_status: 'REJECTED', response_created_timestamp_utc: later })],
      },
      'payment_error',
    ],
    [
      'without its answer, although there is a code',
      { answers: [asked(night, { response_code: '41' }, '')] },
      'corrupted',
    ],
  ])('%s, is not shown as one that will be paid', async (_, files, status) => {
    await deliver(url, { ...travel, ...files });

    expect(await shown()).toMatchObject([{ status, paid: { amountMinor: 0 } }]);
    expect((await pool.query('select status from media')).rows).toEqual([{ status: 'active' }]);
  });

  it('is due with the amount of the settlement as long as neither a fare nor a request is known', async () => {
    await deliver(url, { settlements: [settled(night, { settlement_status: 'REJECTED' })] });

    expect(await shown()).toMatchObject([{ status: 'payment_error', due: { amountMinor: 360 } }]);
  });
});

describe('the times of a payment', () => {
  it('are that of its tap as the settlement says it, also where the bank was asked before, and those of the answers', async () => {
    const back = v3.settlement('C', 'A', '3.60', {
      settlement_type: 'CREDIT',
      request_created_timestamp_utc: later,
      response_created_timestamp_utc: '2025-10-05T04:00:00.000Z',
    });
    await deliver(url, { answers: [asked('2025-10-03T07:59:00.000Z')], settlements: [settled(night), back] });

    const [refund, payment] = await shown();

    expect(payment).toMatchObject({ openedAt: '2025-10-03T08:00:00Z', reason: 'trip' });
    expect(payment?.charges.map(({ at }) => at)).toEqual(['2025-10-04T03:31:00Z', '2025-10-05T04:00:00Z']);
    expect(refund).toMatchObject({ openedAt: '2025-10-05T04:00:00Z', reason: 'refund' });
  });

  it('are those of the last update where a settlement has no other', async () => {
    const empty = { request_created_timestamp_utc: '', response_created_timestamp_utc: '' };
    await deliver(url, {
      settlements: [v1.settlement('S', 'A', '3.60', { ...empty, settlement_requested_date_time_utc: later })],
    });

    expect(await shown()).toMatchObject([
      { openedAt: '2025-10-05T03:30:00Z', charges: [{ at: '2025-10-05T03:30:00Z' }] },
    ]);
  });
});

describe('amounts of either sign', () => {
  it('are what is due as long as no fare is known', async () => {
    const refused = { settlement_status: 'REJECTED', amount: '-1.00' };
    await deliver(url, {
      answers: [asked(night, { amount: '-3.60' }, 'DECLINED')],
      settlements: [settled(night, refused)],
    });

    expect(await shown()).toMatchObject([{ status: 'payment_error', due: { amountMinor: 360 } }]);
  });

  it('are what was paid and refunded, also of a fare that the refund names by its amount alone', async () => {
    const back = v3.settlement('C', 'A', '-1.00', { settlement_type: 'CREDIT', refund_id: 'R' });
    const request = v3.refund('R', null, '-1.00', { aggregation_id: 'A', transaction_amount: '-3.60' });
    const fares = [...travel.fares, v3.fare('M2', 'A', '0.00', { transaction_time: night })];
    await deliver(url, {
      ...travel,
      fares,
      settlements: [settled(night, { amount: '-3.60' }), back],
      refunds: [request],
    });

    const [, payment] = await shown();

    expect(payment).toMatchObject({ paid: { amountMinor: 360 }, refunded: { amount: { amountMinor: 100 } } });
    expect(payment?.trips.flatMap(({ refund }) => refund ?? [])).toMatchObject([
      { amount: { amountMinor: 100 }, reason: 'Delay' },
    ]);
  });
});
