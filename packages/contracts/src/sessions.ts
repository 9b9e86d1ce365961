import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details, type Wait } from './errors/catalogue-entry.ts';
import { longestInvokedBy } from './limits.ts';
import { portalConfig } from './portal-config.ts';
import { consentVersion, instant, language, noContent, nonEmptyPassword } from './shared.ts';

const signInBody = z.object({
  /** The e-mail address of the account. Case makes no difference. */
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  password: nonEmptyPassword,
});

/** The rules for a new password, with the names of the specification. */
export const passwordRuleFields = {
  /** The least number of digits. 0 for no restriction. */
  passwd_rule_digits_count: z.int(),
  /** The least number of characters. */
  passwd_rule_length: z.int(),
  /** The least number of capital letters. 0 for no restriction. */
  passwd_rule_big_letters_count: z.int(),
  /** The least number of lower-case letters. 0 for no restriction. */
  passwd_rule_small_letters_count: z.int(),
  /** The least number of characters that are neither letters nor digits. 0 for no restriction. */
  passwd_rule_special_chars_count: z.int(),
  /** How many of the last passwords may not be used again. 0 for no restriction. */
  passwd_rule_max_repeat: z.int(),
};

/** The passenger's settings, with the names of the specification. */
export const userSettings = z.object({
  /** The address with which the passenger signs in. */
  email: z.string(),
  /** Null if the passenger has named none. */
  first_name: z.nullable(z.string()),
  /** Null if the passenger has named none. */
  last_name: z.nullable(z.string()),
  /** The same as `email`. */
  username: z.string(),
  /** What the passenger may do: screens by their names and acts as `screen.act`, in groups. The server refuses everything else. */
  permissions: z.record(z.string(), z.array(z.string())),
  /** Whether an identity provider signs the passenger in. Then there is no password here. */
  is_sso_shadow_user: z.boolean(),
  /** Seconds without a call after which the session ends. 0 for never. */
  max_user_idle_time: z.int(),
  /** The last sign-in with the right password, passkey or code, this one included. Null before the first. */
  last_correct_login_date: z.nullable(instant),
  /** The last sign-in that failed. Null if none did. */
  last_incorrect_login_date: z.nullable(instant),
  /** How many sign-ins have failed since the account was made. */
  incorrect_login_count: z.int(),
  /** How many sign-ins were right since the account was made. */
  correct_login_count: z.int(),
  /** When the passenger last signed out. Null before the first time. */
  last_logout_date: z.nullable(instant),
  /** Whether the page opens its home screen whatever address was asked for. */
  show_first_page: z.boolean(),
  /** The language of mails and receipts, and of names where a call asks for none. */
  display_language: language,
  /** Which news of cards come by mail. Missing in the answer of an older server. */
  card_news: z.optional(
    z.object({
      /** That a card is refused because of an unpaid fare. */
      refused: z.boolean(),
      /** That a card is accepted again. */
      accepted: z.boolean(),
      /** That money came back to a card. Missing in the answer of the release before. */
      refunded: z.optional(z.boolean()),
      /** What all cards did in a month. False until the passenger turns it on. Missing in the answer of the release before. */
      month: z.optional(z.boolean()),
    }),
  ),
  /** True if the passenger agreed to older data-protection terms (REG-03). Never true for a passenger who agrees elsewhere. */
  consent_due: z.boolean(),
  ...passwordRuleFields,
  /** Whether the first sign-in asks for a new password. */
  passwd_rule_must_change_on_login: z.boolean(),
  /** The age in days at which a password must be changed. 0 for never. */
  passwd_rule_must_change_after_days_count: z.int(),
  /** The number of sign-ins after which a password must be changed. 0 for never. */
  passwd_rule_must_change_after_login_count: z.int(),
});
export type UserSettings = z.infer<typeof userSettings>;

/** The passenger who is signed in, and the operator. */
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
  query: z.object({
    /** The host of the page. It changes nothing: the specification has the caller send it. */
    domain: z.optional(z.string().check(z.maxLength(253))),
  }),
  answers: { 200: settingsAnswer },
});

export const userIsLogged = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user_is_logged',
  who: 'anyone',
  tag: 'session',
  summary: 'Whether the session cookie is still valid; never extends the session',
  query: z.object({
    /** The path of the page that asks. It changes nothing: the specification has the caller send it. */
    invoked_by: z.optional(z.string().check(z.maxLength(longestInvokedBy))),
  }),
  answers: {
    200: z.object({
      /** Whether the cookie belongs to a session that is still valid. */
      is_logged: z.boolean(),
      /**
       * Why not; absent if it is valid. `none`: the call has no cookie. `idle`: no call for too long. `expired`: its longest time is over.
       * `ended`: signed out, ended from elsewhere, or not known.
       */
      reason: z.optional(z.enum(['none', 'idle', 'expired', 'ended'])),
    }),
  },
});

export const signOut = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/logout',
  who: 'anyone',
  tag: 'session',
  summary: 'End the session; the answer may name an address of the identity provider to open next',
  refuses: ['cross_site_request'],
  answers: {
    200: z.object({
      /** What the page does next. */
      data: z.object({
        /** The address to open, so that the session at the identity provider ends too. Absent if there is none. */
        sso_logout_redirect: z.optional(z.string()),
      }),
    }),
  },
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
  body: z.object({
    /** One of the languages that the operator offers. */
    display_language: language,
  }),
  refuses: ['NWA0014'],
  answers: { 204: noContent },
});
