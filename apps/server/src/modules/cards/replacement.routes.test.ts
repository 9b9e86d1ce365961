import { randomUUID } from 'node:crypto';
import { cardList, cardOverview } from '@tapfolio/contracts/cards.ts';
import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMedium, type MediumRow } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { actMeanwhile } from '../../../test/row-queue.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const { pool, signIn } = await createTestApp([portalRole], { clock });
const url = '/public/api/v1/portal/cards';

interface Replaced {
  passenger: SignedIn;
  cardId: number;
  old: MediumRow;
  successor: MediumRow;
}

/** A passenger whose card was replaced by the bank, according to deliveries. */
async function replacedCard({ oldMedium = {}, newMedium = {} } = {}): Promise<Replaced> {
  const passenger = await signIn();
  const seen = { first_seen_at: '2026-01-01T00:00:00Z', last_seen_at: '2026-03-01T00:00:00Z' };
  const old = await buildMedium(pool, { ...seen, ...oldMedium });
  const newer = { first_seen_at: '2026-03-04T00:00:00Z', last_seen_at: '2026-03-09T00:00:00Z' };
  const successor = await buildMedium(pool, { ...newer, last_four: '9981', ...newMedium });
  const { card_id: cardId } = await buildCard(pool, {
    passenger_id: passenger.passengerId,
    medium_id: old.medium_id,
    name: 'Blue',
  });
  await insertRow(pool, 'replacements', {
    medium_id: old.medium_id,
    successor_id: successor.medium_id,
    source: 'account',
    exported_at: '2026-03-05T00:00:00Z',
  });
  return { passenger, cardId, old, successor };
}

/** Confirms the offered card, or the one with this id. */
const replace = ({ passenger, cardId }: Pick<Replaced, 'passenger' | 'cardId'>, successorId?: string) =>
  passenger.call({
    method: 'POST',
    url: `${url}/${cardId}/replacement${successorId === undefined ? '' : `?successorId=${successorId}`}`,
  });

/** The bank replaces the new card of the passenger too. */
async function replaceAgain({ successor }: Replaced): Promise<MediumRow> {
  const third = await buildMedium(pool, { first_seen_at: '2026-03-10T00:00:00Z', last_four: '7007' });
  await insertRow(pool, 'replacements', {
    medium_id: successor.medium_id,
    successor_id: third.medium_id,
    source: 'operator',
    exported_at: '2026-03-10T00:00:00Z',
  });
  return third;
}

async function cardsOf(passenger: SignedIn) {
  return cardList.parse((await passenger.call({ url })).json()).items;
}

async function offerOf(replaced: Replaced) {
  const [card] = await cardsOf(replaced.passenger);
  return card?.replacement ?? null;
}

const errorCode = (response: { json(): { error: { code: string } } }) => response.json().error.code;

describe('a card that the bank has replaced', () => {
  it('gets the offer although the old card gets a refund and both travelled on the first day of the new one', async () => {
    const seen = { last_seen_at: '2026-03-09T00:00:00Z' };
    const replaced = await replacedCard({ oldMedium: seen });
    const { medium_id } = replaced.old;
    await buildPayment(pool, { medium_id, opened_at: '2026-03-08T12:00:00Z', reason: 'refund', paid_minor: -300 });
    await buildTrip(pool, { medium_id, started_at: '2026-03-04T23:00:00Z' });
    // A pass for the next months was bought before.
    await buildProduct(pool, { medium_id, valid_from: '2026-04-01T00:00:00Z', valid_to: '2026-05-01T00:00:00Z' });

    expect(await offerOf(replaced)).toMatchObject({ scheme: 'VISA', lastFour: '9981' });
    expect((await replace(replaced)).statusCode).toBe(204);
  });

  it('does not change when another account links the new card at the same moment', async () => {
    const replaced = await replacedCard();
    const stranger = await signIn();
    const { successor, passenger } = replaced;

    const response = await actMeanwhile(pool, {
      lock: `select from passengers where passenger_id = '${passenger.passengerId}' for update`,
      call: () => replace(replaced),
      act: () => buildCard(pool, { passenger_id: stranger.passengerId, medium_id: successor.medium_id }),
    });

    expect([response.statusCode, errorCode(response)]).toEqual([409, 'xtat_number_not_unique']);
    expect(await cardsOf(passenger)).toMatchObject([{ name: 'Blue', lastFour: replaced.old.last_four }]);
  });

  it('gets an offer with the digits of the new card, and keeps its name and number', async () => {
    const replaced = await replacedCard();
    expect(await offerOf(replaced)).toEqual({ id: replaced.successor.medium_id, scheme: 'VISA', lastFour: '9981' });

    expect((await replace(replaced)).statusCode).toBe(204);

    expect(await cardsOf(replaced.passenger)).toMatchObject([
      { id: replaced.cardId, name: 'Blue', lastFour: '9981', replacement: null },
    ]);
  });

  it('shows the trips and payments of both media as one list, page by page, and opens each of them', async () => {
    const replaced = await replacedCard();
    const { passenger, cardId, old, successor } = replaced;
    const days = ['2026-03-09', '2026-03-08', '2026-03-07', '2026-03-04', '2026-02-27', '2026-02-26', '2026-02-25'];
    const trips: string[] = [];
    for (const day of days) {
      const medium_id = day < '2026-03-02' ? old.medium_id : successor.medium_id;
      const trip = await buildTrip(pool, { medium_id, started_at: `${day}T15:00:00Z` });
      await buildPayment(pool, { medium_id, opened_at: `${day}T15:00:00Z` });
      trips.push(trip.trip_id);
    }
    await replace(replaced);

    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const answer = await passenger.call({ url: `${url}/${cardId}/trips?limit=2${cursor}` });
      const { items, days: totals, nextCursor } = tripPage.parse(answer.json());
      expect(totals.map(({ serviceDay }) => serviceDay)).toEqual(items.map(({ serviceDay }) => serviceDay));
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(trips);
    expect(cursor).toBe('');
    const payments = paymentPage.parse((await passenger.call({ url: `${url}/${cardId}/payments?limit=100` })).json());
    expect(payments.items).toHaveLength(days.length);
    for (const id of trips)
      expect((await passenger.call({ url: `${url}/${cardId}/trips/${id}` })).statusCode).toBe(200);
    for (const { id } of payments.items)
      expect((await passenger.call({ url: `${url}/${cardId}/payments/${id}` })).statusCode).toBe(200);
    const overview = cardOverview.parse((await passenger.call({ url: `${url}/${cardId}` })).json());
    expect(overview.trips.map(({ id }) => id)).toEqual(trips.slice(0, 4));
    expect((await passenger.call({ url: `${url}/${cardId}/trips/${randomUUID()}` })).statusCode).toBe(404);
  });

  it('sums up a day on which both media travelled', async () => {
    const replaced = await replacedCard();
    const { passenger, cardId, old, successor } = replaced;
    await buildTrip(pool, { medium_id: old.medium_id, started_at: '2026-03-01T14:00:00Z', fare_minor: 380 });
    await buildTrip(pool, { medium_id: successor.medium_id, started_at: '2026-03-01T18:00:00Z', fare_minor: 250 });
    await replace(replaced);

    const page = tripPage.parse((await passenger.call({ url: `${url}/${cardId}/trips` })).json());

    expect(page.days).toMatchObject([{ serviceDay: '2026-03-01', trips: 2, total: { amountMinor: 630 } }]);
  });

  it('is replaced once, although it is confirmed several times in parallel', async () => {
    for (let round = 0; round < 10; round += 1) {
      const replaced = await replacedCard();

      const answers = await askAtOnce(8, () => replace(replaced));

      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
      const { rows } = await pool.query(
        'select medium_id, successor_card_id from cards where passenger_id = $1 order by successor_card_id nulls first',
        [replaced.passenger.passengerId],
      );
      expect(rows).toEqual([
        { medium_id: replaced.successor.medium_id, successor_card_id: null },
        { medium_id: replaced.old.medium_id, successor_card_id: replaced.cardId },
      ]);
    }
  });

  it('may be replaced again, and keeps the travel of all media', async () => {
    const replaced = await replacedCard();
    await replace(replaced);
    await replaceAgain(replaced);
    await buildTrip(pool, { medium_id: replaced.old.medium_id, started_at: '2026-02-01T14:00:00Z' });

    expect((await replace(replaced)).statusCode).toBe(204);

    const { passenger, cardId } = replaced;
    expect(await cardsOf(passenger)).toMatchObject([{ id: cardId, lastFour: '7007' }]);
    const page = tripPage.parse((await passenger.call({ url: `${url}/${cardId}/trips` })).json());
    expect(page.items).toHaveLength(1);
  });

  it('keeps its name, and releases both media when it is unlinked', async () => {
    const replaced = await replacedCard();
    const { passenger, cardId, old } = replaced;
    const other = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Green' });
    await replace(replaced);

    const renamed = await passenger.call({
      method: 'PATCH',
      url: `${url}/${other.card_id}`,
      payload: { name: 'blue' },
    });
    expect(errorCode(renamed)).toBe('user_card_name_not_unique');
    expect((await passenger.call({ method: 'DELETE', url: `${url}/${cardId}` })).statusCode).toBe(204);

    const { rows } = await pool.query('select from cards where medium_id = $1', [old.medium_id]);
    expect(rows).toEqual([]);
  });

  it('has no separate address for its former medium', async () => {
    const replaced = await replacedCard();
    await replace(replaced);
    const { rows } = await pool.query<{ card_id: number }>('select card_id from cards where medium_id = $1', [
      replaced.old.medium_id,
    ]);

    const former = await replaced.passenger.call({ url: `${url}/${rows[0]?.card_id}` });

    expect(former.statusCode).toBe(404);
    // The former medium does not count as a second card either.
    const last = await replaced.passenger.call({ method: 'DELETE', url: `${url}/${replaced.cardId}` });
    expect(errorCode(last)).toBe('card_last_cannot_be_unlinked');
  });
});

describe('a card that the bank has replaced twice', () => {
  it('is refused when another account linked the second new card before the confirmation', async () => {
    const replaced = await replacedCard();
    await replace(replaced);
    const third = await replaceAgain(replaced);
    await buildCard(pool, { passenger_id: (await signIn()).passengerId, medium_id: third.medium_id });

    const answers = [await replace(replaced, third.medium_id), await replace(replaced)];

    expect(answers.map(errorCode)).toEqual(['card_not_replaced', 'card_not_replaced']);
  });

  it('becomes the confirmed card, although a newer one exists and the confirmation is repeated', async () => {
    const replaced = await replacedCard();
    const { medium_id } = replaced.successor;
    await replaceAgain(replaced);

    const answers = [await replace(replaced, medium_id), await replace(replaced, medium_id)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await cardsOf(replaced.passenger)).toMatchObject([{ lastFour: '9981', replacement: { lastFour: '7007' } }]);
    expect(errorCode(await replace(replaced, randomUUID()))).toBe('card_not_replaced');
  });
});

it('a replacement is offered although a former owner of the card left a fare unpaid, which this passenger cannot see', async () => {
  const replaced = await replacedCard();
  const { medium_id } = replaced.old;
  await buildPayment(pool, { medium_id, opened_at: '2026-02-01T12:00:00Z', status: 'payment_error', paid_minor: 0 });
  await insertRow(pool, 'history_bounds', { medium_id, shown_from: '2026-02-10T00:00:00Z' });

  expect(await cardsOf(replaced.passenger)).toMatchObject([{ debt: null, replacement: { lastFour: '9981' } }]);
  expect((await replace(replaced)).statusCode).toBe(204);
});

describe('no replacement is offered', () => {
  it('while both cards travel, unless the bank or the operator says that the old one is out of use', async () => {
    const busy = { started_at: '2026-03-08T14:00:00Z' };
    const both = await replacedCard();
    await buildTrip(pool, { medium_id: both.old.medium_id, ...busy });
    expect(await offerOf(both)).toBeNull();
    expect(errorCode(await replace(both))).toBe('card_not_replaced');

    for (const status of ['lost', 'replaced']) {
      const outOfUse = await replacedCard({ oldMedium: { status } });
      await buildTrip(pool, { medium_id: outOfUse.old.medium_id, ...busy });
      expect(await offerOf(outOfUse)).not.toBeNull();
    }
  });

  it('while the old card gets another ticket', async () => {
    const replaced = await replacedCard();
    await buildProduct(pool, { medium_id: replaced.old.medium_id, valid_from: '2026-03-05T08:00:00Z' });

    expect(await offerOf(replaced)).toBeNull();
  });

  it('while a fare of the old card is unpaid', async () => {
    const replaced = await replacedCard();
    const owed = { status: 'payment_error', due_minor: 300, paid_minor: 0 };
    await buildPayment(pool, { medium_id: replaced.old.medium_id, opened_at: '2026-02-01T12:00:00Z', ...owed });

    expect(await offerOf(replaced)).toBeNull();
  });

  it('when another account has the new card, and that account cannot confirm it either', async () => {
    const replaced = await replacedCard();
    const stranger = await signIn();
    await buildCard(pool, { passenger_id: stranger.passengerId, medium_id: replaced.successor.medium_id });

    expect(await offerOf(replaced)).toBeNull();
    expect(errorCode(await replace(replaced))).toBe('card_not_replaced');
    const others = await replace({ passenger: stranger, cardId: replaced.cardId });
    expect(others.statusCode).toBe(404);
  });
});
