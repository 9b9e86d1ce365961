import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { replacedCards, replacedClock } from '../../../test/replaced-cards.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole], { clock: replacedClock });
const { pool, signIn } = testApp;
const { cardsOf, offerOf, replace, replacedCard } = replacedCards(testApp);

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
    expect(codeOf(await replace(both))).toBe('card_not_replaced');

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
    expect(codeOf(await replace(replaced))).toBe('card_not_replaced');
    const others = await replace({ passenger: stranger, cardId: replaced.cardId });
    expect(others.statusCode).toBe(404);
  });
});
