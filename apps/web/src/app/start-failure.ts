import { report } from '../lib/errors.ts';

/** Names the notice that is written into every page, for the script that shows or removes it. */
export const startFailureId = 'start-failure';

const notice = (): HTMLElement | null => document.getElementById(startFailureId);

/** The page has started: what waited to say that it did not is taken away. */
export function hideStartFailure(): void {
  notice()?.remove();
}

/** Shows at once what else shows after a while: the portal could not be started, and how to try again. */
export function showStartFailure(error: unknown): void {
  report(error);
  notice()?.setAttribute('data-failed', '');
}
