import { report } from '../lib/errors.ts';

/** The id of the notice that is written into every page, for the script that shows or removes it. */
export const startFailureId = 'start-failure';

const notice = (): HTMLElement | null => document.getElementById(startFailureId);

/** Removes the notice that the page did not start, because it did. */
export function hideStartFailure(): void {
  notice()?.remove();
}

/** Shows the notice at once instead of after a while. The notice says how to try again. */
export function showStartFailure(error: unknown): void {
  report(error);
  notice()?.setAttribute('data-failed', '');
}
