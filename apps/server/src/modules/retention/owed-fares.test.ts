import { randomUUID } from 'node:crypto';
import { collectDebt as collectCall, debtList, listDebts } from '@tapfolio/contracts/debts.ts';
import { downloadReceipt, findReceipts } from '@tapfolio/contracts/receipts.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { tap } from '../../../test/corrected-feed.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { importInto, temporaryFolder, writeRows } from '../../../test/feed-fixture.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { CircuitBreaker } from '../../lib/circuit-breaker.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { collectDebt } from '../debts/collect-debt.service.ts';
import { moveDebt } from '../debts/move-debt.service.ts';
import { forgetOldTravel } from './retention.service.ts';

const { sandbox, bank, close } = await startTestBank();
const { context, pool, url, signIn, call } = await createTestApp([portalRole], { bank });
const worker = contextOf(context, 'worker');
afterAll(close);

const inMonth = (day: number, monthsAgo: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, day, 9)).toISOString();
};
const idsOf = async (table: string, id: string, mediumId: string, which = 'true') =>
  (
    await pool.query<{ id: string }>(
      `select ${id}::text as id from ${table} where medium_id = $1 and ${which} order by id`,
      [mediumId],
    )
  ).rows.map((row) => row.id);

/** A fare of 7.40 of which 2 were paid, among other travel of the same card in the same month. */
async function owedFor(months: number) {
  const on = (day: number) => inMonth(day, months);
  const passenger = await signIn();
  const { card_id: cardId, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
  const [opened_at, closed_at] = [on(10), on(11)];
  const at = { medium_id, exported_at: opened_at };
  const owed = await buildPayment(pool, {
    ...{ ...at, opened_at, closed_at, status: 'payment_error', due_minor: 740, paid_minor: 200 },
  });
  const { payment_id: paymentId, srid } = owed;
  const trip = await buildTrip(pool, { medium_id, started_at: opened_at, fare_minor: 740, srid });
  await buildSettlement(pool, { ...at, srid, amount_minor: 200, requested_at: closed_at });
  const declined = { outcome: 'declined', closed_at, requested_at: closed_at };
  await buildCollection(pool, { medium_id, payment_id: paymentId, srid: srid ?? '', ...declined });
  await sandbox.remember([
    {
      ...{ id: randomUUID(), kind: 'charge', state: 'declined', operatorCode: '1', statementReference: srid ?? '' },
      ...{ amountMinor: 540, currency: 'CAD', at: closed_at },
    },
  ]);
  const paid = await buildPayment(pool, { ...at, opened_at: on(12) });
  await buildTrip(pool, { medium_id, started_at: on(12), srid: paid.srid });
  await buildSettlement(pool, { ...at, srid: paid.srid, requested_at: on(13) });
  return { passenger, cardId, mediumId: medium_id, paymentId, srid: srid ?? '', tripId: trip.trip_id };
}

type Fare = Awaited<ReturnType<typeof owedFor>>;

const listOf = async ({ passenger, cardId }: Fare) => {
  const response = await passenger.call({ url: listDebts.path.replace(':cardId', String(cardId)) });
  return debtList.parse(response.json()).items;
};

async function pay({ passenger, cardId, mediumId, paymentId }: Fare): Promise<void> {
  const response = await passenger.call({
    method: 'POST',
    url: collectCall.path.replace(':cardId', String(cardId)).replace(':paymentId', paymentId),
    headers: { 'idempotency-key': randomUUID() },
    payload: { amountMinor: 540, currency: 'CAD' },
  });
  expect(response.statusCode).toBe(202);
  const [collectionId = ''] = await idsOf('collections', 'collection_id', mediumId, 'outcome is null');
  await collectDebt({ ...worker, bank, breaker: new CircuitBreaker() }, { mediumId, collectionId });
  await transaction(worker.pool, async (tx) => {
    for (const event of ['tell', 'confirm'] as const)
      await moveDebt(tx, { mediumId, paymentId, event, source: 'back_office' });
  });
}

/** The rows that each table still has of the card. */
async function keptRows({ mediumId }: Fare): Promise<Record<string, number>> {
  const tables = ['payments', 'trips', 'settlements', 'service_references', 'debts', 'debt_events', 'collections'];
  const counted = tables.map(async (table) => [table, (await idsOf(table, 'medium_id', mediumId)).length] as const);
  return Object.fromEntries(await Promise.all(counted));
}

describe('a fare that is still owed when its month is forgotten', () => {
  it('is shown with its trip, can be paid, and then has its receipt, while all other travel of the month is gone', async () => {
    const fare = await owedFor(26);

    await forgetOldTravel(worker);
    await forgetOldTravel(worker);

    const [shown] = await listOf(fare);
    expect(shown).toMatchObject({ paymentId: fare.paymentId, amount: { amountMinor: 540 }, nextStep: 'pay' });
    expect(shown?.trips.map(({ id }) => id)).toEqual([fare.tripId]);
    expect(await keptRows(fare)).toMatchObject({
      payments: 1,
      trips: 1,
      settlements: 1,
      service_references: 1,
      collections: 1,
    });

    await pay(fare);
    await forgetOldTravel(worker);

    expect(await listOf(fare)).toMatchObject([{ state: 'ready', paymentId: fare.paymentId }]);
    const receipt = await fare.passenger.call({
      url: downloadReceipt.path.replace(':cardId', String(fare.cardId)).replace(':paymentId', fare.paymentId),
    });
    expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
    const asGuest = await call({
      method: 'POST',
      url: findReceipts.path,
      payload: { srid: fare.srid, amountMinor: 540 },
    });
    expect(asGuest.json()).toMatchObject({ items: [{ srid: fare.srid, tripCount: 1, available: true }] });
  });

  it('does not keep a later delivery of that month from being imported', async () => {
    const { srid } = await owedFor(27);
    await forgetOldTravel(worker);

    const [at, exportedAt] = [inMonth(20, 27), inMonth(21, 27)];
    const again = { ...tap, terminal_date: at, payment_reference: srid };
    const file = writeRows(temporaryFolder(), `tap-${exportedAt.slice(0, 10)}.csv`, [again]);
    const [report] = await importInto(url, file);

    expect(report).toMatchObject({ status: 'imported', quarantined: [] });
    const { rows } = await pool.query('select tapped_at = $2 as is_there from taps where srid = $1', [srid, at]);
    expect(rows).toEqual([{ is_there: true }]);
  });

  it('is forgotten with all that belongs to it when it was settled as long ago as travel is kept', async () => {
    const fare = await owedFor(28);
    const later = {
      payments: 1,
      trips: 0,
      settlements: 0,
      service_references: 0,
      collections: 1,
      debt_events: 5,
      debts: 0,
    };
    await forgetOldTravel(worker);
    await pay(fare);
    await pool.query(`update debts set state_at = $2 where payment_id = $1`, [fare.paymentId, inMonth(20, 26)]);

    await forgetOldTravel(worker);

    expect(await keptRows(fare)).toEqual(later);
    const { rows } = await pool.query(
      `select relname from pg_class where relname ~ '^(trips|payments|taps)_' and right(relname, 6) = $1`,
      [inMonth(1, 28).slice(0, 7).replace('-', '')],
    );
    expect(rows).toEqual([]);
  });
});
