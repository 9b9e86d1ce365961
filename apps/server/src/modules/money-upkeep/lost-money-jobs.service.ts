import type { Using } from '../../plugins/context.ts';
import { listUnappliedEvents } from '../bank-events/bank-events.service.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { listDueCollections } from '../debts/collect-debt.service.ts';
import { listDueRefunds } from '../refunds/do-refund.service.ts';

/** Enqueues jobs for tries that are due and for events that were not applied: their worker died, or their job was lost. */
export async function wakeLostMoneyJobs({ pool }: Using<'pool'>): Promise<void> {
  for (const { medium_id: mediumId, id } of await listDueCollections(pool))
    await enqueueMoneyJob(pool, { task: 'collect-debt', mediumId, id, waitSeconds: 0 });
  for (const { medium_id: mediumId, id } of await listDueRefunds(pool))
    await enqueueMoneyJob(pool, { task: 'refund-payment', mediumId, id, waitSeconds: 0 });
  for (const { medium_id: mediumId, event_id: id } of await listUnappliedEvents(pool))
    await enqueueMoneyJob(pool, { task: 'obey-bank', mediumId, id, waitSeconds: 0 });
}
