import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { Db, Transaction } from '../../lib/sql.ts';
import { recordAudit } from '../audit/audit.service.ts';
import * as passkeys from './passkeys.queries.ts';

/** The passenger's passkeys, the oldest first, as their owner may see them. */
export async function listOwnPasskeys(db: Db, passengerId: string): Promise<Passkey[]> {
  const rows = await passkeys.listPasskeys(db, { passengerId });
  return rows.map((row) => ({
    id: row.passkey_id,
    name: row.name,
    createdAt: isoInstant(row.created_at),
    lastUsedAt: isoInstantOrNull(row.last_used_at),
  }));
}

/** Removes the passenger's passkeys but those named, with an audit event for each, and says how many went. */
export async function removeOtherPasskeys(
  tx: Transaction,
  input: { passengerId: string; keep: readonly string[]; traceId: string },
): Promise<number> {
  const { passengerId, keep, traceId } = input;
  const removed = await passkeys.deleteOtherPasskeys(tx, { passengerId, keptIds: keep });
  for (const _ of removed)
    await recordAudit(tx, { kind: 'passkey_removed', passengerId, traceId, detail: { by: 'password reset' } });
  return removed.length;
}

/** How many passkeys open the account. */
export async function countOwnPasskeys(db: Db, passengerId: string): Promise<number> {
  const [row] = await passkeys.countPasskeys(db, { passengerId });
  return row?.count ?? 0;
}
