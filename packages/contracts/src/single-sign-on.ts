import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import { longestReturnTo } from './limits.ts';
import { language } from './shared.ts';
import { singleSignOnPaths } from './single-sign-on-paths.ts';

export const sessionCheckModes = ['redirect_check', 'internal'] as const;

/** How the page learns that the session at the identity provider has ended (spec section 4). */
export const oidcConfiguration = z.object({
  /** Whether passengers may sign in at an identity provider. */
  enabled: z.boolean(),
  /** How the page learns that the passenger signed out at the provider. */
  session_check: z.object({
    /** Whether the page looks at all. */
    enabled: z.boolean(),
    /** `redirect_check`: the page opens `endpoint` and looks where it is redirected. `internal`: it asks `user_is_logged`. */
    mode: z.enum(sessionCheckModes),
    /** The address of `redirect_check`. Null for `internal`. */
    endpoint: z.nullable(z.string()),
    /** The paths of the redirect which mean that the session at the provider has ended. Empty for `internal`. */
    logout_on: z.array(z.string()),
  }),
});
export type OidcConfiguration = z.infer<typeof oidcConfiguration>;

/** The error codes of these calls. */
export const codes = {
  sso_configuration_failed: {
    status: 503,
    means: 'The identity provider cannot be reached, or its settings do not match the portal’s.',
  },
  internal_communication_failed: { status: 503, means: 'Another server that the call needs cannot be reached.' },
  sso_failed: { status: 403, means: 'The answer of the identity provider is not valid for this sign-in.' },
  sso_email_taken: {
    status: 409,
    means: 'The e-mail address from the provider already has an account with a password here; the two are not joined.',
  },
} as const satisfies CatalogueEntries;

export const getServerSettings = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/sso/server_settings',
  who: 'anyone',
  lane: 'none',
  tag: 'single sign-on',
  summary: 'Whether passengers may sign in at an identity provider, and how the page watches their session there',
  query: z.object({
    /** The host of the page. It changes nothing: the specification has the caller send it. */
    domain: z.optional(z.string().check(z.maxLength(253))),
  }),
  answers: { 200: z.object({ oidc_configuration: oidcConfiguration }) },
});

/** Sends the browser to the identity provider. */
export const startSingleSignOn = defineCall({
  method: 'GET',
  path: singleSignOnPaths.start,
  who: 'browser',
  // Each start stores a row for ten minutes.
  rate: { places: 20 },
  query: z.object({
    return_to: z.optional(z.string().check(z.maxLength(longestReturnTo))),
    /** The language in which the passenger begins: that of a new account. */
    language: z.optional(language),
  }),
  refuses: [systemCodes.provider.unknown, 'sso_configuration_failed'],
  answers: {},
});

/** Where the identity provider sends the browser back to. */
export const finishSingleSignOn = defineCall({
  method: 'GET',
  path: singleSignOnPaths.callback,
  who: 'browser',
  refuses: [
    systemCodes.provider.unknown,
    'sso_failed',
    'sso_configuration_failed',
    'sso_email_taken',
    'user_not_active',
    'user_expired',
    'login_failed',
  ],
  answers: {},
});

/** The provider ends a session itself, without a browser (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export const receiveProviderLogout = defineCall({
  method: 'POST',
  path: '/internal/api/v1/sso/back_channel_logout',
  who: 'provider',
  rate: { perMinute: 600 },
  idempotency: 'natural',
  body: z.object({ logout_token: z.string().check(z.maxLength(8192)) }),
  refuses: [systemCodes.provider.unknown, 'internal_communication_failed'],
  answers: {},
});
