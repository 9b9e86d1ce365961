import { randomUUID } from 'node:crypto';
import { type ApiScope, apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Pool } from 'pg';
import { hashApiKey, newApiKey } from '../../src/gate/api-key.ts';
import type { TestContext } from '../build-app.ts';
import { insertRow } from './insert-row.ts';

interface ApiKeyRow {
  name: string;
  place: number;
  operator_code: string | null;
  scopes: readonly ApiScope[];
  expires_at: Date;
  revoked_at: Date | null;
}

let lastKey = 0;

/** Makes a valid API key of an operator's system. Returns the text that such a system sends. */
export async function buildApiKey(
  { pool, keys }: Pick<TestContext, 'keys'> & { pool: Pool },
  overrides: Partial<ApiKeyRow> = {},
): Promise<{ keyId: string; headers: { authorization: string } }> {
  lastKey += 1;
  const key = newApiKey();
  const { key_id: keyId } = await insertRow(pool, 'api_keys', {
    key_id: randomUUID(),
    key_hash: hashApiKey(keys.apiKeys, key),
    name: `system ${lastKey}`,
    place: 1,
    operator_code: null,
    scopes: apiScopes,
    expires_at: new Date(Date.now() + dayMs),
    ...overrides,
  });
  return { keyId, headers: { authorization: `Bearer ${key}` } };
}
