import { pathOf } from '@tapfolio/locales/paths.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Caller } from '../../gate/caller.ts';
import { type ProvenIdentity, ProviderFailure } from '../../gateways/identity-provider.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import type { Db, Transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { fromAddress, throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { ownPath } from './own-path.ts';
import { providerOf } from './provider.ts';
import { marksOf, type ProviderNames } from './provider-marks.ts';
import * as sso from './single-sign-on.queries.ts';

type Asking = Using<'pool' | 'config' | 'keys' | 'identityProvider'>;

export interface Departure {
  /** The provider's page to send the browser to. */
  readonly address: string;
  /** For a cookie: only the browser that left may come back. */
  readonly browserToken: string;
}

/**
 * Starts a sign-in at the provider. A browser that has left before keeps its token: all its tabs share one cookie, and each may
 * come back. @throws `TM0080` if none is configured, `sso_configuration_failed` when it does not answer.
 */
export async function startAtProvider(
  context: Asking,
  { returnTo, knownToken }: { returnTo: string | undefined; knownToken: string | undefined },
): Promise<Departure> {
  const { address, proof } = await providerOf(context)
    .begin()
    .catch((cause: unknown) => {
      throw new AppError('sso_configuration_failed', undefined, { cause });
    });
  const browserToken = knownToken ?? newToken();
  await sso.insertFlow(context.pool, {
    stateHash: sha256(proof.state),
    browserHash: sha256(browserToken),
    nonce: proof.nonce,
    codeVerifier: proof.codeVerifier,
    returnTo: ownPath(returnTo),
  });
  return { address, browserToken };
}

export interface Return {
  /** The query the provider sent the browser back with, question mark included. */
  readonly query: string;
  readonly browserToken: string | undefined;
}

/**
 * Redeems what the browser brought back from the provider, once, and says where it wanted to go. @throws `sso_failed` for every
 * return that is not exactly the one awaited, `sso_configuration_failed` when the provider cannot be asked or refuses our settings,
 * `too_many_requests` when too many returns of the caller's address were refused.
 */
export async function redeemReturn(
  context: Asking,
  { query, browserToken }: Return,
  caller: Caller,
): Promise<{ identity: ProvenIdentity; returnTo: string }> {
  const provider = providerOf(context);
  const state = new URLSearchParams(query).get('state');
  assertThat(state !== null && browserToken !== undefined, 'sso_failed');
  const [flow] = await sso.takeFlow(context.pool, { stateHash: sha256(state), browserHash: sha256(browserToken) });
  assertThat(flow !== undefined, 'sso_failed');
  const proof = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
  const returned = new URL(`${redirectUriOf(context)}${query}`);
  const identity = await withThrottle(context, {
    buckets: fromAddress(throttleRules.providerReturnsByAddress, caller.ip),
    failures: ['sso_failed'],
    work: () => askProvider(context, caller, () => provider.finish(returned, proof)),
  });
  return { identity, returnTo: flow.return_to };
}

async function askProvider<Identity>(
  context: Using<'pool' | 'keys'>,
  caller: Caller,
  finish: () => Promise<Identity>,
): Promise<Identity> {
  return await finish().catch(async (cause: unknown) => {
    // Too many wait for the provider (an AppError), or it failed: the return itself is not to blame.
    if (cause instanceof ProviderFailure || cause instanceof AppError)
      throw new AppError('sso_configuration_failed', undefined, { cause });
    await noteRefusal(context, caller);
    throw new AppError('sso_failed', undefined, { cause });
  });
}

/** Writes a refused return down, for one address a few times: a browser that comes back again and again must not fill a table. */
async function noteRefusal(context: Using<'pool' | 'keys'>, { ip, traceId }: Caller): Promise<void> {
  const buckets = fromAddress(throttleRules.providerRefusalsNoted, ip);
  const work = () => recordAudit(context.pool, { kind: 'sso_refused', passengerId: null, traceId });
  await withThrottle(context, { buckets, failures: [], work }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/**
 * Lets sign-ins and logouts that name the same subject or session take turns until the transaction ends. It must come before
 * any other lock, or two transactions wait for each other.
 */
export async function takeProviderTurn(tx: Transaction, names: ProviderNames): Promise<void> {
  const marks = Object.values(marksOf(names)).filter((mark) => mark !== null);
  await sso.lockMarks(tx, { marks: marks.sort(Buffer.compare) });
}

/**
 * Notes that a session came from the provider, so that it ends when the provider's session does. The transaction must have
 * taken its turn among logouts. @throws `sso_failed` when the provider has ended its session since it proved the identity.
 */
export async function noteProviderSession(tx: Transaction, tokenHash: Buffer, identity: ProvenIdentity): Promise<void> {
  const { issuer, subject, providerSession = null, idToken, issuedAt } = identity;
  const session = { tokenHash, issuer, subject, providerSession, idToken, issuedAt };
  const [noted] = await sso.insertSsoSession(tx, { ...session, ...marksOf(identity) });
  assertThat(noted !== undefined, 'sso_failed');
}

/** Deletes expired flows and expired logout tokens. */
export async function deleteStaleFlows(db: Db): Promise<void> {
  await sso.deleteStale(db);
}

/** The address the provider knows as ours: the callback screen, the same path in every language. */
export function redirectUriOf({ config }: Using<'config'>): string {
  return new URL(pathOf('sso-callback'), config.publicUrl).href;
}
