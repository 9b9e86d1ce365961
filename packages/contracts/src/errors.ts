import type { BackendCode } from './errors/backend-codes.ts';
import type { DailyCode } from './errors/daily-codes.ts';
import type { PaymentCode } from './errors/payment-codes.ts';
import type { RefundCode } from './errors/refund-codes.ts';
import type { SystemCode } from './errors/system-codes.ts';

/** A code of the catalogue. */
export type ErrorCode = DailyCode | PaymentCode | RefundCode | SystemCode | BackendCode;

/** What the answer tells beside the code. A code that is not listed tells nothing more. */
interface ErrorDetails {
  '0101': Faults;
  '0102': Faults | undefined;
  too_many_requests: Wait;
  unavailable: Wait | undefined;
  user_locked: Wait;
  /** Exchanges the code of the mail for a session. */
  second_factor_required: { ticket: string };
  /** Lets the passenger choose a new password. */
  password_change: { resetToken: string };
  password_rules_violated: { password_errors: readonly string[] };
  card_already_yours: { cardId: number };
  NWA0012: { currency: string };
  /** What is due now. */
  debt_amount_changed: { amountMinor: number; currency: string };
  /** Until the next try; absent when no further try is allowed. */
  debt_tries_used: Wait | undefined;
  idempotency_key_running: Wait;
}
/** From the path of each field to the kind of its fault, and to the code that says it. */
type Faults = { fields: Record<string, string>; codes: Record<string, SystemCode> };
type Wait = { retryAfterSeconds: number };

/** What the answer with this code tells beside it; undefined when it may tell nothing. */
export type DetailsOf<C extends ErrorCode> = C extends keyof ErrorDetails ? ErrorDetails[C] : undefined;

/** The codes of refusals that time mends: they say how long to wait. */
export type WaitCode = {
  [C in keyof ErrorDetails]: Wait extends ErrorDetails[C] ? C : never;
}[keyof ErrorDetails];

/** Not a name that every object has. */
const form = /^((?!constructor$)[a-z]+(_[a-z]+)*|TOKEN_EXPIRED|010[127]|(NWA00|PS00|TM0[0-2])\d\d)$/;

/**
 * True when `code` has the form of ours; anything else a server or proxy says is treated as `TM0001`. Known by the form, so that the
 * browser need not hold them all; a code without a text is said in general words.
 */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && form.test(code);
}
