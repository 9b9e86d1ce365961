import { type ClaimEvent, type ClaimState, nextClaimState } from '@tapfolio/domain/claim-states.ts';
import type { Flow } from './flow.ts';

const states: Readonly<Record<ClaimState, string>> = {
  open: 'The owner of the card may object',
  objected: 'The owner objected and keeps the card',
  granted: 'The card is the claimant’s',
  withdrawn: 'The claimant gave up',
  void: 'The card went another way',
};

const events: Readonly<Record<ClaimEvent, string>> = {
  object: 'The owner objects',
  grant: 'Seven days are over, or the owner gave the card up: unlinked it or closed the account',
  withdraw: 'The claimant withdraws',
  lapse: 'The bank has replaced the card, or somebody else has linked it after its owner gave it up',
};

/** What becomes of a claim of a taken card. */
export const claimFlow: Flow<ClaimState, ClaimEvent> = {
  name: 'claim',
  title: 'What becomes of a claim of a card',
  introduction: `A card that another account has can be claimed with two statement lines by \`POST /portal/card-claims\` (decision 0062). The
server changes a state only where this table has an edge.`,
  begins: { event: 'POST card-claims', state: 'open' },
  states,
  events,
  next: nextClaimState,
  remark: 'One open claim a medium: a unique index says so. A claim that ended stays as it ended.',
  end: `## What keeps a card from two hands

- The claim holds the row of the card while it is made, and unlinking holds it before it touches the claim: one of the two comes first.
- Objecting, withdrawing and deciding are one update each, out of the open state.
- The job that decides locks both passengers, takes the card, gives it and ends the claim in one transaction. Where the claim ended
  meanwhile all of that is taken back.`,
};
