import { cardList, cardOverview } from '@tapfolio/contracts/cards.ts';
import { paymentScreens, productScreens, tripScreens } from '@tapfolio/contracts/permissions.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { portalRole } from '../../roles/portal.ts';

const now = '2026-03-10T12:00:00Z';
const clock = { now: () => new Date(now) };
const { context, pool, call, signIn } = await createTestApp([portalRole], { clock });
const url = '/public/api/v1/portal/cards';

async function passengerWithCards(count: number): Promise<{ passenger: SignedIn; cardIds: number[] }> {
  const passenger = await signIn();
  const cardIds = [];
  for (let index = 0; index < count; index += 1)
    cardIds.push((await buildCard(pool, { passenger_id: passenger.passengerId })).card_id);
  return { passenger, cardIds };
}

async function paidMedium(): Promise<{ srid: string; mediumId: string }> {
  const { medium_id: mediumId } = await buildMedium(pool);
  const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
  return { srid: srid ?? '', mediumId };
}

const link = (passenger: SignedIn, payload: object) => passenger.call({ method: 'POST', url, payload });

async function linkedNames({ passengerId }: SignedIn): Promise<string[]> {
  const { rows } = await pool.query('select name from cards where passenger_id = $1 order by card_id', [passengerId]);
  return rows.map((row: { name: string }) => row.name);
}

describe('listCards', () => {
  it('shows each card with medium, masked id, debt and access', async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Blue' });
    const unpaid = { medium_id: card.medium_id, status: 'payment_error', paid_minor: 0 };
    await buildPayment(pool, { ...unpaid, opened_at: '2026-03-04T08:00:00Z', due_minor: 370 });
    // The fare is after midnight and before the day cut.
    const oldest = { opened_at: '2026-02-04T08:00:00Z', service_day: '2026-02-03', due_minor: 400, paid_minor: 100 };
    const { payment_id } = await buildPayment(pool, { ...unpaid, ...oldest });
    const phone = await buildMedium(pool, { medium_type: 'phone', last_four: null, scheme: null });
    await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Phone', medium_id: phone.medium_id });

    const response = await passenger.call({ url });

    const { items } = cardList.parse(response.json());
    expect(items).toMatchObject([
      {
        id: card.card_id,
        name: 'Blue',
        scheme: 'VISA',
        mediumType: 'plastic',
        lastFour: '4242',
        status: 'active',
        debtStatus: 'owed',
        debt: {
          due: [{ amountMinor: 670, currency: 'CAD' }],
          state: 'owed',
          count: 2,
          paymentId: payment_id,
          since: '2026-02-04T08:00:00Z',
          serviceDay: '2026-02-03',
          timeZone: 'America/Toronto',
        },
        accessStatus: 'denied',
      },
      { name: 'Phone', mediumType: 'phone', lastFour: null, debtStatus: 'none', debt: null, accessStatus: 'granted' },
    ]);
  });

  it.each([
    ['requested', 'owed', 'denied'],
    ['approved', 'none', 'denied'],
    ['unblocking', 'none', 'denied'],
    ['ready', 'none', 'granted'],
  ] as const)('shows a fare in state %s as debt %s, access %s', async (state, debt, access) => {
    const passenger = await signIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await buildPayment(pool, { medium_id, opened_at: '2026-03-04T08:00:00Z', status: 'payment_error', paid_minor: 0 });
    await pool.query('update debts set state = $1 where medium_id = $2', [state, medium_id]);

    const { items } = cardList.parse((await passenger.call({ url })).json());

    expect(items).toMatchObject([{ debtStatus: debt, accessStatus: access }]);
    expect(items[0]?.debt?.state).toBe(state === 'ready' ? undefined : state);
  });

  it('keeps two currencies apart, and names the fare that must be acted on first', async () => {
    const passenger = await signIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    const unpaid = { medium_id, status: 'payment_error', paid_minor: 0 };
    await buildPayment(pool, { ...unpaid, opened_at: '2026-03-04T08:00:00Z', due_minor: 100 });
    const usd = { opened_at: '2026-03-05T08:00:00Z', due_minor: 250, currency: 'USD' };
    const { payment_id } = await buildPayment(pool, { ...unpaid, ...usd });
    await buildPayment(pool, { ...unpaid, opened_at: '2026-03-06T08:00:00Z', due_minor: 30 });
    await pool.query(`update debts set state = 'declined' where payment_id = $1`, [payment_id]);

    const { items } = cardList.parse((await passenger.call({ url })).json());

    const due = [
      { amountMinor: 130, currency: 'CAD' },
      { amountMinor: 250, currency: 'USD' },
    ];
    expect(items[0]?.debt).toMatchObject({ due, state: 'declined', count: 3, paymentId: payment_id });
  });

  it('gives the start of the history: the first day of the card, or the oldest month that is kept', async () => {
    const passenger = await signIn();
    const young = await buildMedium(pool, { first_seen_at: '2025-11-03T00:00:00Z' });
    const old = await buildMedium(pool, { first_seen_at: '2020-01-01T00:00:00Z' });
    for (const { medium_id } of [young, old]) await buildCard(pool, { passenger_id: passenger.passengerId, medium_id });

    const { items } = cardList.parse((await passenger.call({ url })).json());

    // 25 months are kept, and retention drops whole months.
    expect(items.map(({ historyFrom }) => historyFrom)).toEqual(['2025-11-03T00:00:00Z', '2024-02-01T00:00:00.000Z']);
  });

  it('keeps the date of the newest export when older files are delivered again', async () => {
    const passenger = await signIn();
    const file = { format: 'enghouse', content_hash: Buffer.alloc(1), size_bytes: 1, counts: {} };
    await insertRow(pool, 'feed_files', { ...file, name: 'newest', exported_at: '2026-03-10T11:00:00Z' });
    for (let day = 1; day <= 25; day += 1) {
      await insertRow(pool, 'feed_files', { ...file, name: `old ${day}`, exported_at: '2025-01-01T00:00:00Z' });
    }

    const { dataUpTo } = cardList.parse((await passenger.call({ url })).json());
    await pool.query('delete from feed_files');

    expect(dataUpTo).toBe('2026-03-10T11:00:00Z');
  });

  it('gives the date of the newest travel data, without timetables', async () => {
    const { passenger } = await passengerWithCards(0);
    const before = cardList.parse((await passenger.call({ url })).json());
    const file = { content_hash: Buffer.alloc(32), size_bytes: 1, counts: {} };
    const exported_at = '2026-03-09T04:30:00Z';
    await insertRow(pool, 'feed_files', { ...file, format: 'enghouse', name: 'a', exported_at });
    await insertRow(pool, 'feed_files', { ...file, format: 'gtfs', name: 'b', exported_at: now });

    const after = cardList.parse((await passenger.call({ url })).json());

    expect([before.dataUpTo, after.dataUpTo]).toEqual([null, exported_at]);
  });

  it('shows no time that lies ahead where the clock of the back office is ahead or the name of its file has local time', async () => {
    const passenger = await signIn();
    const ahead = { exported_at: '2026-03-10T13:00:00Z', imported_at: '2026-03-10T11:50:00Z' };
    const file = { format: 'enghouse', name: 'ahead', content_hash: Buffer.alloc(2), size_bytes: 1, counts: {} };
    await insertRow(pool, 'feed_files', { ...file, ...ahead });

    const { dataUpTo } = cardList.parse((await passenger.call({ url })).json());

    expect(dataUpTo).toBe('2026-03-10T11:50:00Z');
  });

  it('refuses a call without a session', async () => {
    const response = await call({ url });

    expect([response.statusCode, codeOf(response)]).toEqual([401, 'unauthenticated']);
  });
});

describe('getCard', () => {
  it.each([
    ['at most five', ['04', '05', '06', '07', '08', '09'], ['09', '08', '07', '06', '05']],
    ['those of the last seven days', ['02', '03', '04'], ['04']],
  ])('lists %s of the trips, payments and products [CARD-11]', async (_, days, shown) => {
    const passenger = await signIn();
    const { card_id: cardId, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    for (const day of days) {
      const at = `2026-03-${day}T08:00:00Z`;
      await buildTrip(pool, { medium_id, started_at: at });
      await buildPayment(pool, { medium_id, opened_at: at });
      await buildProduct(pool, { medium_id, valid_from: at });
    }

    const response = await passenger.call({ url: `${url}/${cardId}` });

    const overview = cardOverview.parse(response.json());
    const shownDays = shown.map((day) => `2026-03-${day}`);
    expect(overview.card.id).toBe(cardId);
    expect(overview.trips.map((trip) => trip.serviceDay)).toEqual(shownDays);
    expect(overview.payments.map((payment) => payment.serviceDay)).toEqual(shownDays);
    expect(overview.products.map((product) => product.validFrom)).toEqual(shownDays.map((day) => `${day}T08:00:00Z`));
  });

  it.each([
    ['trips', tripScreens],
    ['payments', paymentScreens],
    ['products', productScreens],
  ] as const)('names no %s where the operator offers no screen that shows them', async (withheld, screens) => {
    const passenger = await signIn();
    const { card_id, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    await buildTrip(pool, { medium_id, started_at: '2026-03-09T12:00:00Z' });
    await buildPayment(pool, { medium_id, opened_at: '2026-03-09T12:00:00Z' });
    await buildProduct(pool, { medium_id, valid_from: '2026-03-09T12:00:00Z' });
    context.config.withheldPermissions = [...screens];
    onTestFinished(() => {
      context.config.withheldPermissions = [];
    });

    const { trips, payments, products } = cardOverview.parse(
      (await passenger.call({ url: `${url}/${card_id}` })).json(),
    );

    const counts = { trips: trips.length, payments: payments.length, products: products.length };
    expect(counts).toEqual({ trips: 1, payments: 1, products: 1, [withheld]: 0 });
  });

  it('shows a card that no file has named yet', async () => {
    const passenger = await signIn();
    const medium_id = '11111111-1111-8111-8111-111111111111';
    const card = await buildCard(pool, { passenger_id: passenger.passengerId, medium_id });

    const response = await passenger.call({ url: `${url}/${card.card_id}` });

    expect(cardOverview.parse(response.json())).toMatchObject({
      card: { mediumType: 'unidentified', accessStatus: 'granted' },
      trips: [],
      payments: [],
      products: [],
    });
  });
});

describe('unlinkCard', () => {
  it('unlinks a card and keeps its travel data, which are shown again when it is linked again', async () => {
    const { passenger, cardIds } = await passengerWithCards(1);
    const { srid, mediumId } = await paidMedium();
    cardIds.unshift((await link(passenger, { srid, amountMinor: 740, name: 'Gone' })).json().id);

    const response = await passenger.call({ method: 'DELETE', url: `${url}/${cardIds[0]}` });

    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await linkedNames(passenger)).toHaveLength(1);
    const { rows } = await pool.query('select payment_id from payments where medium_id = $1', [mediumId]);
    expect(rows).toHaveLength(1);
    const back = await link(passenger, { srid, amountMinor: 740, name: 'Back again' });
    const payments = await passenger.call({ url: `${url}/${back.json().id}/payments?from=2026-03-01T00:00:00Z` });
    expect(payments.json().items).toMatchObject([{ id: rows[0].payment_id }]);
    const again = await passenger.call({ method: 'DELETE', url: `${url}/${cardIds[0]}` });
    expect(codeOf(again)).toBe('TM0108');
  });

  it('[CARD-09] keeps the last card, also when all are unlinked in parallel', async () => {
    const { passenger, cardIds } = await passengerWithCards(4);

    const answers = await Promise.all(
      cardIds.map((cardId) => passenger.call({ method: 'DELETE', url: `${url}/${cardId}` })),
    );

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 204, 204, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(codeOf)).toEqual(['card_last_cannot_be_unlinked']);
    expect(await linkedNames(passenger)).toHaveLength(1);
  });
});
