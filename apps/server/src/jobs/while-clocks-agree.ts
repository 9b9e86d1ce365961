import type { FastifyBaseLogger } from 'fastify';
import { findClockGap } from '../database/clock-gap.queries.ts';
import type { Using } from '../plugins/context.ts';
import type { JobName, MoneyJobName } from '../queue/catalogue.ts';

/** More than the clocks of two machines ever differ where somebody looks after them. */
const mostSeconds = 3600;

export interface Guarded extends Using<'pool' | 'clock'> {
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Does a recurring job that deletes or decides for good what is old enough. Where the clocks of the database and of this machine are more
 * than an hour apart, one of them is wrong, perhaps by years: it then logs an error and leaves the job to its next time.
 */
export async function whileClocksAgree(
  { pool, clock, logger }: Guarded,
  job: JobName | MoneyJobName,
  work: () => Promise<unknown>,
): Promise<void> {
  const [gap] = await findClockGap(pool, { otherTime: clock.now() });
  const databaseIsAheadSeconds = Math.round(gap?.seconds ?? 0);
  if (Math.abs(databaseIsAheadSeconds) <= mostSeconds) await work();
  else
    logger.error(
      { event: 'clocks.differ', job, databaseIsAheadSeconds },
      'the clocks of the database and of this machine differ: nothing that is old is deleted or decided',
    );
}
