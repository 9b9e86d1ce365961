import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import type { DebtState } from '@tapfolio/domain/debt-states.ts';

/** How often a page asks what has become of a fare while something happens to it and no live news comes. */
const movingMs = 3_000;

/** How often it asks otherwise: somebody may pay in another tab, or without an account. */
export const restingMs = 30_000;

/** Whether a fare changes by itself, without anything that the passenger does. */
export function isMoving(state: DebtState | undefined): boolean {
  return state !== undefined && state !== 'owed' && state !== 'declined' && state !== 'ready';
}

type Asked = Pick<GuestDebt, 'state' | 'nextStep' | 'nextTryAt'>;

/**
 * In how many milliseconds a page asks anew, by itself, how these fares stand. Live news tell of every change of a state; nobody
 * tells that a fare can be tried again. `atRest` holds when nothing happens and nothing is waited for.
 */
export function askAgainMs(
  fares: readonly Asked[],
  { isLive, atRest }: { isLive: boolean; atRest: number | false },
): number | false {
  if (!isLive && fares.some(({ state }) => isMoving(state))) return movingMs;
  const waits = fares.flatMap(({ nextStep, nextTryAt }) =>
    nextStep === 'retry_later' && nextTryAt !== null ? [Date.parse(nextTryAt) - Date.now()] : [],
  );
  if (waits.length === 0) return atRest;
  // The clock of this machine may be wrong: it is the server that says when the time has come.
  return Math.min(Math.max(Math.min(...waits), movingMs), restingMs);
}
