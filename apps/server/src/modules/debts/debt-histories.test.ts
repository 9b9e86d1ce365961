import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { bankFaults, heardOf, Killed, mostRounds, passTime, untilKilled } from '../../../test/bank-histories.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildOwedFares, type OwedFare, startTestBank } from '../../../test/money-world.ts';
import { holdsInRandomHistories, unlessRefused } from '../../../test/random-histories.ts';
import type { Bank } from '../../gateways/bank.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyChargeOutcome, chargeOutcomeOf } from './apply-charge-outcome.service.ts';
import { collectDebt } from './collect-debt.service.ts';
import { moveDebt } from './move-debt.service.ts';
import { requestCollection } from './request-collection.service.ts';

// Without this a call that was given up on a busy machine would be carried out after a day that the history skips.
const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
const { context, pool } = await createTestApp([], {
  bank,
  config: { debtTries: { most: 6, withinDays: 14, pauseMinutes: 0 } },
});
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');
afterAll(close);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ act: 'request' } as const) },
  { weight: 6, arbitrary: fc.constant({ act: 'work' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      fault: fc.constantFrom(...bankFaults),
      on: fc.constantFrom('authorise' as const, 'capture' as const, 'release' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('crash' as const),
      after: fc.constantFrom('authorise', 'capture', 'release'),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ act: 'webhook' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'day' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      event: fc.constantFrom('delivered_paid', 'delivered_unpaid', 'tell', 'confirm'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('amount' as const), dueMinor: fc.constantFrom(90, 100, 110) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const killedAfter = (call: string): Bank => ({
  ...bank,
  authorise: async (charge) => {
    const answer = await bank.authorise(charge);
    if (call === 'authorise') throw new Killed();
    return answer;
  },
  capture: async (charge) => {
    await bank.capture(charge);
    throw new Killed();
  },
  release: async (charge) => {
    await bank.release(charge);
    throw new Killed();
  },
});

const collectionsOf = async ({ mediumId }: OwedFare) =>
  (
    await pool.query<{ collection_id: string; outcome: string | null }>(
      'select collection_id, outcome from collections where medium_id = $1 order by requested_at',
      [mediumId],
    )
  ).rows;

/** Returns whether there was work. */
async function work(fare: OwedFare, how: Bank = bank): Promise<boolean> {
  await passTime(pool, 'collections', fare);
  const open = (await collectionsOf(fare)).find(({ outcome }) => outcome === null);
  if (open === undefined) return false;
  const key = { mediumId: fare.mediumId, collectionId: open.collection_id };
  await untilKilled(collectDebt({ ...worker, bank: how, breaker: new CircuitBreaker() }, key));
  return true;
}

/** Does a step. Returns how often the fare became owed again. */
async function take(fare: OwedFare, one: Step): Promise<number> {
  const { mediumId, paymentId, srid } = fare;
  if (one.act === 'request') {
    const { due_minor: amountMinor = 0 } = (await debtOf(fare)) ?? {};
    const request = { mediumId, paymentId, amountMinor, askedBy: 'guest' } as const;
    const asking = transaction(portal.pool, (tx) => requestCollection(portal, tx, request));
    await asking.catch(unlessRefused);
  } else if (one.act === 'work') await work(fare);
  else if (one.act === 'crash') await work(fare, killedAfter(one.after));
  else if (one.act === 'fault')
    await sandbox.setFault({ statementReference: srid, fault: one.fault, on: one.on, times: 1 });
  else if (one.act === 'webhook') await hear(fare);
  else if (one.act === 'day') {
    await passTime(pool, 'collections', { ...fare, hours: 24 });
    await sandbox.forgetKeys(srid);
  } else if (one.act === 'amount')
    // The importer writes an amount in the same way: it changes nothing that is settled.
    await pool.query(
      `update debts set due_minor = $2, version = version + 1
      where payment_id = $1 and is_unpaid and state not in ('approved', 'unblocking', 'ready')`,
      [paymentId, one.dueMinor],
    );
  else {
    const { event } = one;
    const isMoved = await transaction(worker.pool, (tx) =>
      moveDebt(tx, { mediumId, paymentId, event, source: 'feed' }),
    );
    // The importer sets this flag also if the state stays because the bank is being asked.
    if (event === 'delivered_paid' || (event === 'delivered_unpaid' && isMoved))
      await pool.query('update debts set is_unpaid = $2 where payment_id = $1', [
        paymentId,
        event !== 'delivered_paid',
      ]);
    return isMoved && event === 'delivered_unpaid' ? 1 : 0;
  }
  return 0;
}

/** Processes everything that the bank knows about the fare, the newest first. */
async function hear(fare: OwedFare): Promise<void> {
  for (const { collection_id: collectionId } of (await collectionsOf(fare)).toReversed()) {
    const answer = await heardOf(bank, collectionId);
    const outcome = answer === 'unknown' ? undefined : chargeOutcomeOf(answer);
    if (outcome !== undefined) await applyChargeOutcome(worker, { mediumId: fare.mediumId, collectionId }, outcome);
  }
}

async function debtOf({ mediumId }: OwedFare) {
  const { rows } = await pool.query<{ state: string; due_minor: number }>(
    'select state, due_minor from debts where medium_id = $1',
    [mediumId],
  );
  return rows[0];
}

holdsInRandomHistories('the bank takes no fare more often than it was owed, and keeps nothing held [DEBT-05]', {
  step,
  longest: 14,
  usual: 100,
  live: async (steps) => {
    const [fare] = await buildOwedFares(pool, sandbox);
    if (fare === undefined) throw new Error('there is a fare');
    let owed = 1;
    for (const one of steps) owed += await take(fare, one);

    await sandbox.setFault({ statementReference: fare.srid, fault: 'none' });
    for (let rest = 0; rest < mostRounds && (await work(fare)); rest += 1);

    const atBank = await sandbox.ledger(fare.srid);
    const taken = atBank.filter(({ state }) => state === 'captured');
    const { rows: payments } = await pool.query<{ payment_id: string; paid_minor: number; asked: number }>(
      `select p.payment_id, p.paid_minor, c.amount_minor as asked
      from payments p
      join collections c on c.medium_id = p.medium_id and c.collection_id = p.payment_id
      where p.medium_id = $1 and p.reason = 'debt_recovery'`,
      [fare.mediumId],
    );
    const { rows: broken } = await pool.query('select rule from money_faults where medium_id = $1', [fare.mediumId]);
    const ours = payments.map(({ payment_id: id, paid_minor: paid, asked }) => `${id} ${paid} ${asked}`);
    const theirs = taken.map(({ reference, amountMinor }) => `${reference} ${amountMinor} ${amountMinor}`);
    expect(taken.length).toBeLessThanOrEqual(owed);
    expect(ours.toSorted()).toEqual(theirs.toSorted());
    expect(atBank.filter(({ state }) => state === 'authorised')).toEqual([]);
    expect(broken).toEqual([]);
    expect((await collectionsOf(fare)).filter(({ outcome }) => outcome === null)).toEqual([]);
    expect(['requested', 'submitting', 'unknown']).not.toContain((await debtOf(fare))?.state);
  },
});
