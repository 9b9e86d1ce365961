import type { BackendCode } from './errors/backend-codes.ts';
import type { PaymentCode } from './errors/payment-codes.ts';
import type { RefundCode } from './errors/refund-codes.ts';
import type { SystemCode } from './errors/system-codes.ts';

/**
 * The codes of every day with their HTTP status. The families of the specification stand in `errors/`, all codes together in
 * `error-catalogue.ts`, and `docs/errors.md` shows them. Spellings are the specification's own where it names one (section 8).
 * Each code has a text in every language: `errors.json` has those that the browser always holds, `faults.json` those that it
 * loads when such a code arrives.
 */
export const dailyStatus = {
  // input and authorisation families of spec section 8
  '0101': 400,
  '0102': 400,
  '0107': 403,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  cross_site_request: 403,
  too_many_requests: 429,
  unavailable: 503,
  // what the database failed to do, which no caller could have avoided
  db_cannot_read: 500,
  db_cannot_insert: 500,
  db_cannot_update: 500,
  db_cannot_delete: 500,
  // between servers
  sso_configuration_failed: 503,
  internal_communication_failed: 503,
  // session and sign-in
  unauthenticated: 401,
  TOKEN_EXPIRED: 401,
  login_failed: 403,
  user_locked: 403,
  user_not_active: 403,
  user_expired: 403,
  password_change: 403,
  reauthentication_required: 403,
  // registration and its confirmation by mail
  consent_outdated: 409,
  confirmation_password_incorrect: 422,
  // passwords
  password_rules_violated: 422,
  password_old_empty: 422,
  password_old_incorrect: 422,
  password_new_empty: 422,
  no_valid_username: 422,
  password_at_provider: 409,
  // second factors
  second_factor_required: 403,
  sign_in_code_wrong: 403,
  sign_in_code_expired: 410,
  passkey_refused: 403,
  passkey_limit_reached: 409,
  // single sign-on
  sso_failed: 403,
  sso_email_taken: 409,
  // cards
  user_card_name_not_unique: 409,
  xtat_number_not_unique: 409,
  card_already_yours: 409,
  card_not_replaced: 409,
  card_name_is_card_number: 422,
  card_last_cannot_be_unlinked: 409,
  card_claim_not_proven: 422,
  card_claim_pending: 409,
  card_claim_refused: 409,
  card_claim_withdrawn: 409,
  card_claim_ended: 409,
  // favourites
  sales_package_too_old: 409,
  favourite_already_chosen: 409,
  favourite_limit_reached: 409,
  // unpaid fares and calls that must not act twice
  debt_not_found: 404,
  debt_amount_changed: 409,
  debt_collection_running: 409,
  debt_settled: 409,
  debt_tries_used: 409,
  idempotency_key_reused: 422,
  idempotency_key_running: 409,
  debt_payment_not_offered: 409,
} as const satisfies Record<string, number>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof dailyStatus | PaymentCode | RefundCode | SystemCode | BackendCode;

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
