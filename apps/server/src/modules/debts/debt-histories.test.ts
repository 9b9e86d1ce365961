import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildOwedFares, type OwedFare, startTestBank } from '../../../test/money-world.ts';
import { type Bank, BankUncertain } from '../../gateways/bank.ts';
import { AppError } from '../../lib/app-error.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { collectDebt } from './collect-debt.service.ts';
import { moveDebt } from './move-debt.ts';
import { certaintyOf, obeyBank } from './obey-bank.service.ts';
import { requestCollection } from './request-collection.service.ts';

/** `HISTORIES=10000 npx vitest run --project server debt-histories` tries more. */
const histories = Number(process.env.HISTORIES ?? 200);

const { sandbox, bank, close } = await startTestBank({ answerMs: 400 });
const { context, pool } = await createTestApp([], {
  bank,
  config: { debtTries: { most: 6, withinDays: 14, pauseMinutes: 0 } },
});
const portal = contextOf(context, 'portal');
const worker = contextOf(context, 'worker');
afterAll(close);

const faults = [
  'error_before',
  'error_after',
  'reset_before',
  'reset_after',
  'too_many',
  'garbage',
  'decline',
] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ act: 'request' } as const) },
  { weight: 6, arbitrary: fc.constant({ act: 'work' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      fault: fc.constantFrom(...faults),
      on: fc.constantFrom('authorise' as const, 'capture' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('crash' as const), after: fc.constantFrom('authorise', 'capture') }),
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
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What a worker is left with that is killed while the bank answers: nothing. */
class Killed extends Error {}

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
});

/** Time passes: whatever waits is due, and a dead worker's lease is over. */
const passTime = ({ mediumId }: OwedFare, hours = 0) =>
  pool.query(
    `update collections
    set next_at = least(next_at, now()), lease_until = null,
      first_submitted_at = first_submitted_at - $2 * interval '1 hour',
      missed_at = missed_at - interval '11 minutes',
      requested_at = requested_at - interval '1 minute'
    where medium_id = $1`,
    [mediumId, hours],
  );

const collectionsOf = async ({ mediumId }: OwedFare) =>
  (
    await pool.query<{ collection_id: string; outcome: string | null }>(
      'select collection_id, outcome from collections where medium_id = $1 order by requested_at',
      [mediumId],
    )
  ).rows;

async function work(fare: OwedFare, how: Bank = bank): Promise<void> {
  await passTime(fare);
  const open = (await collectionsOf(fare)).find(({ outcome }) => outcome === null);
  if (open === undefined) return;
  const key = { mediumId: fare.mediumId, collectionId: open.collection_id };
  try {
    await collectDebt({ ...worker, bank: how, breaker: new CircuitBreaker() }, key);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

/** Does a step. Answers how often the fare came to be owed again. */
async function take(fare: OwedFare, one: Step): Promise<number> {
  const { mediumId, paymentId, srid } = fare;
  if (one.act === 'request') {
    const asking = transaction(portal.pool, (tx) => requestCollection(portal, tx, { ...fare, askedBy: 'guest' }));
    await asking.catch((error: unknown) => expect(error).toBeInstanceOf(AppError));
  } else if (one.act === 'work') await work(fare);
  else if (one.act === 'crash') await work(fare, killedAfter(one.after));
  else if (one.act === 'fault')
    await sandbox.setFault({ statementReference: srid, fault: one.fault, on: one.on, times: 1 });
  else if (one.act === 'webhook') await hear(fare);
  else if (one.act === 'day') {
    await passTime(fare, 24);
    await sandbox.forgetKeys();
  } else {
    const { event } = one;
    const isMoved = await transaction(worker.pool, (tx) =>
      moveDebt(tx, { mediumId, paymentId, event, source: 'feed' }),
    );
    // As the importer notes it, also where the state stays: the bank is being asked.
    if (event === 'delivered_paid' || (event === 'delivered_unpaid' && isMoved))
      await pool.query('update debts set is_unpaid = $2 where payment_id = $1', [
        paymentId,
        event !== 'delivered_paid',
      ]);
    return isMoved && event === 'delivered_unpaid' ? 1 : 0;
  }
  return 0;
}

/** All that the bank has to say of the fare, in whatever order. */
async function hear(fare: OwedFare): Promise<void> {
  for (const { collection_id: collectionId } of (await collectionsOf(fare)).toReversed()) {
    const answer = await bank.find(collectionId).catch((error: unknown) => {
      if (error instanceof BankUncertain) return 'unknown' as const;
      throw error;
    });
    const certainty = answer === 'unknown' ? undefined : certaintyOf(answer);
    if (certainty !== undefined) await obeyBank(worker, { mediumId: fare.mediumId, collectionId }, certainty);
  }
}

it(
  `never charges more often than something was owed, in ${histories} random histories [DEBT-05]`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const [fare] = await buildOwedFares(pool, sandbox);
        if (fare === undefined) throw new Error('there is a fare');
        let owed = 1;
        for (const one of steps) owed += await take(fare, one);

        await sandbox.setFault({ statementReference: fare.srid, fault: 'none' });
        for (let rest = 0; rest < 4; rest += 1) await work(fare);

        const taken = (await sandbox.ledger(fare.srid)).filter(({ state }) => state === 'captured');
        const { rows: payments } = await pool.query<{ paid_minor: number }>(
          `select paid_minor from payments where medium_id = $1 and reason = 'debt_recovery'`,
          [fare.mediumId],
        );
        const { rows: broken } = await pool.query('select rule from money_faults where medium_id = $1', [
          fare.mediumId,
        ]);
        const { rows: debt } = await pool.query<{ state: string }>('select state from debts where medium_id = $1', [
          fare.mediumId,
        ]);
        expect(taken.length).toBeLessThanOrEqual(owed);
        expect(payments.map(({ paid_minor }) => paid_minor)).toEqual(taken.map(({ amountMinor }) => amountMinor));
        expect(broken).toEqual([]);
        expect((await collectionsOf(fare)).filter(({ outcome }) => outcome === null)).toEqual([]);
        expect(['requested', 'submitting', 'unknown']).not.toContain(debt[0]?.state);
      }),
      // The seed is printed with what was found.
      { numRuns: histories },
    );
  },
  Math.max(300_000, histories * 1500),
);
