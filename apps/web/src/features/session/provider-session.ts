import type { OidcConfiguration } from '@tapfolio/contracts/single-sign-on.ts';
import { call, whereLed } from '../../lib/api-client.ts';
import { askIsLogged } from './api/ask-is-logged.ts';

export type SessionCheck = OidcConfiguration['session_check'];

/** True if an address is one of those that mean "signed out there": a path of any host, or a whole address. */
export function isLogoutAddress(address: URL, logoutOn: readonly string[]): boolean {
  return logoutOn.some((entry) =>
    entry.startsWith('/') ? address.pathname === entry : `${address.origin}${address.pathname}` === entry,
  );
}

/** How to watch the session at the identity provider, if at all (SES-12). */
export async function readSessionCheck(domain: string): Promise<SessionCheck | undefined> {
  const { oidc_configuration: oidc } = await call('getServerSettings', { query: { domain } });
  return oidc.enabled && oidc.session_check.enabled ? oidc.session_check : undefined;
}

/**
 * Asks once whether the session has ended: by where the provider's address redirects to (SES-13), or by asking our own
 * server (SES-14). If there is no answer, nothing ends; the provider's back-channel logout reaches the server anyway.
 */
export async function hasEnded(check: SessionCheck, path: string): Promise<boolean> {
  if (check.mode === 'internal') {
    const { is_logged } = await askIsLogged(path);
    return !is_logged;
  }
  const led = check.endpoint === null ? undefined : await whereLed(check.endpoint);
  return led !== undefined && isLogoutAddress(led, check.logout_on);
}
