import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { mostPasskeys, passkey } from './second-factors.ts';
import { passwordRuleFields } from './sessions.ts';
import { noContent, typedPassword } from './shared.ts';

/** The token of the link in the mail. It is valid for a limited time and sets a password once. */
const resetToken = z.string().check(z.minLength(1), z.maxLength(100));

/** The address with which the passenger signs in. */
const accountAddress = z.string();

/** The error codes of these calls. */
export const codes = {
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
} as const satisfies CatalogueEntries;

export const requestPasswordReset = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/password_reset',
  who: 'anyone',
  idempotency: 'none',
  tag: 'password',
  summary: 'Request a mail with a link to choose a new password; the answer does not tell whether the address is known',
  body: z.object({
    /** The address of the account. The mail goes there, if there is one. */
    email: z.string().check(z.minLength(1), z.maxLength(254)),
  }),
  refuses: ['no_valid_username'],
  answers: { 202: noContent },
});

export const getPasswordRules = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/password_rules',
  who: 'anyone',
  tag: 'password',
  summary:
    'The password rules for a reset token, whose account it is, and its passkeys if the password was forgotten; the token stays valid',
  query: z.object({ token: resetToken }),
  refuses: [systemCodes.resetToken.unknown],
  answers: {
    200: z.object({
      email: accountAddress,
      ...passwordRuleFields,
      /** The passkeys to choose from for `keep_passkeys`. Empty if the password was not forgotten: all of them stay. */
      passkeys: z.array(passkey),
    }),
  },
});

export const confirmPasswordReset = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/password_reset_confirm',
  who: 'anyone',
  idempotency: 'natural',
  lane: 'passwords',
  tag: 'password',
  summary:
    'Choose a new password with a reset token, which works once; ends all sessions and, if the password was forgotten, removes the passkeys that are not named',
  body: z.object({
    reset_token: resetToken,
    new_password: typedPassword,
    /** The passkeys that the owner wants to keep. All others are removed: an intruder may have added one. */
    keep_passkeys: z._default(z.array(z.uuid()).check(z.maxLength(mostPasskeys)), []),
  }),
  refuses: [
    systemCodes.resetToken.unknown,
    'password_at_provider',
    'user_expired',
    'user_not_active',
    'password_new_empty',
    'password_rules_violated',
  ],
  // The specification reads them there (AUTH-11).
  besideError: z.object({
    /** The same as `error.code`. */
    statusText: z.string(),
    /** The names of the rules that the new password breaks. Empty if it was refused for another reason. */
    password_errors: z.array(z.string()),
  }),
  answers: { 200: z.object({ email: accountAddress }) },
});

export const changePassword = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/password_change',
  who: 'passenger',
  permission: ['account-edit.password'],
  idempotency: 'none',
  lane: 'passwords',
  tag: 'password',
  summary: 'Change the passenger’s own password; ends all other sessions',
  body: z.object({ old_password: typedPassword, new_password: typedPassword }),
  refuses: [
    'password_old_empty',
    'password_old_incorrect',
    'password_new_empty',
    'password_rules_violated',
    'user_expired',
    'user_not_active',
  ],
  answers: { 204: noContent },
});
