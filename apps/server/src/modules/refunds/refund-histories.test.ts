import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { bankFaults, heardOf, Killed, mostRounds, passTime, untilKilled } from '../../../test/bank-histories.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback, buildWaitingChargeback } from '../../../test/factories/chargebacks.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { holdsInRandomHistories, unlessRefused } from '../../../test/random-histories.ts';
import { unkeptKey } from '../../../test/unkept-key.ts';
import type { CallingSystem } from '../../gate/api-key-gate.ts';
import type { Bank } from '../../gateways/bank.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyRefundAnswer } from './apply-refund-outcome.service.ts';
import { doRefund } from './do-refund.service.ts';
import { requestRefund } from './request-refund.service.ts';

// Without this a call that was given up on a busy machine would be carried out after a day that the history skips.
const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
const { context, pool } = await createTestApp([], { bank });
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');
afterAll(close);

const fareMinor = 370;
const openedAt = new Date(Date.now() - 5 * dayMs).toISOString();
const operator: CallingSystem = {
  keyId: randomUUID(),
  system: 'back-office',
  operatorCode: '1',
  scopes: ['refunds:write'],
  ip: '127.0.0.1',
  traceId: randomUUID(),
};

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('request' as const),
      of: fc.constantFrom('first', 'second', 'half of the first', 'both', 'a part', 'all'),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ act: 'work' } as const) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('fault' as const), fault: fc.constantFrom(...bankFaults) }) },
  { weight: 2, arbitrary: fc.constant({ act: 'crash' } as const) },
  { weight: 3, arbitrary: fc.constant({ act: 'webhook' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'day' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'come back' } as const) },
  { weight: 1, arbitrary: fc.constantFrom({ act: 'charge back' } as const, { act: 'tell the charge' } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Paid {
  readonly mediumId: string;
  readonly srid: string;
  /** Each history has another currency, because a waiting chargeback may be of any payment in its currency. */
  readonly currency: string;
  readonly trips: readonly string[];
  /** The refunds at the bank when it reported a chargeback; null without a chargeback. */
  refundedBefore: readonly unknown[] | null;
}

let payments = 0;
/** The next of `AAA`, `AAB` and so on. */
function nextCurrency(): string {
  payments += 1;
  return [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.trunc(payments / place) % 26))).join('');
}

/** A payment of two trips that the bank took. */
async function buildPaid(): Promise<Paid> {
  const { medium_id: mediumId } = await buildMedium(pool);
  const amount = 2 * fareMinor;
  const currency = nextCurrency();
  const paid = { opened_at: openedAt, due_minor: amount, paid_minor: amount, currency };
  const { srid: reference } = await buildPayment(pool, { medium_id: mediumId, ...paid });
  const srid = reference ?? '';
  const trips: string[] = [];
  for (let trip = 0; trip < 2; trip += 1)
    trips.push((await buildTrip(pool, { medium_id: mediumId, started_at: openedAt, srid })).trip_id);
  const charge = { id: randomUUID(), kind: 'charge', state: 'captured', operatorCode: '1' } as const;
  await sandbox.remember([{ ...charge, statementReference: srid, amountMinor: amount, currency, at: openedAt }]);
  return { mediumId, srid, currency, trips, refundedBefore: null };
}

function wishOf({ srid, currency, trips }: Paid, of: string) {
  const wish = { operatorCode: '1', srid, currency, reason: 'delay' };
  const [first = '', second = ''] = trips;
  if (of === 'all') return wish;
  if (of === 'a part') return { ...wish, amountMinor: 200 };
  if (of === 'both') return { ...wish, trips: [{ tripId: first }, { tripId: second }] };
  if (of === 'half of the first') return { ...wish, trips: [{ tripId: first, amountMinor: fareMinor / 2 }] };
  return { ...wish, trips: [{ tripId: of === 'first' ? first : second }] };
}

const killed: Bank = {
  ...bank,
  refund: async (order) => {
    await bank.refund(order);
    throw new Killed();
  },
};

const refundedAtBank = async ({ srid }: Paid) =>
  (await sandbox.ledger(srid)).filter(({ state }) => state === 'refunded').map(({ reference }) => reference);

const refundsOf = async ({ mediumId }: Paid) =>
  (
    await pool.query<{ refund_id: string; state: string; amount_minor: number; closed_at: string | null }>(
      'select refund_id, state, amount_minor, closed_at from refunds where medium_id = $1 order by requested_at',
      [mediumId],
    )
  ).rows;

/** Returns whether there was work. */
async function work(paid: Paid, how: Bank = bank): Promise<boolean> {
  await passTime(pool, 'refunds', paid);
  const open = (await refundsOf(paid)).find(({ closed_at: closedAt }) => closedAt === null);
  if (open === undefined) return false;
  const key = { mediumId: paid.mediumId, refundId: open.refund_id };
  await untilKilled(doRefund({ ...worker, bank: how, breaker: new CircuitBreaker() }, key));
  return true;
}

const rrnOf = ({ srid }: Paid) => `rrn of ${srid}`;

/** The bank's own file delivers a chargeback; its charge may be delivered before or after it. */
async function chargeBack(paid: Paid): Promise<void> {
  paid.refundedBefore ??= await refundedAtBank(paid);
  const { currency } = paid;
  await buildWaitingChargeback(pool, { rrn: rrnOf(paid), currency });
}

/** The file of the charge comes, and the waiting chargeback finds it as in an import. */
async function tellCharge(paid: Paid): Promise<void> {
  const { mediumId: medium_id, srid } = paid;
  await buildSettlement(pool, { medium_id, srid, retrieval_reference: rrnOf(paid) });
  const { rows } = await pool.query(
    `update feed_pieces set is_open = false where is_open and content ->> 'rrn' = $1 returning piece_id`,
    [rrnOf(paid)],
  );
  if (rows.length > 0) await buildChargeback(pool, { medium_id, srid });
}

/** The money of the first done refund comes back to the bank. */
async function comeBack(paid: Paid): Promise<void> {
  const [reference] = await refundedAtBank(paid);
  if (typeof reference === 'string') await sandbox.sendBack({ reference });
}

/** Processes everything that the bank knows about the payment, the newest first. */
async function hear(paid: Paid): Promise<void> {
  for (const { refund_id: refundId } of (await refundsOf(paid)).toReversed()) {
    const answer = await heardOf(bank, refundId);
    if (answer !== 'unknown') await applyRefundAnswer(worker, { mediumId: paid.mediumId, refundId }, answer);
  }
}

async function take(paid: Paid, one: Step): Promise<void> {
  if (one.act === 'work') await work(paid);
  else if (one.act === 'crash') await work(paid, killed);
  else if (one.act === 'webhook') await hear(paid);
  else if (one.act === 'come back') await comeBack(paid);
  else if (one.act === 'charge back') await chargeBack(paid);
  else if (one.act === 'tell the charge') await tellCharge(paid);
  else if (one.act === 'fault')
    await sandbox.setFault({ statementReference: paid.srid, fault: one.fault, on: 'refund', times: 1 });
  else if (one.act === 'day') {
    await passTime(pool, 'refunds', { ...paid, hours: 24 });
    await sandbox.forgetKeys(paid.srid);
  } else {
    const asking = requestRefund(portal, operator, { wish: wishOf(paid, one.of), keyed: unkeptKey });
    await asking.catch(unlessRefused);
  }
}

/** Id and amount of each refund, sorted. */
const listed = (rows: readonly { id: string | null; amount: number }[]) =>
  rows.map(({ id, amount }) => `${id} ${amount}`).toSorted();

holdsInRandomHistories('the bank refunds each request once, no more than was paid, and nothing after a chargeback', {
  step,
  longest: 14,
  usual: 100,
  live: async (steps) => {
    const paid = await buildPaid();
    for (const one of steps) await take(paid, one);

    await sandbox.setFault({ statementReference: paid.srid, fault: 'none' });
    for (let rest = 0; rest < mostRounds && (await work(paid)); rest += 1);
    await hear(paid);

    const refunds = await refundsOf(paid);
    const done = refunds.filter(({ state }) => state === 'refunded');
    const atBank = (await sandbox.ledger(paid.srid)).filter(({ state }) => state === 'refunded');
    const { rows: shown } = await pool.query<{ id: string; amount: number }>(
      `select payment_id as id, - paid_minor as amount from payments where medium_id = $1 and reason = 'refund'`,
      [paid.mediumId],
    );
    const { rows: trips } = await pool.query<{ given: number; shown: number }>(
      `select coalesce(sum(given.amount_minor) filter (where own.state = 'refunded' and not given.is_void), 0)::int as given,
        coalesce(trip.refund_minor, 0)::int as shown
      from trips trip
      left join refund_trips given on given.medium_id = trip.medium_id and given.trip_id = trip.trip_id
      left join refunds own on own.medium_id = given.medium_id and own.refund_id = given.refund_id
      where trip.medium_id = $1
      group by trip.trip_id, trip.refund_minor`,
      [paid.mediumId],
    );
    const { rows: broken } = await pool.query('select rule from money_faults where medium_id = $1', [paid.mediumId]);
    const ours = listed(done.map(({ refund_id: id, amount_minor: amount }) => ({ id, amount })));
    expect(listed(atBank.map(({ reference: id, amountMinor: amount }) => ({ id, amount })))).toEqual(ours);
    expect(listed(shown)).toEqual(ours);
    expect(done.reduce((sum, { amount_minor: amount }) => sum + amount, 0)).toBeLessThanOrEqual(2 * fareMinor);
    for (const { given, shown: atTrip } of trips) expect([given <= fareMinor, atTrip]).toEqual([true, given]);
    const known = broken.filter(({ rule }) => rule !== 'refunded_and_charged_back');
    expect(known).toEqual([]);
    if (paid.refundedBefore !== null)
      expect(paid.refundedBefore).toEqual(expect.arrayContaining(await refundedAtBank(paid)));
    expect(refunds.filter(({ closed_at: closedAt }) => closedAt === null)).toEqual([]);
  },
});
