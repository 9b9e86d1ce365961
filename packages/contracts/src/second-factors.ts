import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { settingsAnswer } from './sessions.ts';
import { cardName, instant, noContent, nonEmptyPassword } from './shared.ts';

/** Bytes in base64url without padding. */
const base64url = z.string().check(z.maxLength(10_000), z.regex(/^[A-Za-z0-9_-]*$/));
/** How the browser can reach the authenticator, such as `internal` or `usb`. Absent if it does not say. */
const transports = z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)));

/** The answer of a browser's authenticator (WebAuthn level 3, JSON form). The WebAuthn library verifies it; this shape does not. */
const credential = {
  /** The id that the authenticator gave the key, in base64url. */
  id: base64url,
  /** The same as `id`. */
  rawId: base64url,
  /** The only kind of key that WebAuthn knows. */
  type: z.literal('public-key'),
  /** Whether the authenticator is part of the device. Absent if the browser does not say. */
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  /** What the extensions of WebAuthn say. They are not used. */
  clientExtensionResults: z.looseObject({}),
};

/** A new passkey, as `PublicKeyCredential.toJSON` of the browser gives it (WebAuthn: `RegistrationResponseJSON`). */
export const registrationResponse = z.object({
  ...credential,
  /** As WebAuthn defines `AuthenticatorAttestationResponseJSON`. */
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
});

/** The proof of a passkey, as `PublicKeyCredential.toJSON` of the browser gives it (WebAuthn: `AuthenticationResponseJSON`). */
export const assertionResponse = z.object({
  ...credential,
  /** As WebAuthn defines `AuthenticatorAssertionResponseJSON`. */
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    /** The account that the passkey is for, in base64url. Absent if the authenticator does not name it. */
    userHandle: z.optional(base64url),
  }),
});

/** Options in the form that the browser's WebAuthn API takes. */
const options = z.looseObject({
  /** In base64url. The other fields are those of the options of WebAuthn in JSON form. */
  challenge: z.string(),
});

/** Whether a sign-in with the password also needs a code that is sent by mail. */
const mailCode = z.boolean();

/** The most passkeys that one account may have. */
export const mostPasskeys = 10;

/** Identifies a passkey in our calls. The authenticator has another id for it. */
const passkeyId = z.uuid();

/** A passkey of the passenger. */
export const passkey = z.object({
  id: passkeyId,
  /** The name that the passenger gave it. */
  name: z.string(),
  /** When it was added. */
  createdAt: instant,
  /** When it last proved who the passenger is. Null before the first time. */
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;

/** The error codes of these calls. */
export const codes = {
  reauthentication_required: {
    status: 403,
    means: 'The passenger must prove again who they are, as their last proof is too old.',
  },
  sign_in_code_wrong: { status: 403, means: 'The code is wrong.' },
  sign_in_code_expired: { status: 410, means: 'The code has expired or was used, or too many wrong ones were tried.' },
  passkey_refused: { status: 403, means: 'The answer of the passkey is not valid.' },
  passkey_limit_reached: { status: 409, means: 'The account has as many passkeys as it may have.' },
} as const satisfies CatalogueEntries;

export const getPasskeySignInOptions = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/sessions/passkey_options',
  who: 'anyone',
  idempotency: 'none',
  tag: 'session',
  summary: 'A challenge for signing in with a passkey; it does not name an account',
  answers: { 200: options },
});

export const signInWithPasskey = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/sessions/passkey',
  who: 'anyone',
  idempotency: 'none',
  tag: 'session',
  summary: 'Sign in with a passkey; returns the settings and sets the session cookie',
  body: z.object({ response: assertionResponse }),
  refuses: ['passkey_refused', 'login_failed'],
  answers: { 200: settingsAnswer },
});

export const signInWithCode = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/sessions/code',
  who: 'anyone',
  idempotency: 'none',
  tag: 'session',
  summary: 'Finish a sign-in with the code sent by mail',
  body: z.object({
    /** `details.ticket` of the refusal `second_factor_required`. */
    ticket: z.string().check(z.minLength(20), z.maxLength(100)),
    /** The six digits of the mail. */
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/)),
  }),
  refuses: ['sign_in_code_wrong', 'sign_in_code_expired', 'password_change', 'login_failed'],
  answers: { 200: settingsAnswer },
});

export const getSecondFactors = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/second_factors',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  tag: 'account',
  summary: 'The passenger’s own passkeys, and whether sign-in needs a code sent by mail',
  answers: {
    200: z.object({
      /** The passkeys, the oldest first. */
      passkeys: z.array(passkey),
      mailCode,
    }),
  },
});

export const getPasskeyOptions = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/passkeys/options',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  idempotency: 'none',
  tag: 'account',
  summary: 'A challenge for adding a passkey; needs a recent proof of identity',
  refuses: ['reauthentication_required'],
  answers: { 200: options },
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/passkeys',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  idempotency: 'none',
  tag: 'account',
  summary: 'Add a passkey with a name',
  body: z.object({
    /** The name that the passenger gives the passkey, with the same limits as the name of a card. */
    name: cardName,
    response: registrationResponse,
  }),
  refuses: ['passkey_refused', 'passkey_limit_reached', 'card_name_is_card_number'],
  answers: { 201: z.object({ id: passkeyId }) },
});

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/auth/user/passkeys/:passkeyId',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'Remove a passkey; needs a recent proof of identity',
  params: z.object({ passkeyId }),
  refuses: ['reauthentication_required', systemCodes.passkey.unknown],
  answers: { 204: noContent },
});

export const setMailCode = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/auth/user/second_factors',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'Turn the code by mail at sign-in on or off; needs a recent proof of identity',
  body: z.object({ mailCode }),
  refuses: ['reauthentication_required'],
  answers: { 204: noContent },
});

export const getConfirmOptions = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/confirmation/options',
  who: 'passenger',
  permission: ['account-edit'],
  idempotency: 'none',
  tag: 'account',
  summary: 'A challenge for proving the passenger’s identity again with a passkey',
  answers: { 200: options },
});

export const confirmIdentity = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/confirmation',
  who: 'passenger',
  permission: ['account-edit'],
  idempotency: 'none',
  lane: 'passwords',
  tag: 'account',
  summary: 'Prove the passenger’s identity again with password or passkey; the proof is valid for five minutes',
  body: z.union([z.object({ password: nonEmptyPassword }), z.object({ response: assertionResponse })]),
  refuses: ['password_old_incorrect', 'passkey_refused'],
  answers: { 204: noContent },
});
