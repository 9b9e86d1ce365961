import { randomUUID } from 'node:crypto';
import { cardOverview } from '@tapfolio/contracts/cards.ts';
import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { cardsUrl, replacedCards, replacedClock } from '../../../test/replaced-cards.ts';
import { actMeanwhile } from '../../../test/row-queue.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole], { clock: replacedClock });
const { pool, signIn } = testApp;
const { cardsOf, offerOf, replace, replaceAgain, replacedCard } = replacedCards(testApp);

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

    expect([response.statusCode, codeOf(response)]).toEqual([409, 'xtat_number_not_unique']);
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
      const answer = await passenger.call({ url: `${cardsUrl}/${cardId}/trips?limit=2${cursor}` });
      const { items, days: totals, nextCursor } = tripPage.parse(answer.json());
      expect(totals.map(({ serviceDay }) => serviceDay)).toEqual(items.map(({ serviceDay }) => serviceDay));
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(trips);
    expect(cursor).toBe('');
    const payments = paymentPage.parse(
      (await passenger.call({ url: `${cardsUrl}/${cardId}/payments?limit=100` })).json(),
    );
    expect(payments.items).toHaveLength(days.length);
    for (const id of trips)
      expect((await passenger.call({ url: `${cardsUrl}/${cardId}/trips/${id}` })).statusCode).toBe(200);
    for (const { id } of payments.items)
      expect((await passenger.call({ url: `${cardsUrl}/${cardId}/payments/${id}` })).statusCode).toBe(200);
    const overview = cardOverview.parse((await passenger.call({ url: `${cardsUrl}/${cardId}` })).json());
    expect(overview.trips.map(({ id }) => id)).toEqual(trips.slice(0, 4));
    expect((await passenger.call({ url: `${cardsUrl}/${cardId}/trips/${randomUUID()}` })).statusCode).toBe(404);
  });

  it('sums up a day on which both media travelled', async () => {
    const replaced = await replacedCard();
    const { passenger, cardId, old, successor } = replaced;
    await buildTrip(pool, { medium_id: old.medium_id, started_at: '2026-03-01T14:00:00Z', fare_minor: 380 });
    await buildTrip(pool, { medium_id: successor.medium_id, started_at: '2026-03-01T18:00:00Z', fare_minor: 250 });
    await replace(replaced);

    const page = tripPage.parse((await passenger.call({ url: `${cardsUrl}/${cardId}/trips` })).json());

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
    const page = tripPage.parse((await passenger.call({ url: `${cardsUrl}/${cardId}/trips` })).json());
    expect(page.items).toHaveLength(1);
  });

  it('keeps its name, and releases both media when it is unlinked', async () => {
    const replaced = await replacedCard();
    const { passenger, cardId, old } = replaced;
    const other = await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Green' });
    await replace(replaced);

    const renamed = await passenger.call({
      method: 'PATCH',
      url: `${cardsUrl}/${other.card_id}`,
      payload: { name: 'blue' },
    });
    expect(codeOf(renamed)).toBe('user_card_name_not_unique');
    expect((await passenger.call({ method: 'DELETE', url: `${cardsUrl}/${cardId}` })).statusCode).toBe(204);

    const { rows } = await pool.query('select from cards where medium_id = $1', [old.medium_id]);
    expect(rows).toEqual([]);
  });

  it('has no separate address for its former medium', async () => {
    const replaced = await replacedCard();
    await replace(replaced);
    const { rows } = await pool.query<{ card_id: number }>('select card_id from cards where medium_id = $1', [
      replaced.old.medium_id,
    ]);

    const former = await replaced.passenger.call({ url: `${cardsUrl}/${rows[0]?.card_id}` });

    expect(former.statusCode).toBe(404);
    // The former medium does not count as a second card either.
    const last = await replaced.passenger.call({ method: 'DELETE', url: `${cardsUrl}/${replaced.cardId}` });
    expect(codeOf(last)).toBe('card_last_cannot_be_unlinked');
  });
});

describe('a card that the bank has replaced twice', () => {
  it('is refused when another account linked the second new card before the confirmation', async () => {
    const replaced = await replacedCard();
    await replace(replaced);
    const third = await replaceAgain(replaced);
    await buildCard(pool, { passenger_id: (await signIn()).passengerId, medium_id: third.medium_id });

    const answers = [await replace(replaced, third.medium_id), await replace(replaced)];

    expect(answers.map(codeOf)).toEqual(['card_not_replaced', 'card_not_replaced']);
  });

  it('becomes the confirmed card, although a newer one exists and the confirmation is repeated', async () => {
    const replaced = await replacedCard();
    const { medium_id } = replaced.successor;
    await replaceAgain(replaced);

    const answers = [await replace(replaced, medium_id), await replace(replaced, medium_id)];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(await cardsOf(replaced.passenger)).toMatchObject([{ lastFour: '9981', replacement: { lastFour: '7007' } }]);
    expect(codeOf(await replace(replaced, randomUUID()))).toBe('card_not_replaced');
  });
});
