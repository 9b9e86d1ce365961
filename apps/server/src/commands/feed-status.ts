import type { Loaded } from '../config/config.ts';
import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { findWriteFault } from '../database/takes-writes.ts';
import { problemsOf, readFeedHealth } from '../feeds/health.ts';
import { systemClock } from '../lib/clock.ts';
import type { Outcome } from './outcome.ts';
import { readPortalUse } from './portal-use.ts';
import { say } from './say.ts';
import { withPreparedDatabase } from './with-database.ts';

export interface StatusCommand {
  readonly name: 'status';
}

/** A person waits for the answer, and the travel of five weeks may be long. */
const longestReadSeconds = 600;

/** Reports whether the feed is healthy: a line for each problem, the figures behind them, and how much the portal is used. With a problem, the outcome is not good. */
export async function feedStatus({ config }: Loaded): Promise<Outcome> {
  return await withPreparedDatabase(config, async ({ url }) => {
    const own = { url: urlOfPart(url, 'feed'), poolSize: 1, statementSeconds: longestReadSeconds };
    return await withPool(own, async (pool) => {
      const health = await readFeedHealth(pool);
      const fault = await findWriteFault(pool);
      const now = systemClock.now();
      const problems = [
        // While it stores nothing, it does not hold either which files could not be imported.
        ...(fault === undefined ? [] : [`the database stores nothing: ${fault}`]),
        ...problemsOf(health, now),
      ];
      const use = await readPortalUse(pool, now);
      for (const line of problems.length > 0 ? problems : ['The feed is healthy.']) say(line);
      return { isGood: problems.length === 0, summary: { problems, ...health, use } };
    });
  });
}
