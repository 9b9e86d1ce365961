import { type CatalogueEntry, details, type Wait } from './catalogue-entry.ts';
import type { SystemCode } from './system-codes.ts';

/** For the path of each wrong field: the kind of its fault (`fields`) and the error code (`codes`). */
type Faults = { fields: Record<string, string>; codes: Record<string, SystemCode> };

/**
 * The codes that calls answer with most. The numbered families of the specification are in the files beside this one;
 * `error-catalogue.ts` joins all codes, and `docs/errors.md` lists them. The spelling is the specification's (section 8) if it
 * has one. Each code has a text in every language: the browser always holds `errors.json`, and loads `faults.json` when a code
 * from it arrives. The browser does not load this file.
 */
export const dailyCodes = {
  // input and authorisation families of spec section 8
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
  too_many_requests: {
    status: 429,
    means: 'A rate limit is used up; `Retry-After` says how long to wait.',
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
  // between servers
  sso_configuration_failed: {
    status: 503,
    means: 'The identity provider cannot be reached, or its settings do not match the portal’s.',
  },
  internal_communication_failed: { status: 503, means: 'Another server that the call needs cannot be reached.' },
  // session and sign-in
  unauthenticated: { status: 401, means: 'The session, key or signature is missing or not valid.' },
  TOKEN_EXPIRED: { status: 401, means: 'The session has reached its absolute end; the passenger must sign in again.' },
  login_failed: { status: 403, means: 'The address or the password is wrong; the answer does not say which.' },
  user_locked: {
    status: 403,
    means: 'Too many wrong passwords for this address; `Retry-After` says how long to wait.',
    details: details<Wait>(),
  },
  user_not_active: { status: 403, means: 'The account is not active.' },
  user_expired: { status: 403, means: 'The account has expired.' },
  password_change: {
    status: 403,
    means: 'The password is right but must be changed first, with `details.resetToken`.',
    details: details<{ resetToken: string }>(),
  },
  reauthentication_required: {
    status: 403,
    means: 'The passenger must prove again who they are, as their last proof is too old.',
  },
  // registration and its confirmation by mail
  consent_outdated: { status: 409, means: 'The passenger agreed to terms that are no longer in force.' },
  confirmation_password_incorrect: {
    status: 422,
    means: 'The password is not the one that was chosen at registration.',
  },
  // passwords
  password_rules_violated: {
    status: 422,
    means: 'The new password breaks rules; `details.password_errors` names them.',
    details: details<{ password_errors: readonly string[] }>(),
  },
  password_old_empty: { status: 422, means: 'The present password is empty.' },
  password_old_incorrect: { status: 422, means: 'The present password is wrong.' },
  password_new_empty: { status: 422, means: 'The new password is empty.' },
  no_valid_username: { status: 422, means: 'The address does not have the form of an e-mail address.' },
  password_at_provider: {
    status: 409,
    means: 'The passenger signs in at an identity provider and has no password here.',
  },
  // second factors
  second_factor_required: {
    status: 403,
    means: 'The password is right; a code was sent by mail. The caller sends the code back with `details.ticket`.',
    details: details<{ ticket: string }>(),
  },
  sign_in_code_wrong: { status: 403, means: 'The code is wrong.' },
  sign_in_code_expired: { status: 410, means: 'The code has expired or was used, or too many wrong ones were tried.' },
  passkey_refused: { status: 403, means: 'The answer of the passkey is not valid.' },
  passkey_limit_reached: { status: 409, means: 'The account has as many passkeys as it may have.' },
  // single sign-on
  sso_failed: { status: 403, means: 'The answer of the identity provider is not valid for this sign-in.' },
  sso_email_taken: {
    status: 409,
    means: 'The e-mail address from the provider already has an account with a password here; the two are not joined.',
  },
  // cards
  user_card_name_not_unique: { status: 409, means: 'Another card of the passenger has this name.' },
  xtat_number_not_unique: { status: 409, means: 'Another account has this card.' },
  card_already_yours: {
    status: 409,
    means: 'The passenger has this card already, as `details.cardId`.',
    details: details<{ cardId: number }>(),
  },
  card_not_replaced: {
    status: 409,
    means: 'No replacement is offered for this card, or not the one that the call names.',
  },
  card_name_is_card_number: { status: 422, means: 'The name looks like the number of a payment card.' },
  card_last_cannot_be_unlinked: { status: 409, means: 'It is the only card of the account.' },
  card_claim_not_proven: {
    status: 422,
    means: 'The two statement lines do not prove that the card is the passenger’s.',
  },
  card_claim_pending: { status: 409, means: 'Another claim of the card is already open.' },
  card_claim_refused: {
    status: 409,
    means: 'The owner of the card objected to a claim of this passenger in the last 90 days.',
  },
  card_claim_withdrawn: { status: 409, means: 'The passenger gave up a claim of this card in the last 7 days.' },
  card_claim_ended: {
    status: 409,
    means: 'The claim has already ended in another way, or it is not a claim by this passenger or of their cards.',
  },
  // favourites
  sales_package_too_old: { status: 409, means: 'The package was sold more than four weeks ago.' },
  favourite_already_chosen: { status: 409, means: 'The package is a favourite already.' },
  favourite_limit_reached: { status: 409, means: 'The passenger has two favourites already.' },
  // unpaid fares, and calls that must not be carried out twice
  debt_not_found: {
    status: 404,
    means: 'The unpaid fare does not exist. Without an account: no unpaid fare has this reference and amount.',
  },
  debt_amount_changed: {
    status: 409,
    means: 'Another amount is due now: `details.amountMinor` and `details.currency`.',
    details: details<{ amountMinor: number; currency: string }>(),
  },
  debt_collection_running: { status: 409, means: 'The fare is being collected already.' },
  debt_settled: { status: 409, means: 'The fare is paid.' },
  debt_tries_used: {
    status: 409,
    means: 'No further try is allowed, or none before `Retry-After`.',
    details: details<Wait | undefined>(),
  },
  idempotency_key_reused: { status: 422, means: 'The `Idempotency-Key` was used for another request.' },
  idempotency_key_running: {
    status: 409,
    means: 'The first request with this `Idempotency-Key` is not answered yet.',
    details: details<Wait>(),
  },
  debt_payment_not_offered: {
    status: 409,
    means:
      'The fare cannot be paid here: no bank is set up, the operator withholds paying, or the fare has no statement reference.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

/** A code of this file. */
export type DailyCode = keyof typeof dailyCodes;
