import { cardList, cardOverview } from '@tapfolio/contracts/cards.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { portalRole } from '../../roles/portal.ts';

const now = '2026-03-10T12:00:00Z';
const clock = { now: () => new Date(now) };
const { pool, call, signIn } = await createTestApp([portalRole], { clock });
const url = '/public/api/v1/portal/cards';

const errorCode = (response: { json(): { error: { code: string } } }) => response.json().error.code;

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

const link = (passenger: SignedIn, payload: object, remoteAddress?: string) =>
  passenger.call({ method: 'POST', url, payload, ...(remoteAddress && { remoteAddress }) });

async function linkedNames({ passengerId }: SignedIn): Promise<string[]> {
  const { rows } = await pool.query('select name from cards where passenger_id = $1 order by card_id', [passengerId]);
  return rows.map((row: { name: string }) => row.name);
}

describe('listCards', () => {
  it('[CARD-01] [CARD-13] shows each card with medium, masked id, debt and access', async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Blue' });
    const unpaid = { medium_id: card.medium_id, status: 'payment_error', paid_minor: 0 };
    await buildPayment(pool, { ...unpaid, opened_at: '2026-03-04T08:00:00Z', due_minor: 370 });
    const oldest = { opened_at: '2026-02-04T08:00:00Z', due_minor: 400, paid_minor: 100 };
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
          due: { amountMinor: 670, currency: 'CAD' },
          paymentId: payment_id,
          since: '2026-02-04T08:00:00Z',
          timeZone: 'America/Toronto',
        },
        accessStatus: 'denied',
      },
      { name: 'Phone', mediumType: 'phone', lastFour: null, debtStatus: 'none', debt: null, accessStatus: 'granted' },
    ]);
  });

  it('says from when on there can be travel: the first day of the card, or the oldest month that is kept', async () => {
    const passenger = await signIn();
    const young = await buildMedium(pool, { first_seen_at: '2025-11-03T00:00:00Z' });
    const old = await buildMedium(pool, { first_seen_at: '2020-01-01T00:00:00Z' });
    for (const { medium_id } of [young, old]) await buildCard(pool, { passenger_id: passenger.passengerId, medium_id });

    const { items } = cardList.parse((await passenger.call({ url })).json());

    // 25 months are kept, and retention drops whole months.
    expect(items.map(({ historyFrom }) => historyFrom)).toEqual(['2025-11-03T00:00:00Z', '2024-02-01T00:00:00.000Z']);
  });

  it('keeps to the newest export when older files are delivered once more', async () => {
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

  it('says up to when the travel data reach', async () => {
    const { passenger } = await passengerWithCards(0);
    const before = cardList.parse((await passenger.call({ url })).json());
    const file = { content_hash: Buffer.alloc(32), size_bytes: 1, counts: {} };
    const exported_at = '2026-03-09T04:30:00Z';
    await insertRow(pool, 'feed_files', { ...file, format: 'enghouse', name: 'a', exported_at });
    await insertRow(pool, 'feed_files', { ...file, format: 'gtfs', name: 'b', exported_at: now });

    const after = cardList.parse((await passenger.call({ url })).json());

    expect([before.dataUpTo, after.dataUpTo]).toEqual([null, exported_at]);
  });

  it('refuses whoever is not signed in', async () => {
    const response = await call({ url });

    expect([response.statusCode, errorCode(response)]).toEqual([401, 'unauthenticated']);
  });
});

describe('getCard', () => {
  it('[CARD-11] lists at most five trips, payments and products of the last seven days', async () => {
    const passenger = await signIn();
    const { card_id: cardId, medium_id } = await buildCard(pool, { passenger_id: passenger.passengerId });
    for (const day of ['01', '04', '05', '06', '07', '08', '09']) {
      const at = `2026-03-${day}T08:00:00Z`;
      await buildTrip(pool, { medium_id, started_at: at });
      await buildPayment(pool, { medium_id, opened_at: at });
      if (day < '06') await buildProduct(pool, { medium_id, valid_from: at });
    }

    const response = await passenger.call({ url: `${url}/${cardId}` });

    const overview = cardOverview.parse(response.json());
    const fiveDays = ['09', '08', '07', '06', '05'].map((day) => `2026-03-${day}`);
    expect(overview.card.id).toBe(cardId);
    expect(overview.trips.map((trip) => trip.serviceDay)).toEqual(fiveDays);
    expect(overview.payments.map((payment) => payment.serviceDay)).toEqual(fiveDays);
    expect(overview.products.map((product) => product.validFrom)).toEqual([
      '2026-03-05T08:00:00Z',
      '2026-03-04T08:00:00Z',
    ]);
  });

  it('shows a card of which no file has told yet', async () => {
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

describe('linkCard', () => {
  it('[CARD-02] links the card of a paid reference under a name and writes the act down', async () => {
    const passenger = await signIn();
    const { srid, mediumId } = await paidMedium();

    const response = await link(passenger, { srid, amountMinor: 740, name: 'Blue' });

    expect([response.statusCode, response.json()]).toEqual([201, { id: 1 }]);
    const stored = await pool.query('select medium_id, name from cards where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(stored.rows).toEqual([{ medium_id: mediumId, name: 'Blue' }]);
    const audit = await pool.query('select kind from audit_events where passenger_id = $1', [passenger.passengerId]);
    expect(audit.rows).toEqual([{ kind: 'card_linked' }]);
  });

  it.each([
    ['a pasted line', (srid: string) => `oct*${srid.toLowerCase()} LAKESHORE 7.40`],
    ['groups of characters', (srid: string) => `${srid.slice(0, 4)} ${srid.slice(4, 8)} ${srid.slice(8)}`],
  ])('[CARD-03] takes %s', async (_, write) => {
    const passenger = await signIn();
    const { srid } = await paidMedium();

    const response = await link(passenger, { srid: write(srid), amountMinor: 740, name: 'Blue' });

    expect(response.statusCode, response.body).toBe(201);
  });

  it('takes the amount of each charge that the statement shows, and not their sum', async () => {
    const { medium_id } = await buildMedium(pool);
    const other = await buildMedium(pool);
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' }, [240, 500]);
    const opened = { medium_id: other.medium_id, opened_at: '2026-03-01T08:00:00Z' };
    const second = await buildPayment(pool, opened, [300, 440]);
    const passenger = await signIn();

    const recovery = await link(passenger, { srid, amountMinor: 500, name: 'Blue' });
    const sum = await link(passenger, { srid: second.srid, amountMinor: 740, name: 'Red' });

    expect([recovery.statusCode, errorCode(sum)]).toEqual([201, 'statement_reference_not_found']);
  });

  it('[CARD-04] [CARD-07] answers a wrong reference, a wrong amount, an unpaid fare and nonsense alike', async () => {
    const passenger = await signIn();
    const { srid } = await paidMedium();
    const { medium_id } = await buildMedium(pool);
    const unpaid = { status: 'payment_error', paid_minor: 0 };
    const open = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z', ...unpaid });

    const answers = await Promise.all([
      link(passenger, { srid: 'ZZZZZZZZZZZZZZ', amountMinor: 740, name: 'Blue' }),
      link(passenger, { srid, amountMinor: 741, name: 'Blue' }),
      link(passenger, { srid: open.srid, amountMinor: 740, name: 'Blue' }),
      link(passenger, { srid: '??', amountMinor: 740, name: 'Blue' }),
    ]);

    const bodies = answers.map((answer) => ({ status: answer.statusCode, ...answer.json().error, traceId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ status: 422, code: 'statement_reference_not_found', traceId: '' })]),
    );
  });

  it('[CARD-07] writes down in the account that a link was refused, and why', async () => {
    const passenger = await signIn();
    const { srid } = await paidMedium();

    await link(passenger, { srid, amountMinor: 741, name: 'Blue' });

    const audit = await pool.query('select kind, detail from audit_events where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(audit.rows).toEqual([{ kind: 'card_link_refused', detail: { code: 'statement_reference_not_found' } }]);
  });

  it('[CARD-07] writes down no more refusals than it judges guesses', async () => {
    const passenger = await signIn();
    const { srid } = await paidMedium();

    const guess = (typed: string) => link(passenger, { srid: typed, amountMinor: 741, name: 'Blue' }, '192.0.2.44');
    for (let time = 0; time < 20; time += 1) await guess('??');
    for (let time = 0; time < 20; time += 1) await guess(srid);

    const { rowCount } = await pool.query('select from audit_events where passenger_id = $1', [passenger.passengerId]);
    expect(rowCount).toBe(3);
  });

  it('[CARD-07] is not closed to others by whoever guesses from many addresses of one network', async () => {
    onTestFinished(async () => void (await pool.query('delete from throttles')));
    const { srid } = await paidMedium();
    for (let number = 0; number < 70; number += 1) {
      const guesser = await signIn();
      const remoteAddress = `2001:db8:7:${number.toString(16)}::1`;
      await link(
        guesser,
        { srid: `GUESS${String(number).padStart(9, '0')}`, amountMinor: 740, name: 'Blue' },
        remoteAddress,
      );
    }

    const response = await link(await signIn(), { srid, amountMinor: 740, name: 'Blue' }, '2001:db8:8::1');

    expect(response.statusCode, response.body).toBe(201);
  });

  it('[CARD-07] stops guessing at one reference after three wrong amounts, whoever guesses', async () => {
    const { srid } = await paidMedium();

    const codes = [];
    for (const amountMinor of [1, 2, 3, 740])
      codes.push(errorCode(await link(await signIn(), { srid, amountMinor, name: 'Blue' })));

    expect(codes).toEqual([
      'statement_reference_not_found',
      'statement_reference_not_found',
      'statement_reference_not_found',
      'too_many_requests',
    ]);
  });

  it('[CARD-05] gives a name to one card of a passenger only, also under parallel requests', async () => {
    const passenger = await signIn();
    const media = await Promise.all([paidMedium(), paidMedium(), paidMedium()]);

    const answers = await Promise.all(
      media.map(({ srid }) => link(passenger, { srid, amountMinor: 740, name: 'Same' })),
    );

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(errorCode)).toEqual([
      'user_card_name_not_unique',
      'user_card_name_not_unique',
    ]);
  });

  it('[CARD-06] gives a card to one account only, also under parallel requests', async () => {
    const { srid } = await paidMedium();
    const passengers = await Promise.all([signIn(), signIn(), signIn()]);

    const answers = await Promise.all(
      passengers.map((passenger) => link(passenger, { srid, amountMinor: 740, name: 'Mine' })),
    );

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(errorCode)).toEqual([
      'xtat_number_not_unique',
      'xtat_number_not_unique',
    ]);
  });

  it('refuses a card number as a name', async () => {
    const passenger = await signIn();
    const { srid } = await paidMedium();

    const response = await link(passenger, { srid, amountMinor: 740, name: '4242 4242 4242 4242' });

    expect([response.statusCode, errorCode(response)]).toEqual([422, 'card_name_is_card_number']);
  });

  it('never gives the number of an unlinked card to another one', async () => {
    const passenger = await signIn();
    const media = [await paidMedium(), await paidMedium(), await paidMedium()];
    const ids = [];
    for (const [index, { srid }] of media.entries()) {
      const response = await link(passenger, { srid, amountMinor: 740, name: `Card ${index}` });
      ids.push(response.json().id);
      if (index === 1) await passenger.call({ method: 'DELETE', url: `${url}/2` });
    }

    expect(ids).toEqual([1, 2, 3]);
  });
});

describe('renameCard', () => {
  it('[CARD-10] gives a card another name', async () => {
    const { passenger, cardIds } = await passengerWithCards(1);

    const response = await passenger.call({
      method: 'PATCH',
      url: `${url}/${cardIds[0]}`,
      payload: { name: ' Work ' },
    });

    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await linkedNames(passenger)).toEqual(['Work']);
  });

  it('refuses the name of another card of the passenger', async () => {
    const { passenger, cardIds } = await passengerWithCards(2);
    const [name] = await linkedNames(passenger);

    const response = await passenger.call({ method: 'PATCH', url: `${url}/${cardIds[1]}`, payload: { name } });

    expect([response.statusCode, errorCode(response)]).toEqual([409, 'user_card_name_not_unique']);
  });
});

describe('unlinkCard', () => {
  it('[CARD-08] unlinks a card and keeps its travel data, which come back with it', async () => {
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
    expect(errorCode(again)).toBe('card_not_found');
  });

  it('[CARD-09] keeps the last card, also when all are unlinked at once', async () => {
    const { passenger, cardIds } = await passengerWithCards(4);

    const answers = await Promise.all(
      cardIds.map((cardId) => passenger.call({ method: 'DELETE', url: `${url}/${cardId}` })),
    );

    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 204, 204, 409]);
    expect(answers.filter((answer) => answer.statusCode === 409).map(errorCode)).toEqual([
      'card_last_cannot_be_unlinked',
    ]);
    expect(await linkedNames(passenger)).toHaveLength(1);
  });
});
