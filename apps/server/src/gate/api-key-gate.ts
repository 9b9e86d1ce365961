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
    /** Set by `requireApiKey`; null in every other call. A handler sees the type of its call: see `handle`. */
    operator: CallingSystem | null;
  }
}

/** Runs before the body is read. */
export const countApiKey: onRequestAsyncHookHandler = async (request) => {
  const { context, requestRates } = request.server;
  const apiKey = readApiKey(request.headers.authorization);
  requestRates.apiKeys.countUnknown(request, apiKey && countedAs(hashApiKey(context.keys.apiKeys, apiKey)));
};

const countedAs = (keyHash: Buffer): string => keyHash.toString('base64');

/**
 * Lets only a key pass that holds, by the database's clock; `unauthenticated` for none, an unknown, an expired and a revoked
 * one alike. Cookies are not looked at.
 */
export const requireApiKey: preHandlerAsyncHookHandler = async (request, reply) => {
  const { context, requestRates } = request.server;
  const apiKey = readApiKey(request.headers.authorization);
  if (apiKey === undefined) void reply.header('www-authenticate', 'Bearer');
  assertThat(apiKey !== undefined, 'unauthenticated');
  const keyHash = hashApiKey(context.keys.apiKeys, apiKey);
  const counted = countedAs(keyHash);
  const hasOwnRate = requestRates.apiKeys.count(request, counted);
  const [row] = await passKeyGate(context.readDb, { keyHash });
  if (row === undefined) void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  assertThat(row !== undefined, 'unauthenticated');
  if (!hasOwnRate) requestRates.apiKeys.admit(request, counted);
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
