import { beforeEach, describe, expect, it } from 'vitest';
import { exported, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

type Row = Record<string, string>;

const charge = {
  id: 'X-1',
  operation: 'ONLINE_CLEARING',
  timestamp: '2025-06-02T04:00:00Z',
  amount: '250',
  payment_reference: tap.payment_reference,
  spdh_response: '000',
  token: tap.token,
  operatorid: '77',
};
const refund = { ...charge, id: 'X-2', operation: 'REFUND', timestamp: '2025-06-05T10:00:00Z', amount: '100' };
const refused = { spdh_response: '051' };

/** Imports files one after the other, each with its day of export, and returns the notes. */
async function deliver(...files: [entity: string, day: number, rows: Row[]][]): Promise<string[]> {
  const notes: string[] = [];
  for (const [entity, day, rows] of files) {
    const [report] = await importInto(url, exported(temporaryFolder(), entity, day, rows));
    expect(report?.status).toBe('imported');
    notes.push(...(report?.notes.keys() ?? []));
  }
  return notes;
}

async function history(): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', reason, status, paid_minor, currency) as line from payments order by opened_at, paid_minor`,
  );
  return rows.map(({ line }) => line);
}

async function reference(): Promise<unknown> {
  const { rows } = await pool.query('select amount_minor, charged_minor, paid from service_references');
  return rows[0];
}

const orders: [string, [string, number, Row[]], [string, number, Row[]]][] = [
  ['before', ['tx', 1, []], ['pw', 1, [window]]],
  ['after', ['pw', 1, [window]], ['tx', 1, []]],
];
const inOrder = (order: (typeof orders)[number], rows: Row[]): [string, number, Row[]][] =>
  order.slice(1).map((file) => (file[0] === 'tx' ? ['tx', 1, rows] : file) as [string, number, Row[]]);

describe('refunds', () => {
  it('are a line of the history each, with and without a reference', async () => {
    const second = { ...refund, id: 'X-3', amount: '50', timestamp: '2025-06-06T10:00:00Z' };
    const without = { ...refund, id: 'X-4', amount: '70', timestamp: '2025-06-07T10:00:00Z', payment_reference: '' };

    await deliver(['pw', 1, [window]], ['tx', 1, [charge, refund, second, without]]);

    expect(await history()).toEqual([
      'trip accepted 250 GBP',
      'refund accepted -100 GBP',
      'refund accepted -50 GBP',
      'refund accepted -70 GBP',
    ]);
  });

  it('are removed when a newer export says that they were refused', async () => {
    await deliver(['pw', 1, [window]], ['tx', 1, [charge, refund]], ['tx', 2, [{ ...refund, ...refused }]]);

    expect(await history()).toEqual(['trip accepted 250 GBP']);
  });

  it('do not come back with an older export that comes late', async () => {
    await deliver(['pw', 1, [window]], ['tx', 2, [{ ...refund, ...refused }]], ['tx', 1, [charge, refund]]);

    expect(await history()).toEqual(['trip accepted 250 GBP']);
  });

  it('come back when a still newer export approves them', async () => {
    const no = { ...refund, ...refused };

    await deliver(['pw', 1, [window]], ['tx', 1, [refund]], ['tx', 2, [no]], ['tx', 3, [refund]]);

    expect(await history()).toEqual(['trip accepted 250 GBP', 'refund accepted -100 GBP']);
  });

  it.each(orders)('are in the currency of their payment, when they come %s it', async (...order) => {
    await deliver(['tap', 1, [tap]], ...inOrder(order, [refund]));

    expect(await history()).toEqual(['trip accepted 250 EUR', 'refund accepted -100 EUR']);
  });

  it('follow the currency of their payment when a tap corrects it', async () => {
    await deliver(['tx', 1, [refund]], ['pw', 1, [window]], ['tap', 1, [tap]]);

    expect(await history()).toEqual(['trip accepted 250 EUR', 'refund accepted -100 EUR']);
  });
});

describe('a payment window', () => {
  it.each([
    ['closed and settled', { amount_settled: '250' }, 'accepted 250'],
    ['closed with nothing settled', { amount_settled: '0' }, 'pending 0'],
    ['closed below zero', { amount_settled: '-150', amount_to_settle: '-150' }, 'none -150'],
    ['closed with nothing due', { amount_settled: '0', amount_to_settle: '0' }, 'none 0'],
    ['settled in part and recovered', { amount_settled: '150', debt_settled: '100' }, 'accepted 250'],
    ['recovered within what was settled', { amount_settled: '250', debt_settled: '250' }, 'accepted 250'],
    ['recovered in part within what was settled', { amount_settled: '250', debt_settled: '100' }, 'accepted 250'],
    ['unpaid', { stage: 'Debt', amount_settled: '100' }, 'payment_error 100'],
    [
      'called unpaid and was recovered',
      { stage: 'DebtFinal', amount_settled: '0', debt_settled: '250' },
      'accepted 250',
    ],
    [
      'called unpaid and was recovered before less was due',
      { stage: 'Debt', amount_settled: '0', debt_settled: '250', amount_to_settle: '200' },
      'accepted 250',
    ],
    ['recovered by more than was settled', { amount_settled: '100', debt_settled: '200' }, 'accepted 300'],
    ['called unpaid and was settled', { stage: 'Debt' }, 'accepted 250'],
    ['called unpaid with nothing due', { stage: 'Debt', amount_settled: '0', amount_to_settle: '0' }, 'none 0'],
    ['called unpaid below zero', { stage: 'Debt', amount_settled: '0', amount_to_settle: '-150' }, 'none 0'],
  ])('that is %s reads %o as %s', async (_, amounts, expected) => {
    await deliver(['pw', 1, [{ ...window, ...amounts }]]);

    expect(await history()).toEqual([`trip ${expected} GBP`]);
  });

  it('that is read in a special way is reported to the administrator', async () => {
    const notes = await deliver([
      'pw',
      1,
      [
        { ...window, debt_settled: '0', amount_settled: '0' },
        { ...window, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2', debt_settled: '100' },
      ],
    ]);

    expect(notes.join('\n')).toMatch(/nothing settled; counted as pending/);
    expect(notes.join('\n')).toMatch(/debt_settled is contained in amount_settled/);
  });
});

describe('the amounts that prove a reference', () => {
  const parts = [
    { ...charge, amount: '150' },
    { ...charge, id: 'X-5', operation: 'DEBT_RECOVERY_AUTO', amount: '100', timestamp: '2025-06-04T04:00:00Z' },
    { ...charge, id: 'X-6', amount: '999', ...refused },
    refund,
  ];

  it.each(orders)('are those of each charge, when these come %s the window', async (...order) => {
    await deliver(...inOrder(order, parts));

    expect(await reference()).toEqual({ amount_minor: 250, charged_minor: [100, 150], paid: true });
  });

  it.each(orders)(
    'are what was paid when the only charge is the same, when that comes %s the window',
    async (...order) => {
      await deliver(...inOrder(order, [charge]));

      expect(await reference()).toEqual({ amount_minor: 250, charged_minor: null, paid: true });
    },
  );

  it('are what the bank took, also when that contains an unpaid fare of another day', async () => {
    await deliver(['pw', 1, [window]], ['tx', 1, [{ ...charge, amount: '550' }]]);

    expect(await reference()).toMatchObject({ charged_minor: [550] });
  });

  it('lose a charge that a newer export withdraws', async () => {
    await deliver(['pw', 1, [window]], ['tx', 1, parts], ['tx', 2, parts.map((row) => ({ ...row, ...refused }))]);

    expect(await reference()).toEqual({ amount_minor: 250, charged_minor: null, paid: true });
  });
});
