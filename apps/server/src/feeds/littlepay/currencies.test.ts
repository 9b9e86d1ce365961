import { beforeEach, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { v3 } from '../../../test/littlepay-feed.ts';
import { deliver, participant } from '../../../test/littlepay-import.ts';
import { night } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

type Rows = Parameters<typeof deliver>[1][string];
const euro = { currency_code: 978 };
const files = {
  taps: [v3.tap('T1', '2025-10-03T08:00:00.000Z'), v3.tap('T2', '2025-10-03T09:00:00.000Z')],
  links: [v3.link('T1', 'M1'), v3.link('T2', 'M2')],
  fares: [v3.fare('M2', 'A', '2.00', euro), v3.fare('M1', 'A', '3.60')],
};
const rowsOf = async (text: string) => (await pool.query(text)).rows;
const payments = () => rowsOf(`select due_minor::int as due, paid_minor::int as paid, currency, status from payments`);
const trips = () =>
  rowsOf(`select fare_minor::int as fare, currency, srid is not null as is_charged from trips order by started_at`);

it('a fare in another currency than the charge of its payment is not added to it, in every order of the files', {
  timeout: 240_000,
}, async () => {
  const charged = new Map<string, Rows>(Object.entries({ ...files, settlements: [v3.settlement('S', 'A', '3.60')] }));
  const outcomes = await outcomesOfEveryOrder({
    pool,
    files: [...charged.keys()],
    importOne: async (name) => void (await deliver(url, { [name]: charged.get(name) ?? [] })),
    outcome: async () => ({ payments: await payments(), trips: await trips() }),
  });

  expect(outcomes).toEqual([
    {
      payments: [{ due: 360, paid: 360, currency: 'GBP', status: 'accepted' }],
      trips: [
        { fare: 360, currency: 'GBP', is_charged: true },
        { fare: 200, currency: 'EUR', is_charged: false },
      ],
    },
  ]);
});

it('an answer and a charge of the bank in another currency move no money of the payment, and the report says so', async () => {
  const reports = await deliver(url, {
    ...files,
    answers: [v3.answer('A', night, 'DECLINED', { amount: '3.60' })],
    settlements: [v3.settlement('S', 'A', '3.60'), v3.settlement('S2', 'A', '2.00', euro)],
  });

  expect(await payments()).toEqual([{ due: 360, paid: 360, currency: 'GBP', status: 'accepted' }]);
  expect(reports.flatMap(({ notes }) => [...notes.keys()])).toContain(
    'a row has another currency than the payment that it names; it counts in no payment',
  );
});

const later = { ...euro, record_updated_timestamp_utc: '2025-10-06T03:30:00.000Z' };
const travel = { taps: files.taps.slice(0, 1), links: files.links.slice(0, 1), fares: [v3.fare('M1', 'A', '3.60')] };
const charge = v3.settlement('S', 'A', '3.60');
it.each([
  {
    corrected: 'of a fare',
    exports: { '04': travel, '05': { settlements: [charge] }, '06': { fares: [{ ...travel.fares[0], ...later }] } },
    payment: { due: 360, paid: 360, currency: 'GBP', status: 'accepted' },
  },
  {
    corrected: 'of a charge',
    exports: { '04': travel, '05': { settlements: [charge] }, '06': { settlements: [{ ...charge, ...later }] } },
    payment: { due: 360, paid: 360, currency: 'EUR', status: 'accepted' },
  },
  {
    corrected: 'by what the bank was asked for',
    exports: {
      '04': travel,
      '05': { answers: [v3.answer('A', night, 'AUTHORISED', { ...euro, amount: '4.20' })] },
      '06': { cards: [v3.card('card')] },
    },
    payment: { due: 420, paid: 0, currency: 'EUR', status: 'pending' },
  },
  {
    corrected: 'by a request that the bank took back',
    exports: {
      '04': travel,
      '05': { answers: [v3.answer('A', night, 'AUTHORISED', { ...euro, request_type: 'AUTHORISATION_REVERSAL' })] },
      '06': { cards: [v3.card('card')] },
    },
    payment: { due: 360, paid: 0, currency: 'GBP', status: 'open' },
  },
  {
    corrected: 'by a second charge',
    exports: {
      '04': travel,
      '05': { settlements: [charge] },
      '06': { settlements: [v3.settlement('S2', 'A', '2.00', { ...later, request_created_timestamp_utc: night })] },
    },
    payment: { due: 360, paid: 360, currency: 'GBP', status: 'accepted' },
  },
  {
    corrected: 'of a fare, beside a credit that the bank refused',
    exports: {
      '04': travel,
      '05': { settlements: [{ ...charge, settlement_type: 'CREDIT', settlement_status: 'REJECTED' }] },
      '06': { fares: [{ ...travel.fares[0], ...later }] },
    },
    payment: { due: 360, paid: 0, currency: 'EUR', status: 'open' },
  },
  {
    corrected: 'of a fare, beside a credit that the bank made',
    exports: {
      '04': travel,
      '05': { settlements: [{ ...charge, settlement_type: 'CREDIT' }] },
      '06': { fares: [{ ...travel.fares[0], ...later }] },
    },
    payment: { due: 360, paid: 0, currency: 'EUR', status: 'open' },
  },
])(
  'a currency that a newer export corrects $corrected leads to one payment, in every order of the files',
  {
    timeout: 120_000,
  },
  async ({ exports, payment }) => {
    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(exports),
      importOne: async (day) =>
        void (await deliver(url, exports[day as keyof typeof exports] as Record<string, Rows>, {
          at: `202510${day}0430`,
        })),
      outcome: payments,
    });

    expect(outcomes).toEqual([[payment]]);
  },
);

const asked = v3.answer('A', night, 'AUTHORISED', { amount: '3.60' });
it.each([
  {
    what: 'of a payment whose charge has another currency since',
    exports: {
      '04': travel,
      '05': { answers: [asked], settlements: [charge] },
      '06': { settlements: [{ ...charge, ...later }] },
    },
    left: [],
  },
  {
    what: 'that is one copy of two, the other with the reference of the bank',
    exports: {
      '04': travel,
      '05': { answers: [v3.answer('A', night, 'DECLINED', { retrieval_reference_number: '' })] },
      '06': { answers: [asked] },
    },
    left: [{ approved: true }],
  },
])(
  'a question to the bank $what is kept or not whatever the order of the files',
  { timeout: 120_000 },
  async ({ exports, left }) => {
    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(exports),
      importOne: async (day) =>
        void (await deliver(url, exports[day as keyof typeof exports] as Record<string, Rows>, {
          at: `202510${day}0430`,
        })),
      outcome: async () => await rowsOf('select approved from authorisations'),
    });

    expect(outcomes).toEqual([left]);
  },
);

const nameless = { currency_code: '' };
it.each([
  { operator: 'CAD', currency: 'JPY', code: 392, cost: '360', minor: 360 },
  { operator: 'GBP', currency: 'KWD', code: 414, cost: '1.230', minor: 1230 },
  { operator: 'KWD', currency: 'GBP', code: 826, cost: '3.60', minor: 360 },
])(
  'a charge and a refund that name no currency, of an operator in $operator, have the decimals of their payment in $currency',
  async ({ operator, currency, code, cost, minor }) => {
    const inOther = { ...participant, currency: operator };
    const back = { ...nameless, settlement_type: 'CREDIT', request_created_timestamp_utc: '2025-10-05T03:30:00Z' };
    const fares = [v3.fare('M1', 'A', cost, { currency_code: code })];
    await deliver(url, { ...travel, fares }, { operator: inOther });
    await deliver(
      url,
      { settlements: [v3.settlement('S', 'A', cost, nameless)] },
      { at: '202510050430', operator: inOther },
    );

    expect(await payments()).toEqual([{ due: minor, paid: minor, currency, status: 'accepted' }]);

    const settlements = [v3.settlement('C', 'A', cost, back)];
    await deliver(url, { settlements }, { at: '202510060430', operator: inOther });
    expect(await payments()).toContainEqual({ due: 0, paid: -minor, currency, status: 'accepted' });
  },
);

it('a charge that names no currency and has more decimals than that of its payment moves no money of it, and the report says so', async () => {
  const operator = { ...participant, currency: 'CAD' };
  const fares = [v3.fare('M1', 'A', '360', { currency_code: 392 })];
  const reports = await deliver(
    url,
    { ...travel, fares, settlements: [v3.settlement('S', 'A', '3.60', nameless)] },
    { operator },
  );

  expect(await payments()).toEqual([{ due: 360, paid: 0, currency: 'JPY', status: 'open' }]);
  expect(reports.flatMap(({ notes }) => [...notes.keys()])).toContain(
    'a row has another currency than the payment that it names; it counts in no payment',
  );
});

it.each([
  ['by its fare', { micropayment_id: 'M1' }],
  ['by its payment', { micropayment_id: '', aggregation_id: 'A' }],
])('a request for a refund in another currency than the fare that it names %s is not shown at it', async (_, names) => {
  await deliver(url, { ...travel, settlements: [charge] });
  const request = v3.refund('R', null, '2.00', { ...names, ...euro });

  await deliver(url, { refunds: [request] }, { at: '202510050430' });
  expect(await rowsOf('select refund_minor from trips')).toEqual([{ refund_minor: null }]);

  await deliver(url, { refunds: [{ ...request, currency_code: 826 }] }, { at: '202510060430' });
  expect(await rowsOf('select refund_minor::int from trips')).toEqual([{ refund_minor: 200 }]);
});
