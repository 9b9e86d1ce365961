import * as z from 'zod/mini';
import { type Call, isKeyed } from './define-call.ts';
import { statusOf } from './error-catalogue.ts';
import { systemCodes } from './errors/system-codes.ts';
import type { ErrorCode } from './errors.ts';

/** Codes that follow from another part of a call's declaration. */
interface Rule {
  /** Which calls answer with the codes: the end of a sentence that starts with "answered by". */
  readonly calls: string;
  readonly codes: readonly ErrorCode[];
  holds(call: Call): boolean;
}

/** The codes that follow from a declaration. `refuses` does not repeat them. */
export const refusalRules: readonly Rule[] = [
  {
    calls: 'every call',
    codes: ['0102', 'unsupported_media_type', 'too_many_requests', systemCodes.request.internal],
    holds: () => true,
  },
  {
    calls: 'every call that is not a GET or has a required query parameter',
    codes: ['0101'],
    holds: (call) => mayHaveBody(call) || needsQuery(call),
  },
  { calls: 'every call that is not a GET', codes: ['payload_too_large'], holds: mayHaveBody },
  {
    calls: "every call of passengers' browsers that is not a GET",
    codes: ['cross_site_request'],
    holds: (call) => mayHaveBody(call) && call.path.startsWith('/public/') && call.who !== 'mailbox',
  },
  {
    calls: 'every call that asks the database',
    codes: ['unavailable', 'db_cannot_read'],
    holds: asksDatabase,
  },
  {
    calls: 'every call that asks the database and is not a GET',
    codes: ['db_cannot_insert', 'db_cannot_update', 'db_cannot_delete'],
    holds: (call) => asksDatabase(call) && mayHaveBody(call),
  },
  {
    calls: 'every call that needs a session or a key',
    codes: ['unauthenticated'],
    holds: (call) => needsSession(call) || call.who === 'operator',
  },
  { calls: 'every call that needs a session', codes: ['TOKEN_EXPIRED'], holds: needsSession },
  {
    calls: 'every call that needs a permission or a scope',
    codes: ['0107'],
    holds: (call) =>
      ('permission' in call && Array.isArray(call.permission)) || (call.who === 'operator' && call.scope !== 'any'),
  },
  {
    calls: 'every call with a card in its path',
    codes: [systemCodes.card.unknown],
    holds: ({ who }) => who === 'card',
  },
  {
    calls: 'every list with pages',
    codes: [systemCodes.listPosition.invalid],
    holds: ({ query }) => query instanceof z.ZodMiniObject && 'cursor' in query.shape,
  },
  {
    calls: 'every call that takes an `Idempotency-Key`',
    codes: ['idempotency_key_reused', 'idempotency_key_running'],
    holds: isKeyed,
  },
];

/** Every error code that a call may answer with, sorted by HTTP status: the declared ones and those that follow from the declaration. */
export function refusalsOf(call: Call<ErrorCode>): readonly ErrorCode[] {
  const found = known.get(call);
  if (found !== undefined) return found;
  const derived = refusalRules.filter((rule) => rule.holds(call)).flatMap(({ codes }) => codes);
  const codes = [...derived, ...(call.refuses ?? [])].toSorted((one, other) => statusOf(one) - statusOf(other));
  known.set(call, codes);
  return codes;
}

const known = new WeakMap<Call, readonly ErrorCode[]>();

function mayHaveBody({ method }: Call): boolean {
  return method !== 'GET';
}

function needsQuery({ query }: Call): boolean {
  return query !== undefined && !z.safeParse(query, {}).success;
}

/** False for answers from memory, and for a supervisor's question about the state of the database. */
function asksDatabase(call: Call): boolean {
  if (call.who === 'supervisor') return false;
  return call.who !== 'anyone' || call.lane !== 'none';
}

function needsSession({ who }: Call): boolean {
  return who === 'passenger' || who === 'card';
}
