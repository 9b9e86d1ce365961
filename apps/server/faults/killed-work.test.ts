import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { afterAll, expect, it } from 'vitest';
import { createDatabases } from '../src/database/parts.ts';
import { newToken, sha256 } from '../src/lib/hashing.ts';
import { transaction } from '../src/lib/sql.ts';
import { requestCollection } from '../src/modules/debts/request-collection.service.ts';
import { storeOperators } from '../src/modules/settings/operators.service.ts';
import { buildCard } from '../test/factories/cards.ts';
import { buildCollection, type CollectionRow } from '../test/factories/collections.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildPassenger } from '../test/factories/passengers.ts';
import { buildPayment } from '../test/factories/payments.ts';
import { buildRefund } from '../test/factories/refunds.ts';
import { buildTrip } from '../test/factories/trips.ts';
import { buildOwedFares, type OwedFare, startTestBank } from '../test/money-world.ts';
import { loadTestConfig } from '../test/test-config.ts';
import { rounds, startFaultyDatabase } from './city.ts';
import { type Work, workUntilCutOff } from './killable-work.ts';
import { killAtSteps } from './work-until-dead.ts';

/** Work with many statements is killed at its steps and done again. */

const { url: databaseUrl, pool } = await startFaultyDatabase();
await storeOperators(pool, loadTestConfig().operators);
const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
afterAll(close);
const isWhole = rounds > 1;
const { url, key, webhookSecret } = sandbox;
const bankAddress = { url, key, webhookSecret };

/** At each step, or at one in five beside the other tests. */
const killed = (work: Work | (() => Promise<Work>), look: (work: Work) => Promise<void>) =>
  killAtSteps(pool, { databaseUrl, work, moment: 'sent', every: isWhole ? 1 : 5 }, look);

it('the comparison with the report of the bank records each difference once', async () => {
  const [open, refused, lost, stray] = await buildOwedFares(pool, sandbox, { count: 4 });
  if (!open || !refused || !lost || !stray) throw new Error('four were asked for');
  const openId = await triedFare(open, { state: 'requested', next_at: new Date(Date.now() + dayMs).toISOString() });
  const ended = { outcome: 'declined', closed_at: new Date().toISOString() };
  const refusedId = await triedFare(refused, { state: 'declined', ...ended });
  // Only the bank knows of these two, as after the restore of an older database; of the second not even the fare is known.
  const [lostId, strayId] = [randomUUID(), randomUUID()];
  await pool.query('delete from debts where payment_id = $1', [stray.paymentId]);
  await take(open, openId);
  await take(refused, refusedId);
  await take(lost, lostId);
  await take(stray, strayId);

  const kills = await killed({ do: 'reconcile', bank: bankAddress }, async () => {
    expect((await pool.query('select rule, subject from money_faults')).rows).toEqual([]);
  });

  expect(kills).toBeGreaterThan(isWhole ? 6 : 0);
  const recovered = `select payment_id from payments where reason = 'debt_recovery' order by payment_id`;
  expect((await pool.query(recovered)).rows.map(({ payment_id: id }) => id)).toEqual(
    [openId, refusedId, lostId].toSorted(),
  );
  const { rows: states } = await pool.query('select state from debts where payment_id = any($1)', [
    [open.paymentId, refused.paymentId, lost.paymentId],
  ]);
  expect(states.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  const { rows: alarms } = await pool.query('select kind, subject from operator_alarms order by kind, subject');
  expect(alarms).toEqual([
    ...[refusedId, lostId].toSorted().map((subject) => ({ kind: 'bank_charge_missed', subject })),
    { kind: 'bank_charge_unknown', subject: strayId },
  ]);
});

it('a fare is collected once, and is never shown as paid before the bank took it', async () => {
  const databases = createDatabases({ url: databaseUrl });
  const context = { config: loadTestConfig(), bank, pool: databases.of('portal').pool };
  const request = async () => {
    const [fare] = await buildOwedFares(pool, sandbox);
    if (!fare) throw new Error('one was asked for');
    await transaction(context.pool, (tx) => requestCollection(context, tx, { ...fare, askedBy: 'passenger' }));
    const { rows } = await pool.query('select collection_id from collections where payment_id = $1', [fare.paymentId]);
    return {
      do: 'collect debt' as const,
      bank: bankAddress,
      mediumId: fare.mediumId,
      collectionId: rows[0].collection_id,
    };
  };

  const kills = await killed(request, async (work) => {
    if (work.do !== 'collect debt') throw new Error('another work was asked for');
    const before = await collectedBy(work);
    expect(before.isPaid).toBe(before.payments === 1);
    expect(before.payments).toBeLessThanOrEqual(before.charges);
    // The lease of the dead worker is over. The second of the next workers finds nothing to do.
    await pool.query('update collections set lease_until = now() where collection_id = $1', [work.collectionId]);
    await workUntilCutOff({ databaseUrl, work });
    await workUntilCutOff({ databaseUrl, work });

    expect(await collectedBy(work)).toEqual({ charges: 1, payments: 1, isPaid: true, news: 1 });
  });

  await databases.end();
  expect(kills).toBeGreaterThan(isWhole ? 15 : 3);
});

it('a fare is refunded once, and is never shown as refunded before the bank did it', async () => {
  const request = async () => {
    const medium_id = randomUUID();
    const yesterday = new Date(Date.now() - dayMs).toISOString();
    const payment = await buildPayment(pool, { medium_id, opened_at: yesterday });
    const taken = { id: randomUUID(), kind: 'charge', state: 'captured', operatorCode: '1', currency: 'CAD' } as const;
    await sandbox.remember([{ ...taken, statementReference: payment.srid ?? '', amountMinor: 740, at: yesterday }]);
    // The bank is only asked about a refund of yesterday.
    const { refund_id } = await buildRefund(pool, payment, { requested_at: new Date().toISOString() });
    return { do: 'refund' as const, bank: bankAddress, mediumId: medium_id, refundId: refund_id };
  };

  const kills = await killed(request, async (work) => {
    if (work.do !== 'refund') throw new Error('another work was asked for');
    const before = await refundedBy(work);
    expect(before.isRefunded).toBe(before.lines === 1);
    expect(before.lines).toBeLessThanOrEqual(before.refunds);
    await pool.query('update refunds set lease_until = now() where refund_id = $1', [work.refundId]);
    await workUntilCutOff({ databaseUrl, work });
    await workUntilCutOff({ databaseUrl, work });

    expect(await refundedBy(work)).toEqual({ refunds: 1, lines: 1, isRefunded: true });
  });

  expect(kills).toBeGreaterThan(isWhole ? 15 : 3);
});

it('travel past its time is deleted, and nothing else', async () => {
  const medium_id = randomUUID();
  const ages = [50, 40, 30, 3, 1];
  for (const months of ages) {
    const at = new Date(Date.now() - months * 31 * dayMs).toISOString();
    await buildTrip(pool, { medium_id, started_at: at });
    await buildPayment(pool, { medium_id, opened_at: at });
  }
  const left = async () =>
    (
      await pool.query<{ trips: number; payments: number }>(
        `select (select count(*)::int from trips where medium_id = $1) as trips,
          (select count(*)::int from payments where medium_id = $1) as payments`,
        [medium_id],
      )
    ).rows[0];

  const kills = await killed({ do: 'forget old travel' }, async () => {
    expect((await left())?.trips).toBeGreaterThanOrEqual(2);
  });

  expect(kills).toBeGreaterThan(isWhole ? 12 : 1);
  expect(await left()).toEqual({ trips: 2, payments: 2 });
});

it('an account is closed completely or not at all, and its owner gets one mail', async () => {
  const { passengerId, tokenHash } = await closingPerson();
  const look = async () =>
    (
      await pool.query<{ status: string; cards: number; sessions: number; mails: number; events: number }>(
        `select status,
          (select count(*)::int from cards where passenger_id = $1) as cards,
          (select count(*)::int from sessions where passenger_id = $1) as sessions,
          (select count(*)::int from graphile_worker._private_jobs where payload->>'mail' = 'account-closed') as mails,
          (select count(*)::int from audit_events where kind = 'account_closed') as events
        from passengers where passenger_id = $1`,
        [passengerId],
      )
    ).rows[0];
  const open = { status: 'active', cards: 2, sessions: 1, mails: 0, events: 0 };
  const closed = { status: 'anonymised', cards: 0, sessions: 0, mails: 1, events: 1 };
  expect(await look()).toEqual(open);

  let isOver = false;
  const kills = await killed({ do: 'close account', passengerId, tokenHash }, async () => {
    const seen = await look();
    isOver ||= seen?.status === closed.status;
    expect(seen).toEqual(isOver ? closed : open);
  });

  expect(kills).toBeGreaterThan(isWhole ? 20 : 2);
  expect(await look()).toEqual(closed);
});

/** What the bank, the history of the card and the back office know of a fare that is being collected. */
async function collectedBy({ collectionId, mediumId }: { collectionId: string; mediumId: string }) {
  const { rows } = await pool.query<{ payments: number; isPaid: boolean; news: number; srid: string }>(
    `select srid, (select state = 'approved' from debts where payment_id = c.payment_id) as "isPaid",
      (select count(*)::int from payments where medium_id = $2 and reason = 'debt_recovery') as payments,
      (select count(*)::int from back_office_messages where medium_id = $2 and kind = 'access_granted') as news
    from collections as c where collection_id = $1`,
    [collectionId, mediumId],
  );
  const { srid = '', ...ours } = rows[0] ?? {};
  const charges = (await sandbox.ledger(srid)).filter(
    ({ kind, state, reference }) => kind === 'charge' && state === 'captured' && reference !== null,
  );
  return { charges: charges.length, ...ours };
}

/** What the bank and the history of the card know of a refund. */
async function refundedBy({ refundId, mediumId }: { refundId: string; mediumId: string }) {
  const { rows } = await pool.query<{ lines: number; isRefunded: boolean; srid: string }>(
    `select srid, state = 'refunded' as "isRefunded",
      (select count(*)::int from payments where medium_id = $2 and reason = 'refund') as lines
    from refunds where refund_id = $1`,
    [refundId, mediumId],
  );
  const { srid = '', ...ours } = rows[0] ?? {};
  return { refunds: (await sandbox.ledger(srid)).filter(({ kind }) => kind === 'refund').length, ...ours };
}

/** The bank takes the money, and our side does not get the answer. */
async function take({ srid, amountMinor }: OwedFare, reference: string): Promise<void> {
  const amount = { operatorCode: '1', statementReference: srid, amountMinor, currency: 'CAD' };
  const charge = { attemptKey: randomUUID(), reference, ...amount };
  const held = await bank.authorise(charge);
  if (held.state !== 'authorised') throw new Error(`the bank says ${held.state}`);
  await bank.capture({ ...charge, bankReference: held.bankReference });
}

/** A try at the bank for a fare, in the state that it left. */
async function triedFare(
  { mediumId: medium_id, paymentId: payment_id, srid, amountMinor: amount_minor }: OwedFare,
  { state, ...more }: { state: string } & Partial<CollectionRow>,
): Promise<string> {
  await pool.query('update debts set state = $2 where payment_id = $1', [payment_id, state]);
  const tried = { medium_id, payment_id, srid, amount_minor, requested_at: new Date().toISOString(), ...more };
  return (await buildCollection(pool, tried)).collection_id;
}

/** A passenger who has just signed in by a provider, so that no password is needed. */
async function closingPerson(): Promise<{ passengerId: string; tokenHash: string }> {
  const { passenger_id } = await buildPassenger(pool);
  await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passenger_id]);
  await buildCard(pool, { passenger_id });
  await buildCard(pool, { passenger_id });
  const token_hash = sha256(newToken());
  const times = { proven_at: new Date(), expires_at: new Date(Date.now() + dayMs) };
  await insertRow(pool, 'sessions', { token_hash, passenger_id, idle_seconds: 900, ...times });
  return { passengerId: passenger_id, tokenHash: token_hash.toString('hex') };
}
