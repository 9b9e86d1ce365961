import type { Loaded } from '../config/config.ts';
import { openConnection } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { types } from '../database/pool.ts';
import { problemsOf, readFeedHealth } from '../feeds/health.ts';
import { systemClock } from '../lib/clock.ts';
import type { Outcome } from './outcome.ts';
import { say } from './say.ts';
import { withPreparedDatabase } from './with-database.ts';

export interface StatusCommand {
  readonly name: 'status';
}

/** Reports whether the feed is healthy: a line for each problem, and the figures behind them. With a problem, the outcome is not good. */
export async function feedStatus({ config }: Loaded): Promise<Outcome> {
  return await withPreparedDatabase(config, async ({ url }) => {
    const client = await openConnection({ connectionString: urlOfPart(url, 'feed'), types });
    try {
      await client.query("set timezone = 'UTC'");
      const health = await readFeedHealth(client);
      const problems = problemsOf(health, systemClock.now());
      for (const line of problems.length > 0 ? problems : ['The feed is healthy.']) say(line);
      return { isGood: problems.length === 0, summary: { problems, ...health } };
    } finally {
      await client.end();
    }
  });
}
