import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details, type Wait } from './errors/catalogue-entry.ts';
import { longestInvokedBy } from './limits.ts';
import { portalConfig } from './portal-config.ts';
import { consentVersion, instant, language, noContent, nonEmptyPassword } from './shared.ts';

const signInBody = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  password: nonEmptyPassword,
});

/** The rules for a new password, with the names of the specification. 0 means no restriction. */
export const passwordRuleFields = {
  passwd_rule_digits_count: z.int(),
  passwd_rule_length: z.int(),
  passwd_rule_big_letters_count: z.int(),
  passwd_rule_small_letters_count: z.int(),
  passwd_rule_special_chars_count: z.int(),
  passwd_rule_max_repeat: z.int(),
};

/** The passenger's settings with the names of the specification (section 3), and `consent_due`. Dates are ISO 8601 UTC or null. */
export const userSettings = z.object({
  email: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  username: z.string(),
  permissions: z.record(z.string(), z.array(z.string())),
  is_sso_shadow_user: z.boolean(),
  max_user_idle_time: z.int(),
  last_correct_login_date: z.nullable(instant),
  last_incorrect_login_date: z.nullable(instant),
  incorrect_login_count: z.int(),
  correct_login_count: z.int(),
  last_logout_date: z.nullable(instant),
  show_first_page: z.boolean(),
  display_language: language,
  /** True if the passenger agreed to older data-protection terms (REG-03). Never true for a passenger who agrees elsewhere. */
  consent_due: z.boolean(),
  ...passwordRuleFields,
  passwd_rule_must_change_on_login: z.boolean(),
  passwd_rule_must_change_after_days_count: z.int(),
  passwd_rule_must_change_after_login_count: z.int(),
});
export type UserSettings = z.infer<typeof userSettings>;

export const settingsAnswer = z.object({ user: userSettings, portal_config: portalConfig });
export type SettingsAnswer = z.infer<typeof settingsAnswer>;

/** The error codes of these calls. */
export const codes = {
  login_failed: { status: 403, means: 'The address or the password is wrong; the answer does not say which.' },
  user_locked: {
    status: 403,
    means:
      'Too many wrong passwords for this address. `Retry-After` says when to ask again at the earliest, not when the lock ends.',
    details: details<Wait>(),
  },
  user_not_active: { status: 403, means: 'The account is not active.' },
  user_expired: { status: 403, means: 'The account has expired.' },
  password_change: {
    status: 403,
    means: 'The password is right but must be changed first, with `details.resetToken`.',
    details: details<{ resetToken: string }>(),
  },
  second_factor_required: {
    status: 403,
    means: 'The password is right; a code was sent by mail. The caller sends the code back with `details.ticket`.',
    details: details<{ ticket: string }>(),
  },
  consent_outdated: { status: 409, means: 'The passenger agreed to terms that are no longer in force.' },
} as const satisfies CatalogueEntries;

export const signIn = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/sessions',
  who: 'anyone',
  idempotency: 'none',
  lane: 'passwords',
  tag: 'session',
  summary: 'Sign in with e-mail address and password; returns the settings and sets the session cookie',
  body: signInBody,
  refuses: [
    'login_failed',
    'user_locked',
    'user_not_active',
    'user_expired',
    'second_factor_required',
    'password_change',
  ],
  answers: { 200: settingsAnswer },
});

export const getSettings = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/get_settings',
  who: 'passenger',
  permission: { noneBecause: 'It tells the page what is permitted.' },
  tag: 'session',
  summary: 'The signed-in passenger and the portal configuration',
  query: z.object({ domain: z.optional(z.string().check(z.maxLength(253))) }),
  answers: { 200: settingsAnswer },
});

export const userIsLogged = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user_is_logged',
  who: 'anyone',
  tag: 'session',
  summary: 'Whether the session cookie is still valid; never extends the session',
  query: z.object({ invoked_by: z.optional(z.string().check(z.maxLength(longestInvokedBy))) }),
  answers: {
    200: z.object({ is_logged: z.boolean(), reason: z.optional(z.enum(['none', 'idle', 'expired', 'ended'])) }),
  },
});

export const signOut = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/logout',
  who: 'anyone',
  tag: 'session',
  summary: 'End the session; the answer may name an address of the identity provider to open next',
  refuses: ['cross_site_request'],
  answers: { 200: z.object({ data: z.object({ sso_logout_redirect: z.optional(z.string()) }) }) },
});

export const giveConsent = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/consent',
  who: 'passenger',
  permission: ['account-edit.consent'],
  idempotency: 'natural',
  tag: 'session',
  summary: 'Consent to the data-protection terms in force',
  query: z.object({
    /** The version of the terms that the caller has shown. Without it, the caller has shown the terms in force. */
    consentVersion: z.optional(consentVersion),
  }),
  refuses: ['consent_outdated'],
  answers: { 204: noContent },
});

export const setLanguage = defineCall({
  method: 'PATCH',
  path: '/public/api/v1/auth/user/settings',
  who: 'passenger',
  permission: ['account-edit.language'],
  idempotency: 'natural',
  tag: 'session',
  summary: 'Keep the chosen language in the account, for mails and receipts',
  body: z.object({ display_language: language }),
  refuses: ['NWA0014'],
  answers: { 204: noContent },
});
