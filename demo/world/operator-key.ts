import { randomUUID } from 'node:crypto';
import { apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { createApiKey } from '@tapfolio/server/src/modules/api-keys/api-keys.service.ts';
import { endKeys } from './account-states.queries.ts';
import { asOwner } from './as-owner.ts';

const name = 'demo-back-office';

/** Makes a new API key for the city's back office, for refunds and questions, and ends the keys of earlier starts. */
export async function makeOperatorKey({ databaseUrl, context }: RunningServer): Promise<string> {
  return await asOwner(databaseUrl, async (pool) => {
    await endKeys(pool, { name });
    const wish = { name, operatorCode: '1', scopes: apiScopes, days: 365 };
    const made = await createApiKey({ pool, key: context.keys.apiKeys, traceId: randomUUID() }, wish);
    if (made === undefined) throw new Error('the back office of the demo got no key');
    return made.key;
  });
}
