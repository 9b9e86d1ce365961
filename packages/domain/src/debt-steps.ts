import { type DebtState, movingDebtStates } from './debt-states.ts';
import type { DeclineCode } from './decline-codes.ts';
import { dayMs, minuteMs } from './durations.ts';

/** The source of the change. feed: a delivery of the back office. back_office: its answer to a message of the portal. */
export const debtSources = ['feed', 'passenger', 'guest', 'bank', 'back_office'] as const;
/** The source of a change of a debt. */
export type DebtSource = (typeof debtSources)[number];

/**
 * What the passenger can do now. pay: confirm the amount. wait: nothing to do, the collection is in progress. retry: settle it with the bank, then try again.
 * retry_later: the same, but not before a given time. contact: it cannot be paid here, or no try is left. travel: the card can travel.
 */
export const debtNextSteps = ['pay', 'wait', 'retry', 'retry_later', 'contact', 'travel'] as const;
/** The passenger's next step for a debt. */
export type DebtNextStep = (typeof debtNextSteps)[number];

/** How often the portal may try to collect a debt. The card schemes limit it. */
export interface TryRules {
  /** The most tries in a period. */
  readonly most: number;
  /** The length of the period in days. */
  readonly withinDays: number;
  /** The waiting time between a refused try and the next one. */
  readonly pauseMinutes: number;
}

/** A try that counts in the limits: the bank refused it, or it is in progress. */
export interface CountedTry {
  readonly requestedAt: Date;
  /** Null while the try is in progress. */
  readonly declinedAt: Date | null;
  readonly declineCode: DeclineCode | null;
}

/** The tries that a debt still has. */
export interface TriesLeft {
  readonly left: number;
  /** When the next try is possible. Null if it is possible now, or never. */
  readonly nextAt: Date | null;
}

/**
 * How many tries of a debt are left. After `card_blocked` there are none: the schemes forbid another try for a card that was lost,
 * stolen or closed.
 */
export function triesLeft(tries: readonly CountedTry[], rules: TryRules, now: Date): TriesLeft {
  if (tries.some(({ declineCode }) => declineCode === 'card_blocked')) return { left: 0, nextAt: null };
  const lifeMs = rules.withinDays * dayMs;
  const counted = tries
    .filter(({ requestedAt }) => requestedAt.getTime() > now.getTime() - lifeMs)
    .toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime());
  const left = Math.max(0, rules.most - counted.length);
  // There is room again once the oldest of the newest `most` tries has left the period.
  const oldest = counted[rules.most - 1];
  const roomAt = oldest === undefined ? 0 : oldest.requestedAt.getTime() + lifeMs;
  // A pause may be longer than the period, so it is also that of a try that no longer counts.
  const pausesOver = tries.map(({ declinedAt }) => (declinedAt?.getTime() ?? 0) + rules.pauseMinutes * minuteMs);
  const nextAt = Math.max(roomAt, ...pausesOver);
  return { left, nextAt: nextAt > now.getTime() ? new Date(nextAt) : null };
}

/** What the passenger can do about a debt in this state. `isOffered`: it can be paid in the portal. */
export function debtNextStep(
  state: DebtState,
  { isOffered, left, nextAt }: TriesLeft & { readonly isOffered: boolean },
): DebtNextStep {
  if (state === 'ready') return 'travel';
  if (movingDebtStates.includes(state)) return 'wait';
  if (!isOffered || left === 0) return 'contact';
  if (nextAt !== null) return 'retry_later';
  return state === 'declined' ? 'retry' : 'pay';
}
