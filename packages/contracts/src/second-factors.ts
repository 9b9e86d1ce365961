import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { settingsAnswer } from './sessions.ts';
import { cardName, instant, noContent, nonEmptyPassword } from './shared.ts';

const base64url = z.string().check(z.maxLength(10_000), z.regex(/^[A-Za-z0-9_-]*$/));
const transports = z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)));

/** The answer of a browser's authenticator (WebAuthn level 3, JSON form). The WebAuthn library verifies it; this shape does not. */
const credential = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response,
    authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
    clientExtensionResults: z.looseObject({}),
  });

export const registrationResponse = credential(
  z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
);

export const assertionResponse = credential(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
);

/** Options in the form that the browser's WebAuthn API takes. */
const options = z.looseObject({ challenge: z.string() });

/** The most passkeys that one account may have. */
export const mostPasskeys = 10;

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instant,
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
    ticket: z.string().check(z.minLength(20), z.maxLength(100)),
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
  answers: { 200: z.object({ passkeys: z.array(passkey), mailCode: z.boolean() }) },
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
  body: z.object({ name: cardName, response: registrationResponse }),
  refuses: ['passkey_refused', 'passkey_limit_reached', 'card_name_is_card_number'],
  answers: { 201: z.object({ id: z.uuid() }) },
});

export const removePasskey = defineCall({
  method: 'DELETE',
  path: '/public/api/v1/auth/user/passkeys/:passkeyId',
  who: 'passenger',
  permission: ['account-edit.second-factors'],
  idempotency: 'natural',
  tag: 'account',
  summary: 'Remove a passkey; needs a recent proof of identity',
  params: z.object({ passkeyId: z.uuid() }),
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
  body: z.object({ mailCode: z.boolean() }),
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
