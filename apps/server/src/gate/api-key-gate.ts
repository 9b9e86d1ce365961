import type { ApiScope } from '@tapfolio/contracts/api-scopes.ts';
import type { FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { assertThat } from '../lib/assert-that.ts';
import { hashApiKey, readApiKey } from './api-key.ts';
import { noteKeyUsed, passKeyGate } from './api-keys.queries.ts';

/** A system of an operator that calls with a key, as the gate found it. */
export interface CallingSystem {
  readonly keyId: string;
  /** Which system calls: the same for the two keys that one has while its key is replaced. */
  readonly system: string;
  /** Whose payments it may touch; null when the key is for all operators of this portal. */
  readonly operatorCode: string | null;
  readonly scopes: readonly ApiScope[];
  readonly ip: string;
  readonly traceId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body of an operator's call is read; null where no key came. */
    shownKey: ShownKey | null;
    /** Set by `requireApiKey`; null in every other call. A handler sees the type of its call: see `handle`. */
    operator: CallingSystem | null;
  }
}

interface ShownKey {
  readonly keyHash: Buffer;
  readonly countedAs: string;
  /** Whether the call was counted under the key, and not under its address. */
  readonly hasOwnRate: boolean;
}

/** Runs before the body is read. */
export const countApiKey: onRequestAsyncHookHandler = async (request) => {
  const shown = readKey(request);
  const hasOwnRate = request.server.requestRates.apiKeys.count(request, shown?.countedAs);
  request.shownKey = shown && { ...shown, hasOwnRate };
};

function readKey({ headers, server }: FastifyRequest): Omit<ShownKey, 'hasOwnRate'> | null {
  const apiKey = readApiKey(headers.authorization);
  if (apiKey === undefined) return null;
  const keyHash = hashApiKey(server.context.keys.apiKeys, apiKey);
  return { keyHash, countedAs: keyHash.toString('base64') };
}

/**
 * Lets only a key pass that holds, by the database's clock; `unauthenticated` for none, an unknown, an expired and a revoked
 * one alike. Cookies are not looked at.
 */
export const requireApiKey: preHandlerAsyncHookHandler = async (request, reply) => {
  const { context, requestRates } = request.server;
  const { shownKey } = request;
  if (shownKey === null) void reply.header('www-authenticate', 'Bearer');
  assertThat(shownKey !== null, 'unauthenticated');
  const { keyHash, countedAs, hasOwnRate } = shownKey;
  const [row] = await passKeyGate(context.readDb, { keyHash });
  if (row === undefined) void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  assertThat(row !== undefined, 'unauthenticated');
  if (!hasOwnRate) requestRates.apiKeys.admit(request, countedAs);
  if (row.is_unnoted) noteUse(request, row.key_id);
  const { key_id: keyId, name: system, operator_code: operatorCode, scopes } = row;
  request.operator = { keyId, system, operatorCode, scopes, ip: request.ip, traceId: request.id };
};

/** Beside the call, which does not wait for it: should it fail, the next call of the key notes it. */
function noteUse({ server, log }: FastifyRequest, keyId: string): void {
  noteKeyUsed(server.context.pool, { keyId }).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of a key could not be noted'),
  );
}
