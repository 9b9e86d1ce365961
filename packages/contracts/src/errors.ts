import type { authCodes } from './auth-calls.ts';
import type { BackendCode } from './errors/backend-codes.ts';
import type { Details, Wait } from './errors/catalogue-entry.ts';
import type { paymentCodes } from './errors/payment-codes.ts';
import type { refundCodes } from './errors/refund-codes.ts';
import type { sharedCodes } from './errors/shared-codes.ts';
import type { SystemCode } from './errors/system-codes.ts';
import type { portalCodes } from './portal-calls.ts';

/** A code of the catalogue. */
export type ErrorCode = keyof Entries | SystemCode | BackendCode;

/** The details that go with this code, as its entry says; undefined if the code has none. */
export type DetailsOf<C extends ErrorCode> = C extends keyof Entries
  ? Entries[C] extends { details: Details<infer Shape> }
    ? Shape
    : undefined
  : undefined;

type Entries = typeof sharedCodes & typeof authCodes & typeof portalCodes & typeof paymentCodes & typeof refundCodes;

/** The codes of refusals that end after a time: their details say how long to wait. */
export type WaitCode = {
  [C in ErrorCode]: Wait extends DetailsOf<C> ? C : never;
}[ErrorCode];

/** Excludes `constructor`, which would be found on every object. */
const form = /^((?!constructor$)[a-z]+(_[a-z]+)*|TOKEN_EXPIRED|010[127]|(NWA00|PS00|TM0[0-2])\d\d)$/;

/**
 * True if `code` has the form of an error code of this server; callers treat any other answer of a server or proxy as `TM0001`. Only the form
 * is checked, so that the browser need not load all codes. A code without a text gets a general message.
 */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && form.test(code);
}
