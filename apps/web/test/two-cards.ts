import { beforeEach } from 'vitest';
import { server } from './fake-server.ts';
import { signIn } from './render.tsx';
import { buildCard, buildCardList, buildCardOverview } from './travel-fixtures.ts';

/** Signs in a passenger with two cards, in each test of a file. Call this once there. */
export function twoCards() {
  const everyday = buildCard({ id: 1, name: 'Everyday card' });
  const watch = buildCard({ id: 2, name: 'My watch', mediumType: 'watch', scheme: 'mastercard', lastFour: '0044' });
  beforeEach(() => {
    signIn();
    server.answer('listCards', () => buildCardList([everyday, watch]));
    server.answer('getCard', ({ params }) => buildCardOverview({ card: params.cardId === '1' ? everyday : watch }));
  });
  return { everyday, watch };
}
