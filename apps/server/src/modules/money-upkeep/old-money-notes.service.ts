import type { Db } from '../../lib/sql.ts';
import { deleteOldKeys } from '../../plugins/idempotency-keys.queries.ts';
import { forgetOldAlarms } from '../alarms/alarms.service.ts';
import { forgetOldBankEvents } from '../bank-events/bank-events.service.ts';
import { findOldestCollection } from '../debts/collect-debt.service.ts';

/**
 * Deletes old idempotency keys, events of the bank and ended alarms. A key must outlive the collection that its call began: no key
 * is deleted that is as old as an open collection, or younger.
 */
export async function deleteOldMoneyNotes(db: Db, alarmMonths: number): Promise<void> {
  const [oldest] = await findOldestCollection(db);
  await deleteOldKeys(db, { before: oldest?.requested_at ?? 'infinity' });
  await forgetOldBankEvents(db);
  await forgetOldAlarms(db, alarmMonths);
}
