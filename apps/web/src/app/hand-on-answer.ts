import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { hideStartFailure } from './start-failure.ts';

/** An identity provider's answer has at least one of these. The auth service sends the browser back without them. */
const partsOfAnswer = ['code', 'state', 'error'];

/**
 * Sends the browser on to the auth service if it brings an identity provider's answer, with exactly the same query (NAV-08). The
 * router calls this before the first screen is drawn, because after that it has written the query in its own way. While the
 * browser leaves the page, nothing else may start here: then the promise never ends.
 */
export async function handOnAnswer(): Promise<void> {
  if (typeof document === 'undefined') return;
  const query = new URLSearchParams(location.search);
  if (!partsOfAnswer.some((name) => query.has(name))) return;
  hideStartFailure();
  location.replace(`${singleSignOnPaths.callback}${location.search}`);
  await new Promise<never>(() => {});
}
