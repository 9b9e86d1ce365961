import type { Db } from '../../lib/sql.ts';
import { deleteOldKeys } from '../../plugins/idempotency-keys.queries.ts';
import { forgetOldAlarms } from '../alarms/alarms.service.ts';
import { forgetOldBankEvents } from '../bank-events/bank-events.service.ts';
import { findOldestCollection } from '../debts/collect-debt.service.ts';

/**
 * Forgets the keys of calls, the events of the bank and the alarms that are over. A key outlives what its call began: while a
 * collection is open, no key of its time goes.
 */
export async function deleteOldMoneyNotes(db: Db, alarmMonths: number): Promise<void> {
  const [oldest] = await findOldestCollection(db);
  await deleteOldKeys(db, { before: oldest?.requested_at ?? 'infinity' });
  await forgetOldBankEvents(db);
  await forgetOldAlarms(db, alarmMonths);
}
