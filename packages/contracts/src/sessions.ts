import * as z from 'zod/mini';
import { portalConfig } from './portal-config.ts';
import { instant, language, noContent, refusals } from './shared.ts';

const signInBody = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

/** The passenger's settings, in the specification's own names (spec section 3), and `consent_due`. Dates are ISO 8601 UTC or null. */
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
  /** The data-protection terms in force are others than those agreed to (REG-03). Never true of who agreed elsewhere. */
  consent_due: z.boolean(),
  passwd_rule_digits_count: z.int(),
  passwd_rule_length: z.int(),
  passwd_rule_big_letters_count: z.int(),
  passwd_rule_small_letters_count: z.int(),
  passwd_rule_special_chars_count: z.int(),
  passwd_rule_max_repeat: z.int(),
  passwd_rule_must_change_on_login: z.boolean(),
  passwd_rule_must_change_after_days_count: z.int(),
  passwd_rule_must_change_after_login_count: z.int(),
});
export type UserSettings = z.infer<typeof userSettings>;

export const settingsAnswer = z.object({ user: userSettings, portal_config: portalConfig });
export type SettingsAnswer = z.infer<typeof settingsAnswer>;

export const signIn = {
  operationId: 'signIn',
  tags: ['session'],
  summary: 'Sign in with e-mail address and password; answers the settings and sets the session cookie',
  body: signInBody,
  response: { 200: settingsAnswer, ...refusals },
};

export const getSettings = {
  operationId: 'getSettings',
  tags: ['session'],
  summary: 'The signed-in passenger and the portal configuration',
  querystring: z.object({ domain: z.optional(z.string().check(z.maxLength(253))) }),
  response: { 200: settingsAnswer, ...refusals },
};

export const userIsLogged = {
  operationId: 'userIsLogged',
  tags: ['session'],
  summary: 'Whether the session cookie is still good; never extends it',
  querystring: z.object({ invoked_by: z.optional(z.string().check(z.maxLength(200))) }),
  response: {
    200: z.object({ is_logged: z.boolean(), reason: z.optional(z.enum(['none', 'idle', 'expired', 'ended'])) }),
    ...refusals,
  },
};

export const signOut = {
  operationId: 'signOut',
  tags: ['session'],
  summary: 'End the session; may name an address of the identity provider to go to next',
  response: { 200: z.object({ data: z.object({ sso_logout_redirect: z.optional(z.string()) }) }), ...refusals },
};

export const giveConsent = {
  operationId: 'giveConsent',
  tags: ['session'],
  summary: 'Consent to the data-protection terms in force',
  response: { 204: noContent, ...refusals },
};

export const setLanguage = {
  operationId: 'setLanguage',
  tags: ['session'],
  summary: 'Keep the chosen language in the account, for mails and receipts',
  body: z.object({ display_language: language }),
  response: { 204: noContent, ...refusals },
};
