import { accessStatuses, cardStatuses, debtStatuses, mediumTypes } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import { paymentSummary } from './payments.ts';
import { productSummary } from './products.ts';
import {
  cardId,
  cardName,
  cardParams,
  instant,
  languageQuery,
  money,
  noContent,
  refusals,
  timeZone,
  typedAmountMinor,
  typedStatementReference,
} from './shared.ts';
import { tripSummary } from './trips.ts';

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
  /** What is owed, with the oldest unpaid payment and when that opened, when there is debt. */
  debt: z.nullable(z.object({ due: money, paymentId: z.uuid(), since: instant, timeZone })),
  accessStatus: z.enum(accessStatuses),
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

export const listCards = {
  operationId: 'listCards',
  tags: ['cards'],
  summary: "The passenger's linked cards with their state",
  response: { 200: cardList, ...refusals },
};

export const getCard = {
  operationId: 'getCard',
  tags: ['cards'],
  summary: 'One card with the lists of its last week',
  params: cardParams,
  querystring: languageQuery,
  response: { 200: cardOverview, ...refusals },
};

export const linkCard = {
  operationId: 'linkCard',
  tags: ['cards'],
  summary: 'Link the card that a statement reference and its amount belong to',
  body: linkCardBody,
  response: { 201: z.object({ id: cardId }), ...refusals },
};

export const renameCard = {
  operationId: 'renameCard',
  tags: ['cards'],
  summary: 'Give a card another name',
  params: cardParams,
  body: z.object({ name: cardName }),
  response: { 204: noContent, ...refusals },
};

export const unlinkCard = {
  operationId: 'unlinkCard',
  tags: ['cards'],
  summary: 'Unlink a card; the last one cannot be unlinked',
  params: cardParams,
  response: { 204: noContent, ...refusals },
};
