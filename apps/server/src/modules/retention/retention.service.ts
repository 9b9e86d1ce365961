import type { AppContext } from '../../plugins/context.ts';
import { deleteBatches, deleteDeliveredBatches, dropMonth } from './retention.queries.ts';

/**
 * Forgets travel and deliveries that are older than the operator keeps them (configuration `retention`). Safe to stop and
 * to run twice: every batch stands for itself.
 */
export async function forgetOldTravel({ pool, config }: Pick<AppContext, 'pool' | 'config'>): Promise<void> {
  const { travelMonths, feedFileMonths } = config.retention;
  await untilNothing(() => dropMonth(pool, [travelMonths]));
  for (const deleteBatch of deleteBatches) await untilNothing(() => deleteBatch(pool, [travelMonths]));
  for (const deleteBatch of deleteDeliveredBatches) await untilNothing(() => deleteBatch(pool, [feedFileMonths]));
}

async function untilNothing(deleteBatch: () => Promise<unknown[]>): Promise<void> {
  while ((await deleteBatch()).length > 0);
}
