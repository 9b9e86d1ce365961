import type { Using } from '../../plugins/context.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { listDueRefunds } from '../refunds/do-refund.service.ts';
import { listUnobeyed } from './bank-events.queries.ts';
import { collectionTries } from './collections.queries.ts';

/** Asks again for the jobs of tries that are due and of events that nobody obeyed: their worker died, or the job was lost. */
export async function wakeLostMoneyJobs({ pool }: Using<'pool'>): Promise<void> {
  for (const { medium_id: mediumId, id } of await collectionTries.listDue(pool))
    await enqueueMoneyJob(pool, { task: 'collect-debt', mediumId, id, waitSeconds: 0 });
  for (const { medium_id: mediumId, id } of await listDueRefunds(pool))
    await enqueueMoneyJob(pool, { task: 'refund-payment', mediumId, id, waitSeconds: 0 });
  for (const { medium_id: mediumId, event_id: id } of await listUnobeyed(pool))
    await enqueueMoneyJob(pool, { task: 'obey-bank', mediumId, id, waitSeconds: 0 });
}
