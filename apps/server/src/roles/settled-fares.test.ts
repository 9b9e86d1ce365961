import { guestDebt } from '@tapfolio/contracts/debts.ts';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { publicReceipt } from '@tapfolio/contracts/receipts.ts';
import { storyOf } from '@tapfolio/domain/payment-story.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { exported, fare, tap } from '../../test/corrected-feed.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { refused } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { portalRole } from './portal.ts';

/** What the screens of a fare say that was unpaid and that the back office settles: its list, its payment and its guest page agree. */

const { pool, url, call, signIn } = await createTestApp([portalRole]);
beforeEach(async () => {
  await pool.query('delete from cards');
  await emptyTables(pool);
});
const { deliver } = feedDebts({ pool, url });

async function move(day: number, ...rows: Record<string, string>[]) {
  await importInto(url, exported(temporaryFolder(), 'tx', day, rows));
}

/** What the owner of the card and a guest read; the amounts are minor units. */
async function read({ proof }: { proof: number }) {
  const portal = '/public/api/v1/portal';
  const passenger = await signIn();
  const { rows } = await pool.query<{ medium_id: string }>('select distinct medium_id from debts');
  const { card_id: cardId } = await buildCard(pool, { passenger_id: passenger.passengerId, ...rows[0] });
  const base = `${portal}/cards/${cardId}`;
  const [debt] = (await passenger.call({ url: `${base}/debts` })).json().items;
  const { items } = paymentPage.parse((await passenger.call({ url: `${base}/payments` })).json());
  const found = await passenger.call({ url: `${base}/payments/${items[0]?.id}` });
  const payment = paymentDetail.parse(found.json());
  const guest = { method: 'POST' as const, payload: { srid: unpaid.payment_reference, amountMinor: proof } };
  const receipts = (await call({ url: `${portal}/receipts/search`, ...guest })).json().items;
  return {
    fare: debt && pickMoney(guestDebt.parse(debt)),
    payment: { status: payment.status, ...pickMoney({ ...payment, amount: payment.total }) },
    hasReceipt: payment.receiptAvailable,
    guest: publicReceipt.parse(receipts[0]),
    story: storyOf(payment).lines.map(({ kind, amount }) => [kind, amount.amountMinor]),
  };
}

interface Said {
  readonly amount: { amountMinor: number };
  readonly writtenOff: { amountMinor: number } | null;
}
const pickMoney = ({ amount, writtenOff }: Said) => ({
  amount: amount.amountMinor,
  writtenOff: writtenOff?.amountMinor ?? 0,
});

describe('a fare that the bank refused, and that the back office then calls paid before the charge is delivered', () => {
  it.each([
    ['as a whole', { amount_settled: '250' }, 0],
    ['in part', { amount_settled: '100' }, 150],
  ])('%s, is paid on every screen, with its receipt', async (_, settled, writtenOff) => {
    await move(2, refused);
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, ...settled, stage: 'Closed' });

    const said = await read({ proof: 250 - writtenOff });

    expect(said.fare).toEqual({ amount: 250, writtenOff });
    expect(said.payment).toEqual({ status: 'accepted', amount: 250 - writtenOff, writtenOff });
    expect(said.hasReceipt).toBe(true);
    expect(said.guest).toMatchObject({ status: 'accepted', available: true });
  });
});

it.each([
  [
    'to what was paid',
    '100',
    [
      ['writtenOff', -150],
      ['total', 100],
    ],
  ],
  [
    'to a little more than what was paid',
    '120',
    [
      ['writtenOff', -130],
      ['total', 120],
      ['paid', 100],
      ['writtenOff', 20],
    ],
  ],
])('a fare that the back office lowers %s says as a whole what nobody asks for any more', async (_, due, sums) => {
  await importInto(url, exported(temporaryFolder(), 'tap', 3, [tap]));
  await importInto(url, exported(temporaryFolder(), 'tr', 3, [fare]));
  await deliver(3, { ...unpaid, amount_settled: '100' });
  await deliver(4, { ...unpaid, amount_to_settle: due, amount_settled: '100', stage: 'Closed' });

  const said = await read({ proof: 100 });

  expect(said.fare).toEqual({ amount: 150, writtenOff: 150 });
  expect(said.payment).toEqual({ status: 'accepted', amount: 100, writtenOff: 150 });
  expect(said.story).toEqual([['trip', 250], ...sums]);
});
