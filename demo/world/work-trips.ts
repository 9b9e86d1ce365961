import { tripPage } from '@tapfolio/contracts/trips.ts';
import type { PassengerClient } from './passenger-client.ts';

/** Marks the newest trip of the first card as for work, as its passenger does. */
export async function markForWork(client: PassengerClient): Promise<void> {
  const card = { cardId: 1 };
  const { items } = tripPage.parse(await client.call('listTrips', undefined, card));
  const [newest] = items;
  if (newest === undefined) throw new Error('the card has no trip for work');
  const { id, startedAt } = newest;
  await client.call('markWorkTrips', { forWork: [id], notForWork: [], from: startedAt, to: startedAt }, card);
}
