import { beforeEach, expect, it } from 'vitest';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { deposit, v3 } from '../../../test/littlepay-feed.ts';
import { deliver } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const night = '2025-10-04T03:30:00.000Z';
const rrn = { retrieval_reference_number: 'one for two' };
const euro = { currency_code: 978 };
const asked = (payment: string, amount: string, more = {}) =>
  v3.answer(payment, night, 'AUTHORISED', { amount, ...rrn, ...more });
const paid = (amount: string, number: number, more = {}) =>
  deposit('one for two', amount, { trn_ref_num: `${number}`, ...more });
const payments = `select currency, due_minor::int as due, paid_minor::int as paid from payments
  where reason <> 'refund' order by due_minor, currency`;

/** Two payments that share one reference of the bank, of pounds each or one of euros. */
const [pounds, euros, less] = [
  { fare: v3.fare('M', 'A', '3.60'), answer: asked('A', '3.60') },
  { fare: v3.fare('N', 'B', '3.60', euro), answer: asked('B', '3.60', euro) },
  { fare: v3.fare('N', 'B', '2.60'), answer: asked('B', '2.60') },
];
const both = (one: typeof pounds, other: typeof pounds) => ({
  fares: [one.fare, other.fare],
  answers: [one.answer, other.answer],
});
const charge = (payment: string, amount: string, status: string, more = {}) =>
  v3.settlement('S', payment, amount, { ...rrn, settlement_status: status, ...more });

it.each([
  {
    what: 'in the currency of one pays that one',
    told: both(pounds, euros),
    deposits: [paid('€3.60', 1, euro)],
    money: [
      { currency: 'EUR', due: 360, paid: 360 },
      { currency: 'GBP', due: 360, paid: 0 },
    ],
  },
  {
    what: 'in the currency of one does not settle the pending charge of the other',
    told: { ...both(pounds, euros), settlements: [charge('A', '3.60', 'PENDING')] },
    deposits: [paid('€3.60', 1, euro)],
    money: [
      { currency: 'EUR', due: 360, paid: 360 },
      { currency: 'GBP', due: 360, paid: 0 },
    ],
  },
  ...['PENDING', 'SETTLED'].map((status) => ({
    what: `of the amount of one is no part of the charge of the other, ${status}`,
    told: { ...both(pounds, less), settlements: [charge('B', '2.60', status)] },
    deposits: [paid('$3.60', 1)],
    money: [
      { currency: 'GBP', due: 260, paid: status === 'SETTLED' ? 260 : 0 },
      { currency: 'GBP', due: 360, paid: 360 },
    ],
  })),
  {
    what: 'of the amount of one leaves the parts of the charge of the other',
    told: { ...both(pounds, less), settlements: [charge('B', '2.60', 'PENDING')] },
    deposits: [paid('$3.60', 1), paid('$1.60', 2), paid('$1.00', 3)],
    money: [
      { currency: 'GBP', due: 260, paid: 260 },
      { currency: 'GBP', due: 360, paid: 360 },
    ],
  },
  {
    what: 'of the amount that was asked of one and taken back from the other, pays the first',
    told: {
      fares: [pounds.fare, less.fare],
      answers: [pounds.answer, less.answer, asked('B', '3.60', { request_type: 'AUTHORISATION_REVERSAL' })],
    },
    deposits: [paid('$3.60', 1)],
    money: [
      { currency: 'GBP', due: 260, paid: 0 },
      { currency: 'GBP', due: 360, paid: 360 },
    ],
  },
])('a deposit of two payments with one reference of the bank, $what', async ({ told, deposits, money }) => {
  await deliver(url, { ...told, deposits });

  expect((await pool.query(payments)).rows).toEqual(money);
});

it('a refund of two payments with one reference of the bank belongs to the one that was charged that amount', async () => {
  const settlements = [charge('B', '2.60', 'SETTLED')];
  await deliver(url, { ...both(pounds, less), settlements, deposits: [paid('-$2.60', 1)] });

  const { rows } = await pool.query(`select known.due_minor::int as due, refund.paid_minor::int as back
    from payments as refund join payments as known using (medium_id, srid) where refund.reason = 'refund' and known.reason <> 'refund'`);
  expect(rows).toEqual([{ due: 260, back: -260 }]);
});
