import type { SignedIn, TestApp } from './build-app.ts';
import { buildCard } from './factories/cards.ts';

export interface PassengerWithCard {
  passenger: SignedIn;
  /** The URL of that list of the card. */
  base: string;
  mediumId: string;
}

/** Makes passengers who have one card each, and returns the URL of a list of the card. */
export function passengersWithCard(
  { pool, signIn }: Pick<TestApp, 'pool' | 'signIn'>,
  list: 'trips' | 'payments' | 'products' | 'sales-packages',
): () => Promise<PassengerWithCard> {
  return async () => {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    return { passenger, base: `/public/api/v1/portal/cards/${card.card_id}/${list}`, mediumId: card.medium_id };
  };
}
