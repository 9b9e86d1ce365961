import { pathOf } from '@tapfolio/locales/paths.ts';
import { sha256 } from '../../lib/hashing.ts';
import type { AppContext } from '../../plugins/context.ts';
import * as sso from './single-sign-on.queries.ts';

/**
 * Where the browser goes after logout to end the session at the provider too; undefined for a session that hangs on none.
 * Only the issuer's own host and the configured addresses are ever named (ASVS 3.7.2). A provider that is down costs the
 * passenger nothing: our own session ends all the same.
 */
export async function providerLogoutAddress(
  context: AppContext,
  token: string | undefined,
): Promise<string | undefined> {
  const { identityProvider } = context;
  if (identityProvider === undefined || token === undefined) return undefined;
  const [session] = await sso.findIdToken(context.reads, [sha256(token)]);
  if (session === undefined) return undefined;
  const returnTo = new URL(pathOf('logout'), context.config.publicUrl).href;
  const address = await identityProvider.logoutAddress(session.id_token, returnTo).catch(() => undefined);
  return address !== undefined && isAllowed(context, address) ? address : undefined;
}

function isAllowed({ config }: AppContext, address: string): boolean {
  if (config.sso === undefined || !URL.canParse(address)) return false;
  const { origin } = new URL(address);
  return [config.sso.issuer, ...config.sso.logoutAddresses].some((allowed) => new URL(allowed).origin === origin);
}
