import * as z from 'zod/mini';
import { refusals } from './shared.ts';

export const sessionCheckModes = ['redirect_check', 'internal'] as const;

/** How the page learns that the session at the identity provider has ended (spec section 4). */
export const oidcConfiguration = z.object({
  enabled: z.boolean(),
  session_check: z.object({
    enabled: z.boolean(),
    mode: z.enum(sessionCheckModes),
    endpoint: z.nullable(z.string()),
    logout_on: z.array(z.string()),
  }),
});
export type OidcConfiguration = z.infer<typeof oidcConfiguration>;

export const getServerSettings = {
  operationId: 'getServerSettings',
  tags: ['single sign-on'],
  summary: 'Whether passengers may come through an identity provider, and how their session there is watched',
  querystring: z.object({ domain: z.optional(z.string().check(z.maxLength(253))) }),
  response: { 200: z.object({ oidc_configuration: oidcConfiguration }), ...refusals },
};
