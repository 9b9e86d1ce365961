import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { beforeEach } from 'vitest';
import { server } from './fake-server.ts';
import { openPortal, signIn } from './render.tsx';
import { buildCard, buildCardList, buildFavourite, buildSalesPackage } from './travel-fixtures.ts';

export const office = buildFavourite({ name: 'To the office', packageName: 'Ten rides' });
export const weekend = buildFavourite({ name: 'Weekend', packageName: 'Weekend pass' });

/**
 * Signs in a passenger with one card, one bought package and these favourites, in each test of a file. Call this once there. A test
 * that changes `items` changes what the server answers.
 */
export function passengerWithFavourites(...start: readonly Favourite[]): { items: Favourite[] } {
  const favourites = { items: [...start] };
  beforeEach(() => {
    signIn();
    favourites.items = [...start];
    server.answer('listCards', () => buildCardList([buildCard({ id: 1, name: 'Everyday card' })]));
    server.answer('listFavourites', () => favourites);
    server.answer('listSalesPackages', () => ({ items: [buildSalesPackage()], nextCursor: null }));
  });
  return favourites;
}

/** Opens the screen of favourites, or another one. */
export const openFavourites = async (address = '/card/favourites/1') => (await openPortal(address)).screen;
