import { pathOf } from '@tapfolio/locales/paths.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { NoLogoutToken } from '../../gateways/identity-provider.ts';
import { AppError } from '../../lib/app-error.ts';
import { sha256 } from '../../lib/hashing.ts';
import { transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { providerOf } from './provider.ts';
import { marksOf } from './provider-marks.ts';
import * as sso from './single-sign-on.queries.ts';
import { takeProviderTurn } from './single-sign-on.service.ts';

/**
 * Where the browser goes after logout to end the session at the provider too; undefined for a session that did not begin at a
 * provider. Only the issuer's own host and the configured addresses are allowed (ASVS 3.7.2). If the provider is down, our own
 * session ends all the same.
 */
export async function providerLogoutAddress(
  context: Using<'readDb' | 'config' | 'identityProvider'>,
  token: string | undefined,
): Promise<string | undefined> {
  const { identityProvider } = context;
  if (identityProvider === undefined || token === undefined) return undefined;
  const [session] = await sso.findIdToken(context.readDb, { tokenHash: sha256(token) });
  if (session === undefined) return undefined;
  const returnTo = new URL(pathOf('logout'), context.config.publicUrl).href;
  const address = await identityProvider.logoutAddress(session.id_token, returnTo).catch(() => undefined);
  return address !== undefined && isAllowed(context, address) ? address : undefined;
}

function isAllowed({ config }: Using<'config'>, address: string): boolean {
  if (config.sso === undefined || !URL.canParse(address)) return false;
  const { origin } = new URL(address);
  return [config.sso.issuer, ...config.sso.logoutAddresses].some((allowed) => new URL(allowed).origin === origin);
}

/**
 * Applies the provider's back-channel logout (SES-17), once per token; a sign-in that is still on its way back is refused. @throws
 * `0102` for a token that is not the provider's, `internal_communication_failed` if the provider's keys could not be fetched.
 */
export async function applyProviderLogout(
  context: Using<'pool' | 'identityProvider'>,
  token: string,
  traceId: string,
): Promise<void> {
  const notice = await providerOf(context)
    .readLogoutNotice(token)
    .catch((cause: unknown) => {
      throw new AppError(cause instanceof NoLogoutToken ? '0102' : 'internal_communication_failed', undefined, {
        cause,
      });
    });
  await transaction(context.pool, async (tx) => {
    await takeProviderTurn(tx, notice);
    const { issuer, subject = null, providerSession = null, tokenId, issuedAt } = notice;
    const { sessionMark, subjectMark } = marksOf(notice);
    const [fresh] = await sso.noteLogoutToken(tx, { tokenId, signedOut: sessionMark ?? subjectMark, issuedAt });
    if (fresh === undefined) return;
    const ended = await sso.endSessionsOfProvider(tx, { issuer, subject, providerSession });
    for (const { passenger_id: passengerId } of ended)
      await recordAudit(tx, { kind: 'signed_out_by_provider', passengerId, traceId });
  });
}
