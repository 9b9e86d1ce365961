import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Databases } from '../src/database/parts.ts';
import type { CallingSystem } from '../src/gate/api-key-gate.ts';
import type { Bank } from '../src/gateways/bank.ts';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import { transaction } from '../src/lib/sql.ts';
import { tellBackOffice } from '../src/modules/back-office/tell-back-office.service.ts';
import { storeBankEvent } from '../src/modules/bank-events/bank-events.service.ts';
import { collectDebt } from '../src/modules/debts/collect-debt.service.ts';
import { requestCollection } from '../src/modules/debts/request-collection.service.ts';
import { doRefund } from '../src/modules/refunds/do-refund.service.ts';
import { requestRefund } from '../src/modules/refunds/request-refund.service.ts';
import { contextOf } from '../src/plugins/context.ts';
import { Killed, untilKilled } from './bank-histories.ts';
import { createTestApp } from './build-app.ts';
import { daysAgo } from './claims.ts';
import { buildCard } from './factories/cards.ts';
import { insertRow } from './factories/insert-row.ts';
import { buildMedium } from './factories/media.ts';
import { buildPassenger } from './factories/passengers.ts';
import { buildPayment } from './factories/payments.ts';
import { buildTrip } from './factories/trips.ts';
import { buildOwedFares, type OwedFare, startTestBank } from './money-world.ts';
import { unkeptKey } from './unkept-key.ts';

/** A sandbox bank, a database with the newest schema, and everything that moves money there and in another database. */
export async function startMoneyUnderWay() {
  const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
  const { context, pool } = await createTestApp([], { bank });
  afterAll(close);
  const servicesOn = (databases: Databases) => ({
    portal: contextOf({ ...context, databases }, 'portal'),
    worker: { ...contextOf({ ...context, databases }, 'worker'), bank, breaker: new CircuitBreaker() },
  });
  return { sandbox, bank, pool, config: context.config, servicesOn, here: servicesOn(context.databases) };
}
type MoneyWorld = Awaited<ReturnType<typeof startMoneyUnderWay>>;
/** The services of the portal and the worker, on one of the databases. */
export type MoneyServices = ReturnType<MoneyWorld['servicesOn']>;

/** A bank that carries out each request, but whose caller is killed before the answer. */
const killing = (bank: Bank): Bank => ({
  ...bank,
  capture: async (charge) => {
    await bank.capture(charge);
    throw new Killed();
  },
  refund: async (order) => {
    await bank.refund(order);
    throw new Killed();
  },
});

/** An unpaid fare that blocks its card and will be collected. */
export async function request({ portal }: MoneyServices, fare: OwedFare): Promise<void> {
  const { mediumId, paymentId, srid, amountMinor } = fare;
  const news = { mediumId, paymentId, srid, amountMinor, operatorCode: '1', currency: 'CAD' };
  await transaction(portal.pool, async (tx) => {
    await tellBackOffice(tx, [{ ...news, kind: 'access_denied' }]);
    await requestCollection(portal, tx, { ...fare, currency: 'CAD', askedBy: 'passenger' });
  });
}

async function collectionOf({ pool }: MoneyWorld, { paymentId, mediumId }: OwedFare) {
  const sql = 'select collection_id from collections where payment_id = $1';
  const { rows } = await pool.query<{ collection_id: string }>(sql, [paymentId]);
  return { mediumId, collectionId: rows[0]?.collection_id ?? '' };
}

/** Fares in each state of a collection. */
export async function buildCollections(world: MoneyWorld): Promise<OwedFare[]> {
  const { sandbox, bank, pool, here } = world;
  const fares = await buildOwedFares(pool, sandbox, { count: 5 });
  for (const fare of fares) await request(here, fare);
  const [, doubted, leased, heard, old] = fares;
  if (!doubted || !leased || !heard || !old) throw new Error('five were asked for');
  await sandbox.setFault({ statementReference: doubted.srid, fault: 'error_after', on: 'capture', times: 1 });
  await collectDebt(here.worker, await collectionOf(world, doubted));
  for (const fare of [leased, heard, old])
    await untilKilled(collectDebt({ ...here.worker, bank: killing(bank) }, await collectionOf(world, fare)));
  const { collectionId: reference } = await collectionOf(world, heard);
  const answer = await bank.find(reference);
  if (answer === 'unknown') throw new Error('the bank took it');
  const readWebhook = () => ({ id: 'an event', reference, answer });
  await storeBankEvent(
    { ...here.portal, bank: { ...bank, readWebhook } },
    { rawBody: '', headers: {}, onRefused: () => {} },
  );
  await pool.query(`update collections set first_submitted_at = now() - interval '24 hours' where payment_id = $1`, [
    old.paymentId,
  ]);
  await sandbox.forgetKeys(old.srid);
  return fares;
}

const operator: CallingSystem = {
  keyId: randomUUID(),
  system: 'their system',
  operatorCode: '1',
  scopes: ['refunds:write'],
  ip: '127.0.0.1',
  traceId: randomUUID(),
};

/** One refund that was requested, and one that the bank has paid without our knowledge. */
export async function buildRefunds({ sandbox, bank, pool, here }: MoneyWorld): Promise<string[]> {
  const opened_at = daysAgo(5);
  const srids: string[] = [];
  for (let refund = 0; refund < 2; refund += 1) {
    const { medium_id } = await buildMedium(pool);
    const payment = await buildPayment(pool, { medium_id, opened_at, due_minor: 370, paid_minor: 370 });
    const srid = payment.srid ?? '';
    await buildTrip(pool, { medium_id, started_at: opened_at, srid });
    const charge = { id: randomUUID(), kind: 'charge', state: 'captured', operatorCode: '1' } as const;
    await sandbox.remember([{ ...charge, statementReference: srid, amountMinor: 370, currency: 'CAD', at: opened_at }]);
    const wish = { operatorCode: '1', srid, currency: 'CAD', reason: 'delay' };
    const { id: refundId } = await requestRefund(here.portal, operator, { wish, keyed: unkeptKey });
    if (refund === 1)
      await untilKilled(doRefund({ ...here.worker, bank: killing(bank) }, { mediumId: medium_id, refundId }));
    srids.push(srid);
  }
  return srids;
}

/** A claim whose time is over, and one whose owner may still object. */
export async function buildClaims({ pool }: MoneyWorld): Promise<void> {
  for (const object_until of [daysAgo(1), daysAgo(-3)]) {
    const people = [await buildPassenger(pool), await buildPassenger(pool)];
    const [owner, claimant] = people.map(({ passenger_id }) => passenger_id);
    const card = await buildCard(pool, { passenger_id: owner ?? '', name: 'Theirs' });
    await insertRow(pool, 'card_claims', {
      ...{ claim_id: randomUUID(), passenger_id: claimant, medium_id: card.medium_id, name: 'Mine' },
      ...{ owner_id: owner, owner_card_name: card.name, claimed_at: daysAgo(8), object_until },
    });
  }
}
