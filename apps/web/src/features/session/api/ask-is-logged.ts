import { longestInvokedBy } from '@tapfolio/contracts/limits.ts';
import { call, type Output } from '../../../lib/api-client.ts';

/** Asks the server whether the session is still open; `path` is the page that asks. */
export function askIsLogged(path: string): Promise<Output<'userIsLogged'>> {
  return call('userIsLogged', { query: { invoked_by: path.slice(0, longestInvokedBy) } });
}
