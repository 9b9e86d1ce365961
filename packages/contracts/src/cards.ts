import { debtStates } from '@tapfolio/domain/debt-states.ts';
import { accessStatuses, cardStatuses, debtStatuses, mediumTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { paymentSummary } from './payments.ts';
import { paymentScreens, productScreens, tripScreens } from './permissions.ts';
import { productSummary } from './products.ts';
import {
  cardId,
  cardName,
  cardParams,
  instant,
  languageQuery,
  money,
  noContent,
  serviceDay,
  timeZone,
  typedAmountMinor,
  typedStatementReference,
} from './shared.ts';
import { tripSummary } from './trips.ts';

/** What keeps a card from travelling: one or several unpaid fares. */
const cardDebt = z.object({
  /** One amount per currency: what is owed, or what was just paid where nothing is owed any more. */
  due: z.array(money).check(z.minLength(1)),
  /** Of the states of the fares the one that must be acted on first. */
  state: z.enum(debtStates),
  count: z.int(),
  /** The oldest fare of that state: when its payment window opened, and the operator's day on which that was. */
  paymentId: z.uuid(),
  since: instant,
  serviceDay,
  timeZone,
});

export const card = z.object({
  id: cardId,
  name: z.string(),
  scheme: z.nullable(z.string()),
  mediumType: z.enum(mediumTypes),
  /** The last four characters of the medium id; the rest never reaches the page. */
  lastFour: z.nullable(z.string()),
  status: z.enum(cardStatuses),
  linkedAt: instant,
  /** From when on there can be travel of this card: its first day here, or the oldest that is kept; null before that. */
  historyFrom: z.nullable(instant),
  debtStatus: z.enum(debtStatuses),
  /** The unpaid fares that keep the card from travelling; null where there is none. */
  debt: z.nullable(cardDebt),
  accessStatus: z.enum(accessStatuses),
  /** The card that the bank gave out in its place, as far as it is known; null where there is none to confirm. */
  replacement: z.nullable(
    z.object({
      /** Names it in the call that confirms it. */
      id: z.uuid(),
      scheme: z.nullable(z.string()),
      lastFour: z.nullable(z.string()),
    }),
  ),
});
export type Card = z.infer<typeof card>;

export const cardList = z.object({
  items: z.array(card),
  /** Up to when the travel data reach, for the "data up to" line; null before the first delivery. */
  dataUpTo: z.nullable(instant),
});
export type CardList = z.infer<typeof cardList>;

/** The card view: at most five of each kind from the last seven days (CARD-11). */
export const cardOverview = z.object({
  card,
  trips: z.array(tripSummary),
  payments: z.array(paymentSummary),
  products: z.array(productSummary),
  dataUpTo: z.nullable(instant),
});
export type CardOverview = z.infer<typeof cardOverview>;

const linkCardBody = z.object({
  srid: typedStatementReference,
  amountMinor: typedAmountMinor,
  name: cardName,
});

export const listCards = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards',
  who: 'passenger',
  // Every screen about travel begins with the choice of a card.
  permission: ['passenger-area', 'card', ...tripScreens, ...paymentScreens, ...productScreens, 'card-favourites-table'],
  tag: 'cards',
  summary: "The passenger's linked cards with their state",
  answers: { 200: cardList },
});

export const getCard = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId',
  who: 'card',
  permission: ['card'],
  tag: 'cards',
  summary: 'One card with the lists of its last week',
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
  summary: 'Link the card that a statement reference and its amount belong to',
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
  summary: 'Give a card another name',
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
  summary: 'Let a card go on as the one that the bank gave out in its place, with its name and its history',
  params: cardParams,
  // The card that was offered. A page of the release before names none, and means the one that is offered now.
  query: z.object({ successorId: z.optional(z.uuid()) }),
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
