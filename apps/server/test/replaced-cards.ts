import { cardList } from '@tapfolio/contracts/cards.ts';
import type { SignedIn, TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';
import { insertRow } from './factories/insert-row.ts';
import { buildMedium, type MediumRow } from './factories/media.ts';

/** The time of tests whose cards were replaced in March. */
export const replacedClock = { now: () => new Date('2026-03-10T12:00:00Z') };
export const cardsUrl = '/public/api/v1/portal/cards';

interface Replaced {
  passenger: SignedIn;
  cardId: number;
  old: MediumRow;
  successor: MediumRow;
}

/** Passengers whose cards were replaced by the bank, and what they see and do. */
export function replacedCards({ pool, signIn }: Pick<TestApp, 'pool' | 'signIn'>) {
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
      url: `${cardsUrl}/${cardId}/replacement${successorId === undefined ? '' : `?successorId=${successorId}`}`,
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
    return cardList.parse((await passenger.call({ url: cardsUrl })).json()).items;
  }

  async function offerOf(replaced: Replaced) {
    const [card] = await cardsOf(replaced.passenger);
    return card?.replacement ?? null;
  }

  return { replacedCard, replace, replaceAgain, cardsOf, offerOf };
}
