import { fareClasses, productStatuses, roundTripTypes, userProfiles } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { fieldsOf, productsAsDelivered } from './as-delivered.ts';
import { defineCall } from './define-call.ts';
import { systemCodes } from './errors/system-codes.ts';
import { productScreens } from './permissions.ts';
import {
  cardId,
  cardParams,
  historyQuery,
  instant,
  languageQuery,
  money,
  nextCursor,
  receiptLink,
  srid,
  timeZone,
} from './shared.ts';

export const productStatus = z.enum(productStatuses);
export const fareClass = z.enum(fareClasses);
export const roundTripType = z.enum(roundTripTypes);
export const userProfile = z.enum(userProfiles);

/**
 * The id of a product as the operator delivers it, if that is a UUID. Otherwise the portal makes one of it (version 8); it is the same in every
 * delivery.
 */
const productId = z.uuid();

/** A ticket or pass that was bought with a card. */
export const productSummary = z.object({
  id: productId,
  /** As delivered. */
  name: z.string(),
  /** As delivered. Null if nothing was. */
  description: z.nullable(z.string()),
  /** When its validity begins. The history is sorted by this time. */
  validFrom: instant,
  /** When its validity ends. */
  validTo: instant,
  timeZone,
  /** Its price. */
  amount: money,
  status: productStatus,
});
export type ProductSummary = z.infer<typeof productSummary>;

/** A product with its conditions. */
export const productDetail = z.extend(productSummary, {
  /** Null if none of these values was delivered. */
  fareClass: z.nullable(fareClass),
  /** Null if none of these values was delivered. */
  roundTripType: z.nullable(roundTripType),
  /** Null if none of these values was delivered. */
  userProfile: z.nullable(userProfile),
  ...fieldsOf(productsAsDelivered),
  /** The amount that is left on the product. Null for a product without one. */
  storedValue: z.nullable(money),
  /** The statement reference of the payment that charged it. Null if none was delivered. */
  srid,
  /** The payment that charged the product, how far it is, and whether it has a receipt. Null while no delivery has named it. */
  payment: z.nullable(receiptLink),
});
export type ProductDetail = z.infer<typeof productDetail>;

/** One page of a card's products. */
export const productPage = z.object({
  /** The products of this page: the one whose validity began last is first. */
  items: z.array(productSummary),
  nextCursor,
});
export type ProductPage = z.infer<typeof productPage>;

export const productParams = z.extend(cardParams, { productId });

const productQuery = z.safeExtend(historyQuery, {
  /** Only products that the answer shows with this status. Absent for all. */
  status: z.optional(productStatus),
});
export type ProductQuery = z.output<typeof productQuery>;

/** A ticket that is valid now, and its card. */
export const activeTicket = z.object({
  id: productId,
  cardId,
  /** The name that the passenger gave the card. */
  cardName: z.string(),
  product: productSummary,
});
export type ActiveTicket = z.infer<typeof activeTicket>;

/** The tickets that are valid now. */
export const activeTicketList = z.object({
  /** The tickets of all cards, the first to expire on top. */
  items: z.array(activeTicket),
});
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
