import { type CatalogueEntries, details, type Wait } from './catalogue-entry.ts';
import type { SystemCode } from './system-codes.ts';

/** For the path of each wrong field: the kind of its fault (`fields`) and the error code (`codes`). */
type Faults = { fields: Record<string, string>; codes: Record<string, SystemCode> };

/**
 * The codes of many calls, which follow from their declarations (`refusals-of.ts`), and of the server itself. All other codes of
 * our own are in the contract file of their noun (`codes`), and the numbered families of the specification are in the files
 * beside this one. The spelling is the specification's (section 8) if it has one.
 */
export const sharedCodes = {
  '0101': {
    status: 400,
    means: 'A required part of the request is missing; `details.fields` and `details.codes` say which.',
    details: details<Faults>(),
  },
  '0102': {
    status: 400,
    means: 'A part of the request is not valid; `details.fields` and `details.codes` say which.',
    details: details<Faults | undefined>(),
  },
  '0107': { status: 403, means: 'The caller may not make this call, or not for this operator.' },
  method_not_allowed: { status: 405, means: 'No call has this method at this path; `Allow` lists the methods.' },
  payload_too_large: { status: 413, means: 'The body has more than 65,536 bytes.' },
  unsupported_media_type: { status: 415, means: 'The body is not JSON, or it is compressed.' },
  cross_site_request: {
    status: 403,
    means: 'The header `x-trace` is missing or wrong, or the page that calls is not one of ours.',
  },
  unauthenticated: { status: 401, means: 'The session, key or signature is missing or not valid.' },
  TOKEN_EXPIRED: { status: 401, means: 'The session has reached its absolute end; the passenger must sign in again.' },
  too_many_requests: {
    status: 429,
    means:
      'A rate limit is used up. `Retry-After` says when to ask again at the earliest: a limit on guesses may last up to a day.',
    details: details<Wait>(),
  },
  unavailable: {
    status: 503,
    means: 'The server cannot serve the call at this moment; the same call may be made again after `Retry-After`.',
    details: details<Wait | undefined>(),
  },
  // failures of the database, which no caller could have avoided
  db_cannot_read: { status: 500, means: 'A fault of the server: the database could not read.' },
  db_cannot_insert: { status: 500, means: 'A fault of the server: the database could not add a row.' },
  db_cannot_update: { status: 500, means: 'A fault of the server: the database could not change a row.' },
  db_cannot_delete: { status: 500, means: 'A fault of the server: the database could not delete a row.' },
  // calls that must not be carried out twice
  idempotency_key_reused: { status: 422, means: 'The `Idempotency-Key` was used for another request.' },
  idempotency_key_running: {
    status: 409,
    means: 'The first request with this `Idempotency-Key` is not answered yet.',
    details: details<Wait>(),
  },
} as const satisfies CatalogueEntries;
