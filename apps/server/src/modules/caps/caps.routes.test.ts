import { capList } from '@tapfolio/contracts/caps.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type SignedIn, testConfig } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildLine } from '../../../test/factories/timetable.ts';
import { buildTrip, type TripRow } from '../../../test/factories/trips.ts';
import type { Cap } from '../../config/config.caps.ts';
import { portalRole } from '../../roles/portal.ts';

// Noon of a Friday. Its day of operation began at 04:30, which is 09:30 UTC.
const friday = '2026-11-20T17:00:00Z';
let instant = friday;
const clock = { now: () => new Date(instant) };
const url = '/public/api/v1/portal/caps';

const rule = (wishes: Partial<Cap> & Pick<Cap, 'period' | 'amountMinor'>): Cap => ({
  names: {},
  incompleteTrips: 'left_out',
  perMedium: true,
  ...wishes,
});
const day = rule({ period: 'day', amountMinor: 975, names: { en_CA: 'Day cap', fr_CA: 'Plafond du jour' } });
const month = rule({ period: 'month', amountMinor: 12_550 });
const [operator] = testConfig().operators;
if (operator === undefined) throw new Error('the example has an operator');
const lake = { ...operator, code: '2', name: 'Lake Ferries', home: false };

const home = { ...operator, caps: [month, day] };
const ferries = { ...lake, caps: [rule({ period: 'day', amountMinor: 2000, transportTypes: ['bus'] })] };
const { pool, signIn } = await createTestApp([portalRole], { clock, config: { operators: [home, ferries] } });
await buildLine(pool, { line_id: 'R1', transport_type: 'rail', operator_code: '2' });

type Trip = Partial<TripRow> & { full_fare_minor?: number; refund_minor?: number; fare_reason?: string };

async function travel(mediumId: string, trips: readonly Trip[]): Promise<void> {
  for (const [hour, trip] of trips.entries())
    await buildTrip(pool, { medium_id: mediumId, started_at: `2026-11-20T1${hour}:00:00Z`, ...trip });
}

async function travelled(passenger: SignedIn, trips: readonly Trip[]) {
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  await travel(card.medium_id, trips);
  return card;
}

async function capsOf(passenger: SignedIn, query = '') {
  return capList.parse((await passenger.call({ url: `${url}${query}` })).json());
}

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

describe('listCaps', () => {
  it('says of each card what it has paid in the day and the month, and what is left', async () => {
    const passenger = await signIn();
    const card = await travelled(passenger, [
      { fare_minor: 280 },
      { fare_minor: 280, refund_minor: 100 },
      // Minutes before the day of operation, in the month before, and of another operator.
      { fare_minor: 500, started_at: '2026-11-20T09:29:00Z' },
      { fare_minor: 900, started_at: '2026-11-01T08:00:00Z' },
      { fare_minor: 900, operator_code: '2', transport_type: 'rail', line_id: null },
    ]);
    const second = await travelled(passenger, []);

    const { items } = await capsOf(passenger);

    expect(items.map(({ cardId, cardName }) => [cardId, cardName])).toEqual([
      [card.card_id, card.name],
      [second.card_id, second.name],
    ]);
    expect(items[0]?.caps).toEqual([
      {
        period: 'day',
        name: 'Day cap',
        operator: 'Lakeshore Transit',
        transportTypes: null,
        perMedium: true,
        amount: cad(975),
        from: '2026-11-20T09:30:00.000Z',
        to: '2026-11-21T09:30:00.000Z',
        timeZone: 'America/Toronto',
        state: 'open',
        trips: 2,
        paid: cad(460),
        left: cad(515),
        saved: null,
        refunded: cad(100),
        leftOut: { unpriced: 0, incomplete: 0, inOtherCurrency: 0, withFormerCard: 0 },
      },
      expect.objectContaining({ period: 'month', name: null, paid: cad(960), left: cad(11_590), trips: 3 }),
    ]);
    expect(items[1]?.caps.map(({ paid, trips }) => [paid, trips])).toEqual([
      [cad(0), 0],
      [cad(0), 0],
    ]);
    expect((await capsOf(passenger, '?language=fr_CA')).items[0]?.caps[0]?.name).toBe('Plafond du jour');
  });

  it('says that the day is paid once a trip says so, and what that saved', async () => {
    const passenger = await signIn();
    await travelled(passenger, [
      { fare_minor: 500 },
      { fare_minor: 375, fare_reason: 'daily cap reached', full_fare_minor: 500 },
      { fare_minor: 0, fare_reason: 'daily cap reached', full_fare_minor: 500 },
    ]);

    const [today] = (await capsOf(passenger)).items[0]?.caps ?? [];

    expect(today).toMatchObject({ state: 'reached', left: null, saved: { amount: cad(625), isAtLeast: false } });
  });

  it('tells which trips it has left out', async () => {
    const passenger = await signIn();
    await travelled(passenger, [
      { fare_minor: 280 },
      { fare_minor: 0, status: 'provisional' },
      { fare_minor: 900, status: 'fallback' },
      { fare_minor: 400, currency: 'USD' },
    ]);

    const [today] = (await capsOf(passenger)).items[0]?.caps ?? [];

    expect(today).toMatchObject({ paid: cad(280), leftOut: { unpriced: 1, incomplete: 1, inOtherCurrency: 1 } });
  });

  it.each(['2026-11-20T17:00:00Z', '2026-11-30T17:00:00Z'])(
    'leaves out the day where the month is paid, also on its last day (%s)',
    async (now) => {
      instant = now;
      onTestFinished(() => {
        instant = friday;
      });
      const passenger = await signIn();
      await travelled(passenger, [{ fare_minor: 0, fare_reason: 'monthly cap reached' }]);

      const caps = (await capsOf(passenger)).items[0]?.caps;

      expect(caps?.map(({ period, state }) => [period, state])).toEqual([['month', 'reached']]);
    },
  );

  it('shows the caps of a partner to those who travel with it, with the types of transport that count', async () => {
    const passenger = await signIn();
    const ferry = { operator_code: '2', fare_minor: 500, line_id: null };
    await travelled(passenger, [ferry, { ...ferry, line_id: 'R1' }]);

    const caps = (await capsOf(passenger)).items[0]?.caps;

    expect(caps?.map(({ operator: name, transportTypes, paid }) => [name, transportTypes, paid])).toEqual([
      ['Lakeshore Transit', null, cad(0)],
      ['Lakeshore Transit', null, cad(0)],
      ['Lake Ferries', ['bus'], cad(500)],
    ]);
  });

  it('begins anew with the card that replaces another one', async () => {
    const passenger = await signIn();
    const card = await travelled(passenger, [{ fare_minor: 280 }]);
    await travel(await buildFormerMedium(pool, card), [{ fare_minor: 500 }, { fare_minor: 500 }]);

    const [today] = (await capsOf(passenger)).items[0]?.caps ?? [];

    expect(today).toMatchObject({ paid: cad(280), leftOut: { withFormerCard: 2 } });
  });

  it('[CARD-14] says nothing of the cards of others, and nothing without cards', async () => {
    await travelled(await signIn(), [{ fare_minor: 280 }]);

    expect((await capsOf(await signIn())).items).toEqual([]);
  });
});

describe('an operator', () => {
  it.each<[string, Parameters<typeof createTestApp>[1]]>([
    ['without caps', { config: { operators: [{ ...operator, caps: undefined }] } }],
    [
      'that withholds the list of trips',
      { config: { operators: [home], withheldPermissions: ['card-trips-history-table'] } },
    ],
  ])('%s does not offer the call', async (_, options) => {
    const app = await createTestApp([portalRole], options);
    const passenger = await app.signIn();

    expect((await passenger.call({ url })).statusCode).toBe(403);
  });

  it('may count a card and the one that it replaces together', async () => {
    const together = { ...home, caps: [{ ...day, perMedium: false }] };
    const app = await createTestApp([portalRole], { clock, config: { operators: [together] } });
    const passenger = await app.signIn();
    const card = await buildCard(app.pool, { passenger_id: passenger.passengerId });
    const former = await buildFormerMedium(app.pool, card);
    for (const medium_id of [card.medium_id, former])
      await buildTrip(app.pool, { medium_id, started_at: '2026-11-20T15:00:00Z', fare_minor: 280 });

    const [today] = (await capsOf(passenger)).items[0]?.caps ?? [];

    expect(today).toMatchObject({ operator: null, perMedium: false, paid: cad(560), leftOut: { withFormerCard: 0 } });
  });
});
