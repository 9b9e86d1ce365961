import { favouriteChoices } from '@tapfolio/domain/favourite-rules.ts';
import { channelTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, salesPackagesAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { productScreens } from './permissions.ts';
import { cardParams, historyQuery, instant, money, timeZone } from './shared.ts';

/** A package of tickets that a passenger bought with a card. */
export const salesPackage = z.object({
  id: z.uuid(),
  name: z.string(),
  ...fieldsOf(salesPackagesAsDelivered),
  soldAt: instant,
  timeZone,
  amount: money,
  channelType: z.enum(channelTypes),
  /** Whether the passenger may save it as a favourite. */
  choice: z.enum(favouriteChoices),
});
export type SalesPackage = z.infer<typeof salesPackage>;

export const salesPackagePage = z.object({ items: z.array(salesPackage), nextCursor: z.nullable(z.string()) });
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
