import { expect, it } from 'vitest';
import { testConfig } from '../../test/build-app.ts';
import { fare, tap, window } from '../../test/corrected-feed.ts';
import { restore, stateOf } from '../../test/every-order.ts';
import { feedCollections, recovery, refused } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { feedRefunds, refund } from '../../test/feed-refunds.ts';
import { deposit, writePsv } from '../../test/littlepay-feed.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { wholeHistory } from '../gate/own-media.ts';
import { applyChargeOutcome } from '../modules/debts/apply-charge-outcome.service.ts';
import { readPayment } from '../modules/payments/payments.service.ts';
import { applyRefundAnswer } from '../modules/refunds/apply-refund-outcome.service.ts';
import { TimetableNames } from '../modules/travel/timetable-names.ts';
import { elavon } from './elavon/format.ts';

const { pool, url } = await createTestDatabase();
const { deliver: deliverWindow, changeTo, told } = feedDebts({ pool, url });
const { move, ask } = feedCollections({ pool, url, changeTo });
const { deliver, trips, refundOfOurs } = feedRefunds({ pool, url });

/** What may happen, by the sentence that tells it. */
type Acts = Readonly<Record<string, () => Promise<unknown>>>;

/** Each order of some names. */
function* ordersOf(names: readonly string[]): Generator<string[]> {
  if (names.length === 0) yield [];
  for (const first of names)
    for (const rest of ordersOf(names.filter((name) => name !== first))) yield [first, ...rest];
}

/** The bank takes a charge of 2.50 back from the operator. */
async function chargeBack(rrn: string): Promise<void> {
  const more = { batch_type: 'C', settlement_date: '07102025', chgbk_rsn_code: '4837', currency_code: 978 };
  const file = writePsv(temporaryFolder(), '010PR001618FUND20250710.txt', [deposit(rrn, '-$2.50', more)]);
  await importInto(url, file, undefined, { format: elavon });
}

/** What the passenger sees of the money, what is owed, and what the operator sees: chargebacks, and which refunds of ours were delivered. */
async function shown(): Promise<unknown> {
  const { rows } = await pool.query('select medium_id, payment_id from payments order by reason, paid_minor');
  const reading = { readDb: pool, names: new TimetableNames(pool) };
  const payments = [];
  for (const { medium_id, payment_id: paymentId } of rows) {
    const question = { medium: wholeHistory(medium_id), paymentId, language: 'en', prefix: '' } as const;
    const payment = await readPayment(reading, question);
    const { reason, status, due, paid, total, refunded, writtenOff, receiptAvailable } = payment;
    const charges = payment.charges.map(({ kind, amount, approved }) => [kind, amount.amountMinor, approved]);
    payments.push({ reason, status, due, paid, total, refunded, writtenOff, receiptAvailable, charges });
  }
  const { rows: debts } = await pool.query('select state, is_unpaid, due_minor, paid_minor from debts');
  const { rows: chargebacks } = await pool.query('select srid, amount_minor from chargebacks');
  const { rows: waiting } = await pool.query(`select content ->> 'rrn' as rrn from feed_pieces where is_open`);
  const { rows: refunds } = await pool.query(
    'select amount_minor, state, delivered_id is not null as is_delivered from refunds',
  );
  return { payments, debts, trips: await trips(), chargebacks, waiting, refunds };
}

async function empty(): Promise<void> {
  await emptyTables(pool);
  await pool.query('delete from collections');
}

/**
 * Lets the acts happen in every order and returns what is different in the end. What several orders begin with happens once: the rows
 * that it led to are put back for each of them.
 */
async function endsOf(begin: () => Promise<Acts>, isPossible: (order: readonly string[]) => boolean = () => true) {
  const ends = new Map<string, { end: unknown; orders: string[] }>();
  await empty();
  const acts = await begin();
  await follow([...ordersOf(Object.keys(acts))].filter(isPossible), 0);
  return [...ends.values()];

  /** Of some orders this many acts, the same of each, have happened. */
  async function follow(orders: readonly string[][], happened: number): Promise<void> {
    const nexts = new Set(orders.flatMap((order) => order[happened] ?? []));
    if (nexts.size === 0) return note(await shown(), orders);
    const state = nexts.size > 1 ? await stateOf(pool, 'collections') : {};
    for (const [index, name] of [...nexts].entries()) {
      if (index > 0) {
        await empty();
        await restore(pool, state);
      }
      await acts[name]?.();
      const begunSo = orders.filter((order) => order[happened] === name);
      await follow(begunSo, happened + 1);
    }
  }

  function note(end: unknown, orders: readonly string[][]): void {
    const known = ends.get(JSON.stringify(end)) ?? { end, orders: [] };
    known.orders.push(...orders.map((order) => order.join(', ')));
    ends.set(JSON.stringify(end), known);
  }
}

it.each([
  ['takes the money', { state: 'captured', bankReference: 'B' } as const],
  [
    'refuses, and the back office collects it',
    { state: 'declined', declineCode: 'insufficient_funds', bankReference: undefined } as const,
  ],
])('a fare that the bank is asked for and %s ends the same in every order of what is told of it', async (_, answer) => {
  const ends = await endsOf(async () => {
    await deliver(['tap', 1, [tap]], ['tr', 1, [fare]]);
    await move(2, refused);
    await deliverWindow(3, unpaid);
    await ask();
    const { rows } = await pool.query('select medium_id, collection_id from collections');
    const key = { mediumId: rows[0].medium_id, collectionId: rows[0].collection_id };
    const context = { pool, config: testConfig() };
    return {
      'the bank answers': () => applyChargeOutcome(context, key, { ...answer, amountMinor: 250, currency: 'EUR' }),
      'the movement comes': () => move(7, { ...recovery, id: 'X-5', rrn: 'B' }),
      'the window is paid': () =>
        deliverWindow(8, { ...unpaid, stage: 'Closed', amount_settled: '0', debt_settled: '250' }),
      'the charge is taken back': () => chargeBack('B'),
    };
  });

  expect(ends).toHaveLength(1);
  expect(ends[0]?.end).toMatchObject({
    debts: [{ state: 'ready', is_unpaid: false, paid_minor: 250 }],
    chargebacks: [{ srid: unpaid.payment_reference, amount_minor: 250 }],
    waiting: [],
  });
});

it('a refund that we made and that comes back ends the same in every order of what is told of it', async () => {
  const ends = await endsOf(
    async () => {
      await deliver(['tap', 1, [tap]], ['tr', 1, [fare]], ['pw', 1, [window]]);
      const key = await refundOfOurs({
        ...{ state: 'submitting', bank_reference: null, closed_at: null, refunded_before_minor: 0 },
      });
      const amount = { amountMinor: 250, currency: 'EUR', bankReference: 'R' };
      return {
        'the bank refunds': () => applyRefundAnswer({ pool }, key, { state: 'refunded', ...amount }),
        'it comes back': () =>
          applyRefundAnswer({ pool }, key, { state: 'returned', declineCode: 'card_not_found', ...amount }),
        'the back office delivers it': () => deliver(['tx', 9, [{ ...refund, rrn: 'R' }]]),
        'the charge comes': () => move(7, { ...recovery, operation: 'ONLINE_CLEARING', id: 'X-5', rrn: 'B' }),
      };
    },
    (order) => order.indexOf('the bank refunds') < order.indexOf('it comes back'),
  );

  expect(ends).toHaveLength(1);
  expect(ends[0]?.end).toMatchObject({ refunds: [{ state: 'returned', is_delivered: true }] });
});

it('two refunds of a payment, of which one is ours, end the same in every order of what is told of them', async () => {
  const ends = await endsOf(async () => {
    await deliver(['tap', 1, [tap]], ['tr', 1, [fare]], ['pw', 1, [window]]);
    const key = await refundOfOurs({
      ...{ amount_minor: 100, state: 'submitting', bank_reference: null, closed_at: null, refunded_before_minor: 0 },
    });
    await pool.query('update refund_trips set amount_minor = 100');
    const amount = { amountMinor: 100, currency: 'EUR', bankReference: 'R' };
    return {
      'the bank refunds': () => applyRefundAnswer({ pool }, key, { state: 'refunded', ...amount }),
      'the back office delivers it': () => deliver(['tx', 9, [{ ...refund, amount: '100', rrn: 'R' }]]),
      'it refunds the rest': () => deliver(['tx', 10, [{ ...refund, id: 'X-3', amount: '150', rrn: 'R 2' }]]),
      'the charge comes': () => move(7, { ...recovery, operation: 'ONLINE_CLEARING', id: 'X-5', rrn: 'B' }),
    };
  });

  expect(ends).toHaveLength(1);
  const given = { refunded: { amount: { amountMinor: 250 }, count: 2 } };
  expect(ends[0]?.end).toMatchObject({
    payments: [{}, {}, given],
    refunds: [{ state: 'refunded', is_delivered: true }],
  });
});

it.each([
  { what: 'is raised while the bank is asked', paid: 250, owed: 100, window: { amount_to_settle: '350' } },
  { what: 'the bank takes only in part', paid: 100, owed: 150, window: {} },
])('a fare that $what ends the same in every order of what is told of it', async ({ paid, owed, window: more }) => {
  const ends = await endsOf(async () => {
    await deliver(['tap', 1, [tap]], ['tr', 1, [fare]]);
    await move(2, refused);
    await deliverWindow(3, unpaid);
    const take = await ask();
    return {
      'the bank answers': () => take(paid),
      'the movement comes': () => move(7, { ...recovery, id: 'X-5', rrn: 'B', amount: String(paid) }),
      'the window counts it': () => deliverWindow(8, { ...unpaid, ...more, debt_settled: String(paid) }),
    };
  });

  expect(ends).toHaveLength(1);
  expect(ends[0]?.end).toMatchObject({ debts: [{ state: 'owed', due_minor: owed, paid_minor: paid }] });
  // In the last order the bank answers last.
  expect((await told()).at(-1)).toBe(`access_denied ${tap.payment_reference} ${owed}`);
});
