import { type StateEdges, type StateTable, stateEdges } from './state-edges.ts';

/**
 * The states of a claim of a card that another account has. This is the only table of its transitions: the server changes a state only
 * as the table says, and docs/flows/claim.md shows it.
 */

/**
 * What became of the claim. open: the owner may object. objected: the owner objected and keeps the card. granted: the card is the claimant's. withdrawn: the
 * claimant gave up the claim. void: the card was replaced or went to a third person.
 */
export const claimStates = ['open', 'objected', 'granted', 'withdrawn', 'void'] as const;
/** The state of a claim. */
export type ClaimState = (typeof claimStates)[number];

/**
 * object: the owner says that the card is theirs. grant: the time to object is over, or the owner gave the card up. withdraw: the
 * claimant gives up the claim. lapse: the card was replaced, or a third person linked it.
 */
export const claimEvents = ['object', 'grant', 'withdraw', 'lapse'] as const;
/** An event of a claim. */
export type ClaimEvent = (typeof claimEvents)[number];

/** All transitions. An ended claim has none. */
const claimTransitions: StateTable<ClaimState, ClaimEvent> = {
  open: { object: 'objected', grant: 'granted', withdraw: 'withdrawn', lapse: 'void' },
  objected: {},
  granted: {},
  withdrawn: {},
  void: {},
};

/** Returns the next state; undefined if the event is refused in this state. */
export function nextClaimState(state: ClaimState, event: ClaimEvent): ClaimState | undefined {
  return claimTransitions[state][event];
}

/** The state before and after an event. */
export function claimEdges(event: ClaimEvent): StateEdges<ClaimState> {
  return stateEdges(claimStates, claimTransitions, event);
}

/** The maximum age of a statement line that proves a claim: time for two monthly statements and a slow bank. */
export const freshLineDays = 56;
/** How long the owner of a card may object to a claim of it. */
export const objectionDays = 7;
/** How long a claimant may not claim the same card again after an objection. */
export const claimPauseDays = 90;
/** How long a claimant may not claim the same card again after giving a claim up: each claim sends mails to the owner. */
export const withdrawnPauseDays = 7;

/** A statement line whose amount is correct. */
export interface ProvenLine {
  readonly mediumId: string;
  /** The operator's day, `YYYY-MM-DD`. */
  readonly serviceDay: string;
  /** True if its payment window opened within {@link freshLineDays}. */
  readonly isFresh: boolean;
}

/** Whether two lines prove a claim: both are fresh, of one card, and of two days. A person who finds one receipt has only one day. */
export function proveClaim(one: ProvenLine, other: ProvenLine): boolean {
  return one.isFresh && other.isFresh && one.mediumId === other.mediumId && one.serviceDay !== other.serviceDay;
}
