import type { OidcConfiguration } from '@tapfolio/contracts/single-sign-on.ts';
import type { Config } from '../../config/config.ts';

/** SES-12: what the page needs to know of the provider; nothing about the client is in it. */
export function presentServerSettings({ sso }: Config): { oidc_configuration: OidcConfiguration } {
  const check = sso?.sessionCheck;
  return {
    oidc_configuration: {
      enabled: sso !== undefined,
      session_check: {
        enabled: check !== undefined,
        mode: check?.mode ?? 'internal',
        endpoint: check?.endpoint ?? null,
        logout_on: check?.logoutOn ?? [],
      },
    },
  };
}
