import { type ClaimEvent, type ClaimState, nextClaimState } from '@tapfolio/domain/claim-states.ts';
import type { Flow } from './flow.ts';

const states: Readonly<Record<ClaimState, string>> = {
  open: 'The owner of the card may object',
  objected: 'The owner objected and keeps the card',
  granted: 'The claimant has the card',
  withdrawn: 'The claimant withdrew the claim',
  void: 'The claim ended because the card was replaced or another account has it',
};

const events: Readonly<Record<ClaimEvent, string>> = {
  object: 'The owner objects',
  grant: 'Seven days are over, or the owner gave the card up: unlinked it or closed the account',
  withdraw: 'The claimant withdraws the claim',
  lapse: 'The bank has replaced the card, or a third person linked it after the owner had given it up',
};

/** What becomes of a claim of a taken card. */
export const claimFlow: Flow<ClaimState, ClaimEvent> = {
  name: 'claim',
  title: 'What becomes of a claim of a card',
  introduction: `A passenger can claim a card that another account has, with two statement lines and \`POST /portal/card-claims\` (decision 0062). The
server changes a state only where this table has an edge.`,
  begins: { event: 'POST card-claims', state: 'open' },
  states,
  events,
  next: nextClaimState,
  remark: 'A unique index allows one open claim per medium. A claim that ended never changes again.',
  end: `## What keeps a card from having two owners

- Making a claim locks the row of the card, and unlinking locks it before it changes the claim: one of the two comes first.
- Objecting, withdrawing and deciding are one update each, which changes an open claim only.
- The job that decides locks both passengers, takes the card from the owner, gives it to the claimant and ends the claim in one
  transaction. If the claim ended meanwhile, the transaction is rolled back.`,
};
