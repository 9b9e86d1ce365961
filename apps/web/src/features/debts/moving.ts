import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { movingDebtStates, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { serverNow } from '../../lib/server-clock.ts';

/** How often a page requests the state of a fare while it changes and no live stream is open. */
const movingMs = 3_000;

/** Usually the next change comes within this many milliseconds. If not, a bank or a back office is offline, perhaps for days. */
const usualMs = 120_000;

/** How often it requests the state while nothing changes: the fare may be paid in another tab, or without an account. */
export const restingMs = 30_000;

type FareState = Pick<GuestDebt, 'state' | 'stateAt'>;

/** True if the bank has paid or refused a fare since the state `before`. */
export function isAnswered(before: FareState, now: FareState): boolean {
  return now.stateAt !== before.stateAt && (now.state === 'declined' || settledDebtStates.includes(now.state));
}

type Fare = Pick<GuestDebt, 'srid' | 'since' | 'state' | 'stateAt' | 'nextStep' | 'nextTryAt'>;

/**
 * After how many milliseconds a page requests the state of these fares again. The live stream reports each change of a state, but
 * not that a fare can be tried again now. `atRest` is the answer if no state changes and there is no time to wait for.
 */
export function askAgainMs(
  fares: readonly Fare[],
  { isLive, atRest }: { isLive: boolean; atRest: number | false },
): number | false {
  for (const fare of fares) watchChanges(fare);
  const moving = isLive ? [] : fares.filter(({ state }) => movingDebtStates.includes(state));
  if (moving.length > 0) return moving.some(hasChangedLately) ? movingMs : restingMs;
  const waits = fares.flatMap(({ nextStep, nextTryAt }) =>
    nextStep === 'retry_later' && nextTryAt !== null ? [Date.parse(nextTryAt) - serverNow()] : [],
  );
  if (waits.length === 0) return atRest;
  // The server decides when the time has come.
  return Math.min(Math.max(Math.min(...waits), movingMs), restingMs);
}

function hasChangedLately(fare: Fare): boolean {
  const { stateAt } = fare;
  const { changedAt } = watched.get(keyOf(fare)) ?? {};
  if (changedAt !== undefined && performance.now() - changedAt < usualMs) return true;
  return Math.abs(serverNow() - Date.parse(stateAt)) < usualMs;
}

/**
 * The state of each fare at the last look of this page, and when the page saw it change, in milliseconds since the page
 * began. `stateAt` is of the clock of the database and `serverNow` of that of a server: they may differ by more than usual changes take.
 */
const watched = new Map<string, { stateAt: string; changedAt?: number }>();

function watchChanges(fare: Fare): void {
  const { stateAt } = fare;
  const known = watched.get(keyOf(fare));
  if (known === undefined) watched.set(keyOf(fare), { stateAt });
  else if (known.stateAt !== stateAt) watched.set(keyOf(fare), { stateAt, changedAt: performance.now() });
}

/** Some fares have no reference. */
const keyOf = ({ srid, since }: Fare): string => `${srid} ${since}`;
