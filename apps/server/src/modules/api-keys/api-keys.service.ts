import type { ApiScope } from '@tapfolio/contracts/api-scopes.ts';
import type { Pool } from 'pg';
import { recordAudit } from '../../audit/audit.queries.ts';
import { hashApiKey, newApiKey } from '../../gate/api-key.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import * as apiKeys from './api-keys.queries.ts';

export interface NewApiKey {
  /** Which system calls with it. Two keys of one name are valid at a time, so that one can be replaced while both are in use. */
  readonly name: string;
  /** Whose payments it may touch; null for those of every operator. */
  readonly operatorCode: string | null;
  readonly scopes: readonly ApiScope[];
  readonly days: number;
}

export interface MadeApiKey {
  readonly keyId: string;
  /** Shown only here. */
  readonly key: string;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
}

/** So many keys of one name are valid at a time: the old one and the new one. */
const places = [1, 2] as const;

/**
 * Makes a key; undefined when two of this name are valid already, or one for another operator: a system is recognised by the name and
 * the operator of its key. The audit says that it was made, and never has the key itself.
 */
export async function createApiKey(
  { pool, key, traceId }: { pool: Pool; key: Uint8Array; traceId: string },
  { name, operatorCode, scopes, days }: NewApiKey,
): Promise<MadeApiKey | undefined> {
  return await transaction(pool, async (tx) => {
    await apiKeys.revokeExpiredKeys(tx);
    const made = newApiKey();
    const stored = { keyHash: hashApiKey(key, made), name, operatorCode, scopes, days };
    for (const place of places) {
      const [row] = await apiKeys.insertKey(tx, { ...stored, place });
      if (row === undefined) continue;
      const { key_id: keyId, expires_at: expiresAt } = row;
      const detail = { keyId, name, operator: operatorCode ?? 'all', scopes: scopes.join(' ') };
      await recordAudit(tx, { kind: 'api_key_made', passengerId: null, traceId, detail });
      return { keyId, key: made, expiresAt: isoInstant(expiresAt) };
    }
    return undefined;
  });
}

/** Ends a key at once; false when it has ended before, or there is no such key. */
export async function revokeApiKey(pool: Pool, keyId: string, traceId: string): Promise<boolean> {
  return await transaction(pool, async (tx) => {
    const [row] = await apiKeys.revokeKey(tx, { keyId });
    if (row === undefined) return false;
    const detail = { keyId, name: row.name };
    await recordAudit(tx, { kind: 'api_key_revoked', passengerId: null, traceId, detail });
    return true;
  });
}

/** Ends all keys: the hashes that are stored were made with a former account key, so nobody can call with them. Frees their names. Returns how many. */
export async function endKeysOfFormerAccountKey(tx: Transaction, traceId: string): Promise<number> {
  const ended = await apiKeys.revokeAllKeys(tx);
  for (const { key_id: keyId, name } of ended)
    await recordAudit(tx, { kind: 'api_key_revoked', passengerId: null, traceId, detail: { keyId, name } });
  return ended.length;
}

/** A key as it is listed, without its secret; instants in ISO 8601 and UTC. */
export interface ListedApiKey {
  readonly keyId: string;
  readonly name: string;
  /** A code, or `all`. */
  readonly operator: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: string;
  /** To the hour. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** A system uses it, it ends soon or has just ended, and no other key of its name lasts longer. */
  readonly needsNewKey: boolean;
}

/** All keys, also those that have ended. Instants are ISO 8601 in UTC. */
export async function listApiKeys(pool: Pool): Promise<ListedApiKey[]> {
  const rows = await apiKeys.listKeys(pool);
  return rows.map((row) => ({
    keyId: row.key_id,
    name: row.name,
    operator: row.operator_code ?? 'all',
    scopes: row.scopes,
    createdAt: isoInstant(row.created_at),
    lastUsedAt: isoInstantOrNull(row.last_used_at),
    expiresAt: isoInstant(row.expires_at),
    revokedAt: isoInstantOrNull(row.revoked_at),
    needsNewKey: row.needs_new_key,
  }));
}
