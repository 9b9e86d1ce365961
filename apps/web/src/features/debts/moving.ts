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

type Fare = Pick<GuestDebt, 'state' | 'stateAt' | 'nextStep' | 'nextTryAt'>;

/**
 * After how many milliseconds a page requests the state of these fares again. The live stream reports each change of a state, but
 * not that a fare can be tried again now. `atRest` is the answer if no state changes and there is no time to wait for.
 */
export function askAgainMs(
  fares: readonly Fare[],
  { isLive, atRest }: { isLive: boolean; atRest: number | false },
): number | false {
  const moving = isLive ? [] : fares.filter(({ state }) => movingDebtStates.includes(state));
  if (moving.length > 0) return moving.some(hasChangedLately) ? movingMs : restingMs;
  const waits = fares.flatMap(({ nextStep, nextTryAt }) =>
    nextStep === 'retry_later' && nextTryAt !== null ? [Date.parse(nextTryAt) - serverNow()] : [],
  );
  if (waits.length === 0) return atRest;
  // The server decides when the time has come.
  return Math.min(Math.max(Math.min(...waits), movingMs), restingMs);
}

function hasChangedLately({ stateAt }: Fare): boolean {
  return Math.abs(serverNow() - Date.parse(stateAt)) < usualMs;
}
