import { claimStates } from '@tapfolio/domain/claim-states.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { cardId, cardName, instant, noContent, typedAmountMinor, typedStatementReference } from './shared.ts';

/** A claim as its claimant sees it: nothing of who has the card. */
export const cardClaim = z.object({
  id: z.uuid(),
  /** What the claimant will call the card. */
  name: z.string(),
  state: z.enum(claimStates),
  claimedAt: instant,
  /** When the card is theirs unless its owner objects. */
  objectUntil: instant,
  endedAt: z.nullable(instant),
});
export type CardClaim = z.infer<typeof cardClaim>;

/** A claim as the owner of the card sees it: nothing of who claims. */
export const claimedCard = z.object({
  id: z.uuid(),
  /** What the owner calls the card, or called it. */
  cardName: z.string(),
  /** Null once the card has gone. */
  cardId: z.nullable(cardId),
  state: z.enum(['open', 'granted']),
  claimedAt: instant,
  objectUntil: instant,
  endedAt: z.nullable(instant),
});
export type ClaimedCard = z.infer<typeof claimedCard>;

export const cardClaimList = z.object({
  /** What the passenger claims, and what they claimed in the last 30 days and do not have now. */
  own: z.array(cardClaim),
  /** Cards of the passenger that somebody claims, and those that went to somebody in the last 30 days and are not back. */
  claimed: z.array(claimedCard),
});
export type CardClaimList = z.infer<typeof cardClaimList>;

const statementLine = z.object({ srid: typedStatementReference, amountMinor: typedAmountMinor });
const claimParams = z.object({ claimId: z.uuid() });

export const listCardClaims = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/card-claims',
  who: 'passenger',
  permission: { noneBecause: 'Nobody may be kept from seeing that a card of theirs is claimed.' },
  tag: 'cards',
  summary: 'Which cards of others the passenger claims, and which of their own are claimed',
  answers: { 200: cardClaimList },
});

export const claimCard = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/card-claims',
  who: 'passenger',
  permission: ['card-add.claim'],
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Claim the card that two statement lines of different days belong to, although another account has it',
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
      /** Set where nobody has the card any more: then it is linked at once. */
      cardId: z.nullable(cardId),
    }),
  },
});

export const withdrawCardClaim = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/portal/card-claims/:claimId',
  who: 'passenger',
  permission: { noneBecause: 'Whoever claimed while the operator offered it may still give the claim up.' },
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
  permission: { noneBecause: 'An operator that withheld this would give cards away.' },
  idempotency: 'natural',
  tag: 'cards',
  summary: 'Keep a card of one’s own that somebody claims',
  params: claimParams,
  refuses: ['card_claim_ended'],
  answers: { 204: noContent },
});
