import { type StateEdges, type StateTable, stateEdges } from './state-edges.ts';

/**
 * What becomes of a claim of a card that another account has. The one table of its states: the server changes a state only as it
 * says, and docs/flows/claim.md shows what it says.
 */

/**
 * open: the owner may object. objected: the owner did, and keeps the card. granted: the card is the claimant's. withdrawn: the
 * claimant gave up. void: the card went another way.
 */
export const claimStates = ['open', 'objected', 'granted', 'withdrawn', 'void'] as const;
/** Where a claim stands. */
export type ClaimState = (typeof claimStates)[number];

/**
 * object: the owner says that the card is theirs. grant: the time to object is over, or the owner gave the card up. withdraw: the
 * claimant does not want it any more. lapse: the card was replaced, or somebody else linked it.
 */
export const claimEvents = ['object', 'grant', 'withdraw', 'lapse'] as const;
/** What happens to a claim. */
export type ClaimEvent = (typeof claimEvents)[number];

/** Every edge there is: what has ended stays as it ended. */
const claimTransitions: StateTable<ClaimState, ClaimEvent> = {
  open: { object: 'objected', grant: 'granted', withdraw: 'withdrawn', lapse: 'void' },
  objected: {},
  granted: {},
  withdrawn: {},
  void: {},
};

/** The state that follows; undefined where the event is refused in this state. */
export function nextClaimState(state: ClaimState, event: ClaimEvent): ClaimState | undefined {
  return claimTransitions[state][event];
}

/** Where an event leads a claim from and to. */
export function claimEdges(event: ClaimEvent): StateEdges<ClaimState> {
  return stateEdges(claimStates, claimTransitions, event);
}

/** How old a statement line may be that proves a claim: two monthly statements, and a bank that is slow to write them. */
export const freshLineDays = 56;
/** How long the owner of a card may object to a claim of it. */
export const objectionDays = 7;
/** How long a claimant may not claim the same card again after an objection. */
export const claimPauseDays = 90;
/** How long a claimant may not claim the same card again after giving a claim up: each claim sends mails to the owner. */
export const withdrawnPauseDays = 7;

/** A statement line with a right amount. */
export interface ProvenLine {
  readonly mediumId: string;
  /** The operator's day, `YYYY-MM-DD`. */
  readonly serviceDay: string;
  /** Opened within {@link freshLineDays}. */
  readonly isFresh: boolean;
}

/** Whether two lines prove a claim: both are fresh, of one card, and of two days. Whoever finds one receipt has one day only. */
export function proveClaim(one: ProvenLine, other: ProvenLine): boolean {
  return one.isFresh && other.isFresh && one.mediumId === other.mediumId && one.serviceDay !== other.serviceDay;
}
