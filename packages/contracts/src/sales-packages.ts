import { favouriteChoices } from '@tapfolio/domain/favourite-rules.ts';
import { channelTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, salesPackagesAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { productScreens } from './permissions.ts';
import { cardParams, historyQuery, instant, money, nextCursor, timeZone } from './shared.ts';

export const channelType = z.enum(channelTypes);
export const favouriteChoice = z.enum(favouriteChoices);

/** One sale of a package of tickets with a card. */
export const salesPackage = z.object({
  /** The sale, and not the package: the `salesPackageId` of the call that saves the package as a favourite. */
  id: z.uuid(),
  /** The package, as delivered. */
  name: z.string(),
  ...fieldsOf(salesPackagesAsDelivered),
  /** When it was sold. The list is sorted by this time. */
  soldAt: instant,
  timeZone,
  /** Its price. */
  amount: money,
  channelType,
  choice: favouriteChoice,
});
export type SalesPackage = z.infer<typeof salesPackage>;

/** One page of the packages that were sold with a card. */
export const salesPackagePage = z.object({
  /** The sales of this page, the latest first. */
  items: z.array(salesPackage),
  nextCursor,
});
export type SalesPackagePage = z.infer<typeof salesPackagePage>;

export const listSalesPackages = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/sales-packages',
  who: 'card',
  permission: [...productScreens, 'card-favourites-table'],
  tag: 'products',
  summary: 'The packages that were sold with a card, the latest sale first',
  params: cardParams,
  query: historyQuery,
  answers: { 200: salesPackagePage },
});
