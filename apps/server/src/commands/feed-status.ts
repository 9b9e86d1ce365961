import type { Loaded } from '../config/config.ts';
import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { findWriteFault } from '../database/takes-writes.ts';
import { problemsOf, readFeedHealth } from '../feeds/health.ts';
import { systemClock } from '../lib/clock.ts';
import { noticeWithout } from '../modules/back-office/without-back-office.service.ts';
import type { Outcome } from './outcome.ts';
import { readPortalUse } from './portal-use.ts';
import { say } from './say.ts';
import { withPreparedDatabase } from './with-database.ts';

export interface StatusCommand {
  readonly name: 'status';
}

/** A person waits for the answer, and the travel of five weeks may be long. */
const longestReadSeconds = 600;
/** What is stored at all is stored by then. */
const longestWriteSeconds = 10;

/** Reports whether the feed is healthy: a line for each problem, the figures behind them, and how much the portal is used. With a problem, the outcome is not good. A configuration that tells no back office who paid is no problem, and is said. */
export async function feedStatus({ config }: Loaded): Promise<Outcome> {
  return await withPreparedDatabase(config, async ({ url }) => {
    const own = { url: urlOfPart(url, 'feed'), poolSize: 1 };
    return await withPool({ ...own, statementSeconds: longestReadSeconds }, async (pool) => {
      const health = await readFeedHealth(pool);
      const fault = await withPool({ ...own, statementSeconds: longestWriteSeconds }, findWriteFault);
      const now = systemClock.now();
      const problems = [
        // While it stores nothing, it does not hold either which files could not be imported.
        ...(fault === undefined ? [] : [`the database stores nothing: ${fault}`]),
        ...problemsOf(health, now),
      ];
      const use = await readPortalUse(pool, now);
      const notice = noticeWithout(config);
      for (const line of problems.length > 0 ? problems : ['The feed is healthy.']) say(line);
      if (notice !== undefined) say(notice);
      return {
        isGood: problems.length === 0,
        summary: { problems, ...(notice !== undefined && { notice }), ...health, use },
      };
    });
  });
}
