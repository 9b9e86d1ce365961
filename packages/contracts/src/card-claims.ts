import { claimStates } from '@tapfolio/domain/claim-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { cardId, cardName, instant, noContent, statementProof } from './shared.ts';

export const claimState = z.enum(claimStates);

/** Identifies a claim in the calls that end it. */
const claimId = z.uuid();

/** When the claim ended. Null while it is open. */
const endedAt = z.nullable(instant);

/** A claim as the claimant sees it. It does not say who has the card. */
export const cardClaim = z.object({
  id: claimId,
  /** The name that the claimant will give the card. */
  name: z.string(),
  state: claimState,
  /** When the claim was made. */
  claimedAt: instant,
  /** When the card becomes the claimant's, unless its owner objects before. */
  objectUntil: instant,
  endedAt,
});
export type CardClaim = z.infer<typeof cardClaim>;

/** A claim as the owner of the card sees it. It does not say who the claimant is. */
export const claimedCard = z.object({
  id: claimId,
  /** The name that the owner gave the card. */
  cardName: z.string(),
  /** Null once the card belongs to the claimant. */
  cardId: z.nullable(cardId),
  /** `open`: the owner may object. `granted`: the card is the claimant's. The owner is not shown claims that ended otherwise. */
  state: z.enum(['open', 'granted']),
  /** When the claim was made. */
  claimedAt: instant,
  /** Until when the owner may object. */
  objectUntil: instant,
  endedAt,
});
export type ClaimedCard = z.infer<typeof claimedCard>;

/** The claims that concern the passenger. */
export const cardClaimList = z.object({
  /** Claims that the passenger made: the open ones, and those of the last 30 days whose card the passenger does not have. */
  own: z.array(cardClaim),
  /** Claims of the passenger's cards: the open ones, and those that took a card in the last 30 days that is not back. */
  claimed: z.array(claimedCard),
});
export type CardClaimList = z.infer<typeof cardClaimList>;

/** A line of the bank statement: one of the two proves nothing, and neither do two of the same service day. */
const statementLine = z.object(statementProof);
const claimParams = z.object({ claimId });

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
      /** The passenger's id of the card, if no account has it any more: it is then linked at once. Null for a claim that has to wait. */
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
