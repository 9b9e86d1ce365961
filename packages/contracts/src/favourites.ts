import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { productScreens } from './permissions.ts';
import { cardName, cardParams, instant, noContent } from './shared.ts';

/** Identifies a favourite in the calls that rename and remove it. */
const favouriteId = z.uuid();

/** A favourite: a package that a passenger has saved. */
export const favourite = z.object({
  id: favouriteId,
  /** The name that the passenger gave it. */
  name: z.string(),
  /** What the package was called when it was saved. */
  packageName: z.string(),
  /** When it was saved. */
  addedAt: instant,
});
export type Favourite = z.infer<typeof favourite>;

/** The favourites of the passenger. */
export const favouriteList = z.object({
  /** Two at most. */
  items: z.array(favourite),
});
export type FavouriteList = z.infer<typeof favouriteList>;

const favouriteParams = z.object({ favouriteId });

/** The name that the passenger gives the favourite, with the same limits as the name of a card. */
const favouriteName = cardName;

/** The error codes of these calls. */
export const codes = {
  sales_package_too_old: { status: 409, means: 'The package was sold more than four weeks ago.' },
  favourite_already_chosen: { status: 409, means: 'The package is a favourite already.' },
  favourite_limit_reached: { status: 409, means: 'The passenger has two favourites already.' },
} as const satisfies CatalogueEntries;

export const listFavourites = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/favourites',
  who: 'passenger',
  permission: ['passenger-area', ...productScreens, 'card-favourites-table'],
  tag: 'products',
  summary: "The passenger's favourite packages, two at most",
  answers: { 200: favouriteList },
});

export const addFavourite = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/favourites',
  who: 'card',
  permission: ['card-favourites-table.add'],
  idempotency: 'none',
  tag: 'products',
  summary: 'Save a package as a favourite; it was sold with a card in the last four weeks',
  params: cardParams,
  body: z.object({
    /** The `id` in the list of the packages that were sold with this card. */
    salesPackageId: z.uuid(),
    name: favouriteName,
  }),
  refuses: [
    systemCodes.salesPackage.unknown,
    'sales_package_too_old',
    'card_name_is_card_number',
    'favourite_already_chosen',
    'favourite_limit_reached',
  ],
  answers: { 201: z.object({ id: favouriteId }) },
});

export const renameFavourite = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/portal/favourites/:favouriteId',
  who: 'passenger',
  permission: ['card-favourites-table.rename'],
  idempotency: 'natural',
  tag: 'products',
  summary: 'Rename a favourite',
  params: favouriteParams,
  body: z.object({ name: favouriteName }),
  refuses: [systemCodes.favourite.unknown, 'card_name_is_card_number'],
  answers: { 204: noContent },
});

export const removeFavourite = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/portal/favourites/:favouriteId',
  who: 'passenger',
  permission: ['card-favourites-table.remove'],
  idempotency: 'natural',
  tag: 'products',
  summary: 'Remove a favourite',
  params: favouriteParams,
  refuses: [systemCodes.favourite.unknown],
  answers: { 204: noContent },
});
