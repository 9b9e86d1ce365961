import type { Db } from '../../lib/sql.ts';
import { deleteOldKeys } from '../../plugins/idempotency-keys.queries.ts';
import { findOldestCollection } from '../debts/collect-debt.service.ts';

/**
 * Deletes old idempotency keys. A key must outlive the collection that its call began: no key is deleted that is as old as an open
 * collection, or younger.
 */
export async function deleteOldCallKeys(db: Db): Promise<void> {
  const [oldest] = await findOldestCollection(db);
  await deleteOldKeys(db, { before: oldest?.requested_at ?? 'infinity' });
}
