import { randomUUID } from 'node:crypto';
import { type ApiScope, apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { createApiKey } from '@tapfolio/server/src/modules/api-keys/api-keys.service.ts';
import { endKeys } from './account-states.queries.ts';
import { asOwner } from './as-owner.ts';

interface Wish {
  readonly name: string;
  readonly operatorCode: string | null;
  readonly scopes: readonly ApiScope[];
}

/** Makes a new API key for the city's back office, and ends the keys of earlier starts. */
export const makeOperatorKey = async (server: RunningServer): Promise<string> =>
  await makeKey(server, { name: 'demo-back-office', operatorCode: '1', scopes: apiScopes });

/** The same for the desk that answers passengers, also those who ask about a trip with the partner: the partner of the city has no desk. */
export const makeDeskKey = async (server: RunningServer): Promise<string> =>
  await makeKey(server, { name: 'demo-desk', operatorCode: null, scopes: ['questions:read', 'questions:write'] });

async function makeKey({ databaseUrl, context }: RunningServer, wish: Wish): Promise<string> {
  return await asOwner(databaseUrl, async (pool) => {
    await endKeys(pool, { name: wish.name });
    const made = await createApiKey({ pool, key: context.keys.apiKeys, traceId: randomUUID() }, { ...wish, days: 365 });
    if (made === undefined) throw new Error(`the demo got no key ${wish.name}`);
    return made.key;
  });
}
