import { report } from '../lib/errors.ts';

/** Names the notice that is written into every page, for the script that shows or removes it. */
export const startFailureId = 'start-failure';

const notice = (): HTMLElement | null => document.getElementById(startFailureId);

/** Takes away the notice that the page did not start: it has. */
export function hideStartFailure(): void {
  notice()?.remove();
}

/** Shows the notice at once, which otherwise shows after a while. It says how to try again. */
export function showStartFailure(error: unknown): void {
  report(error);
  notice()?.setAttribute('data-failed', '');
}
