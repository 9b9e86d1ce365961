import type { DebtState } from '@tapfolio/domain/debt-states.ts';

/** How often a page asks what has become of a fare while something happens to it and no live news comes. */
export const movingMs = 3_000;

/** How often it asks otherwise: somebody may pay in another tab, or without an account. */
export const restingMs = 30_000;

/** Whether a fare changes by itself, without anything that the passenger does. */
export function isMoving(state: DebtState | undefined): boolean {
  return state !== undefined && state !== 'owed' && state !== 'declined' && state !== 'ready';
}
