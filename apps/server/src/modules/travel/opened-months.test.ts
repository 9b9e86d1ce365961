import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { wholeHistory } from '../../gate/own-media.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Db } from '../../lib/sql.ts';
import { readCardState } from '../cards/card-states.service.ts';
import { searchPayments } from '../payment-search/payment-search.service.ts';
import { readPayment, readPaymentPage } from '../payments/payments.service.ts';
import { storeOperators } from '../settings/operators.service.ts';
import { readTrip, readTrips } from '../trips/trips.service.ts';
import type { TravelReading } from './reading.ts';
import { TimetableNames } from './timetable-names.ts';

const { pool } = await createTestDatabase();
await storeOperators(pool, testConfig().operators);
const months = 48;
// A few months in each statement: a statement has little time on a busy machine.
for (let ago = 0; ago < months; ago += 4)
  await pool.query(
    'select ensure_months(now() - make_interval(months => $1 + 3), now() - make_interval(months => $1))',
    [ago],
  );

/** Noon of the 15th, this number of months ago. */
function monthsAgo(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15, 12)).toISOString();
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** How many months all statements of a call really read, planned as on the readers' connections. */
async function openedMonths(call: (travel: TravelReading) => Promise<unknown>): Promise<number> {
  const asked: { text: string; values: unknown[] }[] = [];
  const readDb: Db = {
    query: (config) => {
      asked.push(config);
      return pool.query(config);
    },
  };
  await call({ readDb, names: new TimetableNames(readDb), clock: systemClock });
  const opened = await Promise.all(asked.map(({ text, values }) => monthsOf(text, values)));
  return new Set(opened.flat()).size;
}

/** Asserts that a call reads at least one month and at most so many. */
async function expectFewMonths(most: number, call: (travel: TravelReading) => Promise<unknown>): Promise<void> {
  const opened = await openedMonths(call);
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThanOrEqual(most);
}

// One connection for all plans: each new one reads the definitions of all months again.
const planner = await pool.connect();
await planner.query('set plan_cache_mode = force_generic_plan');
afterAll(() => planner.release(true));
let prepared = 0;

async function monthsOf(text: string, values: readonly unknown[]): Promise<string[]> {
  prepared += 1;
  const name = `looked_${prepared}`;
  await planner.query(`prepare ${name} as ${text}`);
  const literals = values
    .map((value) => (value === null ? 'null' : planner.escapeLiteral(literalOf(value))))
    .join(', ');
  const execute = values.length === 0 ? `execute ${name}` : `execute ${name}(${literals})`;
  const { rows } = await planner.query(`explain (analyze, timing off, format json) ${execute}`);
  const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan);
  const isRead = (node: PlanNode) => /_\d{6}$/.test(node['Relation Name'] ?? '') && (node['Actual Loops'] ?? 0) > 0;
  return nodes.filter(isRead).map((node) => node['Relation Name'] ?? '');
}

const literalOf = (value: unknown) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value));

/** A card with travel in each of these months. */
async function cardSeen(agos: readonly number[]): Promise<{ medium: string; trips: string[]; payments: string[] }> {
  const { medium_id } = await buildMedium(pool, {
    first_seen_at: monthsAgo(agos[0] ?? 0),
    last_seen_at: monthsAgo(agos[0] ?? 0),
  });
  const trips: string[] = [];
  const payments: string[] = [];
  for (const ago of agos) {
    const { srid, payment_id } = await buildPayment(pool, { medium_id, opened_at: monthsAgo(ago) });
    trips.push((await buildTrip(pool, { medium_id, started_at: monthsAgo(ago), srid })).trip_id);
    payments.push(payment_id);
  }
  return { medium: medium_id, trips, payments };
}

const limit = 20;
const nothing = { language: 'en', at: undefined };

describe(`of ${months} months`, () => {
  it('a page that is not full opens those of the last 92 days and those in which the card was seen', async () => {
    const young = await cardSeen([1, 0]);
    const unused = await cardSeen([31, 30]);

    // 92 days touch up to five months. Two more are those of the card; the payments have a second table.
    for (const { medium } of [young, unused]) {
      await expectFewMonths(7, (travel) => readTrips(travel, [wholeHistory(medium)], { limit, language: 'en' }));
      await expectFewMonths(14, (travel) => readPaymentPage(travel, wholeHistory(medium), { limit }));
    }
  });

  it('a full page opens those of the last 92 days', async () => {
    const { medium } = await cardSeen(Array.from({ length: months }, (_, ago) => ago));

    await expectFewMonths(4, (travel) => readTrips(travel, [wholeHistory(medium)], { limit: 2, language: 'en' }));
  });

  it('a trip or a payment by its id opens only months in which the card was seen, and none before it', async () => {
    const young = await cardSeen([1, 0]);
    const old = await cardSeen(Array.from({ length: months }, (_, ago) => ago));

    for (const [card, place] of [
      [young, 1],
      [young, 0],
      [old, 2],
    ] as const) {
      const medium = wholeHistory(card.medium);
      const tripId = card.trips[place] ?? '';
      const paymentId = card.payments[place] ?? '';
      const payment = { medium, paymentId, prefix: '', ...nothing };
      await expectFewMonths(6, (travel) => readTrip(travel, { medium, tripId, ...nothing }));
      await expectFewMonths(8, (travel) => readPayment(travel, payment));
    }
  });

  it('an old trip or payment opens the months around it if the list has given its time', async () => {
    const { medium: mediumId, ...old } = await cardSeen(Array.from({ length: months }, (_, ago) => ago));
    const about = { medium: wholeHistory(mediumId), language: 'en', at: monthsAgo(40) };
    const payment = { ...about, paymentId: old.payments[40] ?? '', prefix: '' };

    // The month itself, and those of the payment that the fare is part of.
    await expectFewMonths(5, (travel) => readTrip(travel, { ...about, tripId: old.trips[40] ?? '' }));
    await expectFewMonths(8, (travel) => readPayment(travel, payment));
  });

  it('a reference of a bank statement opens those from its payment to its refund, and an unknown one those around now', async () => {
    const { medium: medium_id } = await cardSeen(Array.from({ length: months }, (_, ago) => ago));
    const { passenger_id: passengerId } = await buildPassenger(pool);
    await buildCard(pool, { passenger_id: passengerId, medium_id });
    const { srid } = await buildPayment(pool, { medium_id, opened_at: monthsAgo(40) });
    const back = { medium_id, srid, kind: 'refund', direction: 'credit', requested_at: monthsAgo(36) };
    const { settlement_id: payment_id } = await buildSettlement(pool, back);
    const line = { reason: 'refund', due_minor: 0, paid_minor: -740 };
    await buildPayment(pool, { medium_id, srid, payment_id, opened_at: monthsAgo(36), ...line });
    const config = testConfig();
    const ask = (text: string) => (travel: TravelReading) => searchPayments({ travel, config }, { passengerId, text });

    // Five of payments, and those of the trips around the payment.
    await expectFewMonths(8, async (travel) => {
      expect((await ask(srid ?? '')(travel)).items).toHaveLength(2);
    });
    // Two at the turn of a month.
    await expectFewMonths(2, ask(nextSrid()));
  });

  it('the debts of a card open no month when nothing is owed, and otherwise those since the debt', async () => {
    const paid = await cardSeen([40, 20, 0]);
    const owing = await cardSeen([40, 20]);
    await buildPayment(pool, {
      medium_id: owing.medium,
      opened_at: monthsAgo(1),
      status: 'payment_error',
      paid_minor: 0,
    });

    expect(await openedMonths((travel) => readCardState(travel, [wholeHistory(paid.medium)]))).toBe(0);
    expect(await openedMonths((travel) => readCardState(travel, [wholeHistory(randomUUID())]))).toBe(0);
    await expectFewMonths(2, (travel) => readCardState(travel, [wholeHistory(owing.medium)]));
  });
});
