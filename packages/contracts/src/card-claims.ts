import { claimStates } from '@tapfolio/domain/claim-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { cardId, cardName, instant, noContent, statementProof } from './shared.ts';

/** A claim as the claimant sees it. It does not say who has the card. */
export const cardClaim = z.object({
  id: z.uuid(),
  /** The name that the claimant will give the card. */
  name: z.string(),
  state: z.enum(claimStates),
  claimedAt: instant,
  /** When the card becomes the claimant's, unless its owner objects before. */
  objectUntil: instant,
  endedAt: z.nullable(instant),
});
export type CardClaim = z.infer<typeof cardClaim>;

/** A claim as the owner of the card sees it. It does not say who the claimant is. */
export const claimedCard = z.object({
  id: z.uuid(),
  /** The name that the owner gave the card. */
  cardName: z.string(),
  /** Null once the card belongs to the claimant. */
  cardId: z.nullable(cardId),
  state: z.enum(['open', 'granted']),
  claimedAt: instant,
  objectUntil: instant,
  endedAt: z.nullable(instant),
});
export type ClaimedCard = z.infer<typeof claimedCard>;

export const cardClaimList = z.object({
  /** Claims that the passenger made: the open ones, and those of the last 30 days whose card the passenger does not have. */
  own: z.array(cardClaim),
  /** Claims of the passenger's cards: the open ones, and those that took a card in the last 30 days that is not back. */
  claimed: z.array(claimedCard),
});
export type CardClaimList = z.infer<typeof cardClaimList>;

const statementLine = z.object(statementProof);
const claimParams = z.object({ claimId: z.uuid() });

/** The error codes of these calls. */
export const codes = {
  card_claim_not_proven: {
    status: 422,
    means: 'The two statement lines do not prove that the card is the passenger’s.',
  },
  card_claim_pending: { status: 409, means: 'Another claim of the card is already open.' },
  card_claim_refused: {
    status: 409,
    means: 'The owner of the card objected to a claim of this passenger in the last 90 days.',
  },
  card_claim_withdrawn: { status: 409, means: 'The passenger gave up a claim of this card in the last 7 days.' },
  card_claim_ended: {
    status: 409,
    means: 'The claim has already ended in another way, or it is not a claim by this passenger or of their cards.',
  },
} as const satisfies CatalogueEntries;

export const listCardClaims = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/card-claims',
  who: 'passenger',
  permission: { noneBecause: 'Every owner must be able to see that their card is claimed.' },
  tag: 'cards',
  summary: 'The claims that the passenger made, and the claims that others made of the passenger’s cards',
  answers: { 200: cardClaimList },
});

export const claimCard = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/card-claims',
  who: 'passenger',
  permission: ['card-add.claim'],
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Claim a card that another account has, with two of its statement lines from different days',
  body: z.object({ first: statementLine, second: statementLine, name: cardName }),
  refuses: [
    'card_claim_not_proven',
    'card_claim_pending',
    'card_claim_refused',
    'card_claim_withdrawn',
    'card_already_yours',
    'card_name_is_card_number',
    'user_card_name_not_unique',
  ],
  answers: {
    201: z.object({
      /** Set when no account has the card any more: the card is then linked at once. */
      cardId: z.nullable(cardId),
    }),
  },
});

export const withdrawCardClaim = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/portal/card-claims/:claimId',
  who: 'passenger',
  permission: { noneBecause: 'A claimant may give up a claim even after the operator has stopped offering claims.' },
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Give up a claim',
  params: claimParams,
  refuses: ['card_claim_ended'],
  answers: { 204: noContent },
});

export const objectToCardClaim = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/card-claims/:claimId/objection',
  who: 'passenger',
  permission: { noneBecause: 'Without this call, an owner could not object and would lose the card.' },
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Object to a claim of one of the passenger’s own cards: the card stays',
  params: claimParams,
  refuses: ['card_claim_ended'],
  answers: { 204: noContent },
});
