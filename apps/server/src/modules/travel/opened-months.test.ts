import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { declaredStatements } from '../../lib/sql.ts';
import '../cards/card-states.queries.ts';
import '../payments/payments.queries.ts';
import '../trips/trips.queries.ts';

const { pool } = await createTestDatabase();
const months = 48;
await pool.query(`select ensure_months(now() - make_interval(months => $1 - 1), now())`, [months]);

/** Noon of the 15th, so many months ago. */
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

/** How many monthly parts a statement really reads, planned as the readers' connections plan. */
async function openedMonths(name: string, values: readonly (string | number | null | undefined)[]): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked as ${declaredStatements.get(name)?.text ?? ''}`);
    const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(String(value)))).join(', ');
    const { rows } = await client.query(`explain (analyze, timing off, format json) execute looked(${literals})`);
    const nodes = flatten(rows[0]['QUERY PLAN'][0].Plan);
    const isRead = (node: PlanNode) => /_\d{6}$/.test(node['Relation Name'] ?? '') && (node['Actual Loops'] ?? 0) > 0;
    return new Set(nodes.filter(isRead).map((node) => node['Relation Name'])).size;
  } finally {
    client.release(true);
  }
}

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

const everything = ['-infinity', 'infinity', '00000000-0000-0000-0000-000000000000'];
const page = (medium: string, limit: number) => [medium, ...everything, limit];

describe(`of ${months} months`, () => {
  it('an unfilled page opens those in which the card was seen', async () => {
    const young = await cardSeen([1, 0]);
    const unused = await cardSeen([31, 30]);

    for (const { medium } of [young, unused]) {
      // Two of trips, and two of payments with the trips of their windows.
      expect(await openedMonths('trips.list', [...page(medium, 20), 'en'])).toBeLessThanOrEqual(2);
      expect(await openedMonths('payments.list', page(medium, 20))).toBeLessThanOrEqual(8);
    }
  });

  it('a trip or a payment by its id opens none in which the card was not seen, and none before it', async () => {
    const young = await cardSeen([1, 0]);
    const old = await cardSeen(Array.from({ length: months }, (_, ago) => ago));

    for (const [card, place] of [
      [young, 1],
      [young, 0],
      [old, 2],
    ] as const) {
      const trip = [card.medium, card.trips[place], 'en', null];
      const payment = [card.medium, card.payments[place], 'en', '', null];
      expect(await openedMonths('trips.find', trip)).toBeLessThanOrEqual(6);
      expect(await openedMonths('payments.find', payment)).toBeLessThanOrEqual(8);
    }
  });

  it('an old trip or payment opens the months about it where the list has said when it was', async () => {
    const old = await cardSeen(Array.from({ length: months }, (_, ago) => ago));
    const trip = [old.medium, old.trips[40], 'en', monthsAgo(40)];
    const payment = [old.medium, old.payments[40], 'en', '', monthsAgo(40)];

    // The month itself, and those of the payment that the fare is part of.
    expect(await openedMonths('trips.find', trip)).toBeLessThanOrEqual(5);
    expect(await openedMonths('payments.find', payment)).toBeLessThanOrEqual(8);
  });

  it('what a card owes is asked of none when nothing is owed, and of those since the debt otherwise', async () => {
    const paid = await cardSeen([40, 20, 0]);
    const owing = await cardSeen([40, 20]);
    await buildPayment(pool, {
      medium_id: owing.medium,
      opened_at: monthsAgo(1),
      status: 'payment_error',
      paid_minor: 0,
    });

    expect(await openedMonths('cards.readMediumStates', [`{${paid.medium},${randomUUID()}}`])).toBe(0);
    expect(await openedMonths('cards.readMediumStates', [`{${owing.medium}}`])).toBeLessThanOrEqual(2);
  });
});
