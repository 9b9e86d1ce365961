import { fareClasses, productStatuses, roundTripTypes, userProfiles } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, productsAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { systemCodes } from './errors/system-codes.ts';
import { productScreens } from './permissions.ts';
import { cardId, cardParams, historyQuery, instant, languageQuery, money, receiptLink, timeZone } from './shared.ts';

export const productSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  validFrom: instant,
  validTo: instant,
  timeZone,
  amount: money,
  status: z.enum(productStatuses),
});
export type ProductSummary = z.infer<typeof productSummary>;

export const productDetail = z.extend(productSummary, {
  fareClass: z.nullable(z.enum(fareClasses)),
  roundTripType: z.nullable(z.enum(roundTripTypes)),
  userProfile: z.nullable(z.enum(userProfiles)),
  ...fieldsOf(productsAsDelivered),
  storedValue: z.nullable(money),
  srid: z.nullable(z.string()),
  /** The payment that charged the product, how far it is, and whether it has a receipt. */
  payment: z.nullable(receiptLink),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const productPage = z.object({ items: z.array(productSummary), nextCursor: z.nullable(z.string()) });
export type ProductPage = z.infer<typeof productPage>;

export const productParams = z.extend(cardParams, { productId: z.uuid() });

/** `status` is the status on the screen: a ticket is active until its validity ends. */
const productQuery = z.safeExtend(historyQuery, { status: z.optional(z.enum(productStatuses)) });
export type ProductQuery = z.output<typeof productQuery>;

/** A ticket that is valid now, and its card. */
export const activeTicket = z.object({ id: z.uuid(), cardId, cardName: z.string(), product: productSummary });
export type ActiveTicket = z.infer<typeof activeTicket>;

export const activeTicketList = z.object({ items: z.array(activeTicket) });
export type ActiveTicketList = z.infer<typeof activeTicketList>;

export const listActiveTickets = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/active-tickets',
  who: 'passenger',
  permission: productScreens,
  tag: 'products',
  summary: 'The tickets of all cards that are valid now, the first to expire on top',
  answers: { 200: activeTicketList },
});

export const listProducts = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/products',
  who: 'card',
  permission: productScreens,
  tag: 'products',
  summary: "A card's products, newest first",
  params: cardParams,
  query: productQuery,
  answers: { 200: productPage },
});

export const getProduct = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/products/:productId',
  who: 'card',
  permission: productScreens,
  tag: 'products',
  summary: 'One product with its conditions',
  params: productParams,
  query: languageQuery,
  refuses: [systemCodes.product.unknown],
  answers: { 200: productDetail },
});
