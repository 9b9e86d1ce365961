import { cardStatuses } from '@tapfolio/domain/card-status.ts';
import { accessStatuses, debtStatuses, mediumTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { debtState } from './debts.ts';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details } from './errors/catalogue-entry.ts';
import { paymentSummary } from './payments.ts';
import { paymentScreens, productScreens, tripScreens } from './permissions.ts';
import { productSummary } from './products.ts';
import {
  cardId,
  cardName,
  cardParams,
  instant,
  languageQuery,
  lastFour,
  money,
  noContent,
  paymentId,
  scheme,
  serviceDay,
  statementProof,
  timeZone,
} from './shared.ts';
import { tripSummary } from './trips.ts';

export const mediumType = z.enum(mediumTypes);
export const cardStatus = z.enum(cardStatuses);
export const debtStatus = z.enum(debtStatuses);
export const accessStatus = z.enum(accessStatuses);

/** The unpaid fares, one or several, that block a card from travel. */
const cardDebt = z.object({
  /** One amount per currency: the amount owed, or the amount just paid if nothing is owed any more. */
  due: z.array(money).check(z.minLength(1)),
  /** The most urgent state among the fares. */
  state: debtState,
  /** How many fares `due` contains. */
  count: z.int(),
  /** The oldest fare of that state. */
  paymentId,
  /** When its payment window opened; `serviceDay` is the operator's day on which that was. */
  since: instant,
  serviceDay,
  timeZone,
});

/** A card of the passenger, and whether it can travel. After a replacement it is the same card with another number. */
export const card = z.object({
  id: cardId,
  /** The name that the passenger gave it. */
  name: z.string(),
  scheme,
  mediumType,
  lastFour,
  status: cardStatus,
  /** When the passenger linked it. */
  linkedAt: instant,
  /** The portal can have travel data of this card from this time on: its first day, or the oldest day still kept. Null without data. */
  historyFrom: z.nullable(instant),
  debtStatus,
  /** The unpaid fares that block the card from travel. Null if there are none. */
  debt: z.nullable(cardDebt),
  accessStatus,
  /** The replacement card from the bank that the passenger can confirm. Null if none is known. */
  replacement: z.nullable(
    z.object({
      /** Identifies the replacement card in the call that confirms it. */
      id: z.uuid(),
      scheme,
      lastFour,
    }),
  ),
});
export type Card = z.infer<typeof card>;

/**
 * When the newest file of the back office was exported, for the line "data up to"; when it was imported, if its own time was ahead. Null
 * before the first delivery.
 */
export const dataUpTo = z.nullable(instant);

/** The passenger's cards. */
export const cardList = z.object({
  /** The linked cards, in the order of their ids. */
  items: z.array(card),
  dataUpTo,
});
export type CardList = z.infer<typeof cardList>;

/** The card view: at most five of each kind from the last seven days (CARD-11). */
export const cardOverview = z.object({
  card,
  /** The newest trips. */
  trips: z.array(tripSummary),
  /** The newest payments. */
  payments: z.array(paymentSummary),
  /** The newest products by the beginning of their validity. */
  products: z.array(productSummary),
  dataUpTo,
});
export type CardOverview = z.infer<typeof cardOverview>;

const linkCardBody = z.object({
  ...statementProof,
  name: cardName,
});

/** The error codes of these calls. */
export const codes = {
  user_card_name_not_unique: { status: 409, means: 'Another card of the passenger has this name.' },
  xtat_number_not_unique: { status: 409, means: 'Another account has this card.' },
  card_already_yours: {
    status: 409,
    means: 'The passenger has this card already, as `details.cardId`.',
    details: details<{ cardId: number }>(),
  },
  card_not_replaced: {
    status: 409,
    means: 'No replacement is offered for this card, or not the one that the call names.',
  },
  card_name_is_card_number: { status: 422, means: 'The name looks like the number of a payment card.' },
  card_last_cannot_be_unlinked: { status: 409, means: 'It is the only card of the account.' },
} as const satisfies CatalogueEntries;

export const listCards = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards',
  who: 'passenger',
  // Every screen about travel starts with the choice of a card.
  permission: ['passenger-area', 'card', ...tripScreens, ...paymentScreens, ...productScreens, 'card-favourites-table'],
  tag: 'cards',
  summary: "The passenger's linked cards and their states",
  answers: { 200: cardList },
});

export const getCard = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId',
  who: 'card',
  permission: ['card'],
  tag: 'cards',
  summary: 'One card with its trips, payments and products of the last seven days',
  params: cardParams,
  query: languageQuery,
  answers: { 200: cardOverview },
});

export const linkCard = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards',
  who: 'passenger',
  permission: ['card-add.link'],
  idempotency: 'none',
  tag: 'cards',
  summary: 'Link the card that was charged with this statement reference and amount',
  body: linkCardBody,
  refuses: [
    'NWA0003',
    'card_name_is_card_number',
    'user_card_name_not_unique',
    'xtat_number_not_unique',
    'card_already_yours',
  ],
  answers: { 201: z.object({ id: cardId }) },
});

export const renameCard = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/portal/cards/:cardId',
  who: 'card',
  permission: ['card.rename'],
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Rename a card',
  params: cardParams,
  body: z.object({ name: cardName }),
  refuses: ['card_name_is_card_number', 'user_card_name_not_unique'],
  answers: { 204: noContent },
});

export const replaceCard = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/replacement',
  who: 'card',
  permission: ['card.replace'],
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Confirm the replacement card from the bank: it takes over the name and the history of this card',
  params: cardParams,
  query: z.object({
    /** The `replacement.id` that the passenger has seen. Absent for the card that is offered now: a page of the release before sends none. */
    successorId: z.optional(z.uuid()),
  }),
  refuses: ['card_not_replaced', 'xtat_number_not_unique'],
  answers: { 204: noContent },
});

export const unlinkCard = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/portal/cards/:cardId',
  who: 'card',
  permission: ['card.unlink'],
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Unlink a card; the last one cannot be unlinked',
  params: cardParams,
  refuses: ['card_last_cannot_be_unlinked'],
  answers: { 204: noContent },
});
