import type { BackendCode } from './errors/backend-codes.ts';
import type { DailyCode } from './errors/daily-codes.ts';
import type { PaymentCode } from './errors/payment-codes.ts';
import type { RefundCode } from './errors/refund-codes.ts';
import type { SystemCode } from './errors/system-codes.ts';

/** A code of the catalogue. */
export type ErrorCode = DailyCode | PaymentCode | RefundCode | SystemCode | BackendCode;

/** The details that an answer carries beside the code. A code that is not listed has none. */
interface ErrorDetails {
  '0101': Faults;
  '0102': Faults | undefined;
  too_many_requests: Wait;
  unavailable: Wait | undefined;
  user_locked: Wait;
  /** Is sent back with the mailed code, and then gives a session. */
  second_factor_required: { ticket: string };
  /** Lets the passenger choose a new password. */
  password_change: { resetToken: string };
  password_rules_violated: { password_errors: readonly string[] };
  card_already_yours: { cardId: number };
  NWA0012: { currency: string };
  /** The amount due now. */
  debt_amount_changed: { amountMinor: number; currency: string };
  /** The time until the next try; absent if no further try is allowed. */
  debt_tries_used: Wait | undefined;
  idempotency_key_running: Wait;
}
/** For the path of each wrong field: the kind of its fault (`fields`) and the error code (`codes`). */
type Faults = { fields: Record<string, string>; codes: Record<string, SystemCode> };
type Wait = { retryAfterSeconds: number };

/** The details that go with this code; undefined if the code has none. */
export type DetailsOf<C extends ErrorCode> = C extends keyof ErrorDetails ? ErrorDetails[C] : undefined;

/** The codes of refusals that end after a time: their details say how long to wait. */
export type WaitCode = {
  [C in keyof ErrorDetails]: Wait extends ErrorDetails[C] ? C : never;
}[keyof ErrorDetails];

/** Excludes `constructor`, which would be found on every object. */
const form = /^((?!constructor$)[a-z]+(_[a-z]+)*|TOKEN_EXPIRED|010[127]|(NWA00|PS00|TM0[0-2])\d\d)$/;

/**
 * True if `code` has the form of an error code of this server; callers treat any other answer of a server or proxy as `TM0001`. Only the form
 * is checked, so that the browser need not load all codes. A code without a text gets a general message.
 */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && form.test(code);
}
