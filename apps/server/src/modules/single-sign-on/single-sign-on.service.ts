import type { Locale } from '@tapfolio/domain/locale.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type IdentityProvider, NoLogoutToken, type ProvenIdentity } from '../../gateways/identity-provider.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { normaliseEmail } from '../../lib/email-address.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type NewSession, openSession, refuseClosedAccount } from '../sessions/sessions.service.ts';
import { ownPath } from './own-path.ts';
import * as sso from './single-sign-on.queries.ts';

export interface Departure {
  /** The provider's page to send the browser to. */
  address: string;
  /** For a cookie: only the browser that left may come back. */
  browserToken: string;
}

/** Starts a trip to the provider. @throws `not_found` when there is none, `unavailable` when it does not answer. */
export async function depart(context: AppContext, returnTo: string | undefined): Promise<Departure> {
  const { address, proof } = await providerOf(context)
    .begin()
    .catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause });
    });
  const browserToken = newToken();
  const values = [sha256(proof.state), sha256(browserToken), proof.nonce, proof.codeVerifier, ownPath(returnTo)];
  await sso.insertFlow(context.pool, values);
  return { address, browserToken };
}

export interface Arrival extends Omit<NewSession, 'passengerId' | 'provenBy'> {
  /** The query the provider sent the browser back with, question mark included. */
  query: string;
  browserToken: string | undefined;
  language: Locale;
}

/**
 * Finishes a trip: redeems the code, finds or makes the shadow user (SES-15) and opens a session. @throws `sso_failed` for
 * every return that is not exactly the one awaited, `sso_email_taken` when the address has an account of its own (accounts
 * are never joined by address), `user_not_active` and `user_expired` when the account is not open.
 */
export async function arrive(context: AppContext, input: Arrival): Promise<{ token: string; returnTo: string }> {
  const provider = providerOf(context);
  const state = new URLSearchParams(input.query).get('state');
  assertThat(state !== null && input.browserToken !== undefined, 'sso_failed');
  const [flow] = await sso.takeFlow(context.pool, [sha256(state), sha256(input.browserToken)]);
  assertThat(flow !== undefined, 'sso_failed');
  const proof = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
  const identity = await provider
    .finish(new URL(`${redirectUriOf(context)}${input.query}`), proof)
    .catch(async (cause: unknown) => {
      await recordAudit(context.pool, { kind: 'sso_refused', passengerId: null, traceId: input.traceId });
      throw new AppError('sso_failed', undefined, { cause });
    });
  const account = await settleIdentity(context, identity, input);
  await refuseClosedAccount(context, account, input.traceId);
  const passengerId = account.passenger_id;
  await refreshAddress(context, { passengerId, identity, traceId: input.traceId });
  const { token } = await openSession(
    context,
    { ...input, passengerId, provenBy: 'provider' },
    async (tx, tokenHash) => {
      const { issuer, subject, providerSession = null, idToken } = identity;
      await sso.insertSsoSession(tx, [tokenHash, issuer, subject, providerSession, idToken]);
    },
  );
  return { token, returnTo: flow.return_to };
}

/** Finds the account of a proven identity or makes one; parallel first sign-ins make one together. */
async function settleIdentity(context: AppContext, identity: ProvenIdentity, input: Arrival): Promise<sso.IdentityRow> {
  return await transaction(context.pool, async (tx) => {
    await sso.lockIdentity(tx, [`${identity.issuer} ${identity.subject}`]);
    const [known] = await sso.findIdentity(tx, [identity.issuer, identity.subject]);
    if (known === undefined) {
      const passengerId = await makeShadowUser(context, tx, identity, input);
      return { passenger_id: passengerId, status: 'active' };
    }
    const names = [identity.firstName ?? null, identity.lastName ?? null];
    await sso.updateShadowUser(tx, [known.passenger_id, ...names]);
    return known;
  });
}

/**
 * Mails go where the provider says its user is to be reached. An address that has an account of its own stays with that one,
 * and the passenger keeps the former address.
 */
async function refreshAddress(
  context: AppContext,
  { passengerId, identity, traceId }: { passengerId: string; identity: ProvenIdentity; traceId: string },
): Promise<void> {
  if (identity.email === undefined || !identity.isEmailVerified) return;
  const address = normaliseEmail(identity.email);
  try {
    await refuseByConstraint({ passengers__email: 'sso_email_taken' }, () =>
      transaction(context.pool, async (tx) => {
        const [changed] = await sso.updateAddress(tx, [passengerId, address]);
        if (changed !== undefined) await recordAudit(tx, { kind: 'address_changed', passengerId, traceId });
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await recordAudit(context.pool, { kind: 'address_kept', passengerId, traceId, detail: { code: error.code } });
  }
}

async function makeShadowUser(
  context: AppContext,
  tx: Transaction,
  identity: ProvenIdentity,
  input: Arrival,
): Promise<string> {
  assertThat(identity.email !== undefined && identity.isEmailVerified, 'sso_failed');
  const passengerId = newUuid(context.clock.now().getTime());
  const names = [identity.firstName ?? null, identity.lastName ?? null];
  const [made] = await sso.insertShadowUser(tx, [
    passengerId,
    normaliseEmail(identity.email),
    ...names,
    input.language,
  ]);
  assertThat(made !== undefined, 'sso_email_taken');
  await sso.insertIdentity(tx, [identity.issuer, identity.subject, passengerId]);
  await recordAudit(tx, { kind: 'shadow_user_made', passengerId, traceId: input.traceId });
  return passengerId;
}

/**
 * Obeys the provider's back-channel logout (SES-17), once per token. @throws `0102` for anything but a genuine one,
 * `unavailable` when the provider's keys could not be had to tell.
 */
export async function obeyLogout(context: AppContext, token: string, traceId: string): Promise<void> {
  const notice = await providerOf(context)
    .readLogoutNotice(token)
    .catch((cause: unknown) => {
      throw new AppError(cause instanceof NoLogoutToken ? '0102' : 'unavailable', undefined, { cause });
    });
  await transaction(context.pool, async (tx) => {
    const [fresh] = await sso.noteLogoutToken(tx, [notice.tokenId]);
    if (fresh === undefined) return;
    const { issuer, subject = null, providerSession = null } = notice;
    const ended = await sso.endSessionsOfProvider(tx, [issuer, subject, providerSession]);
    for (const { passenger_id: passengerId } of ended)
      await recordAudit(tx, { kind: 'signed_out_by_provider', passengerId, traceId });
  });
}

/** Deletes flows that nobody came back from and logout tokens past their time. */
export async function deleteStaleFlows(db: Db): Promise<void> {
  await sso.deleteStale(db, []);
}

/** The address the provider knows as ours: the callback screen, the same path in every language. */
export function redirectUriOf(context: Pick<AppContext, 'config'>): string {
  return new URL(pathOf('sso-callback'), context.config.publicUrl).href;
}

function providerOf(context: AppContext): IdentityProvider {
  assertThat(context.identityProvider !== undefined, 'not_found');
  return context.identityProvider;
}
