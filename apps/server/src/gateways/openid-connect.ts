import { minuteMs } from '@tapfolio/domain/durations.ts';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { systemClock } from '../lib/clock.ts';
import { Lane } from '../lib/lane.ts';
import { lazily } from '../lib/lazily.ts';
import { callHttp, plainHeaders } from './http-call.ts';
import {
  type FlowProof,
  type IdentityProvider,
  type LogoutNotice,
  NoLogoutToken,
  type ProvenIdentity,
  ProviderFailure,
} from './identity-provider.ts';
import { isIdentifier, readPersonClaims } from './provider-claims.ts';
import { namingFault, toFailure } from './provider-faults.ts';

export interface ProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends the browser back to; registered there. */
  redirectUri: string;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = ['RS256', 'PS256', 'ES256'];
const clockToleranceSeconds = 60;
const longestLogoutTokenAgeSeconds = 300;
const timeoutSeconds = 3;
/** Many servers refuse an address of more than 8,000 characters, and an ID token may name hundreds of groups. */
const longestHint = 6000;
/** How long the keys of the provider are used without another look at them. */
const keysMaxAgeMs = 5 * minuteMs;
/**
 * The provider may sign with a new key as soon as it has published it, so an unknown key is looked up. But anybody may send a logout
 * token that names an unknown key, and must not make us ask more often than this.
 */
const keysPauseMs = 1000;
/**
 * So many passengers may wait for the provider at once; the others are refused. Each holds one of the 128 places that all calls
 * share, and a provider that does not answer must not take half of them.
 */
const mostAtOnce = 24;

/** The real adapter. Nothing is fetched before the first passenger comes; a provider that is down can come back later. */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const places = new Lane({ running: mostAtOnce, waiting: 0, patienceMs: 0, longestMs: 0, stuckMs: 0 });
  const provider = openProvider(options, places);
  return { ...provider, finish: (returned, proof) => places.run(() => provider.finish(returned, proof)) };
}

function openProvider(options: ProviderOptions, places: Lane): IdentityProvider {
  let known: client.Configuration | undefined;
  const discover = lazily(async () => {
    try {
      known = await discoverProvider(options);
      return known;
    } catch (error) {
      throw toFailure(error);
    }
  });
  /** For a call that needs nothing else of the provider: it takes a place only while the configuration is not known. */
  const configuration = async () => known ?? (await places.run(discover));
  const keys = lazily(async () =>
    createRemoteJWKSet(new URL((await discover()).serverMetadata().jwks_uri ?? ''), {
      [customFetch]: fetchBounded,
      cacheMaxAge: keysMaxAgeMs,
      cooldownDuration: keysPauseMs,
    }),
  );
  return {
    begin: async () => await beginSignIn(await configuration(), options.redirectUri),
    async finish(returned, proof) {
      const provider = await discover();
      try {
        return await redeem(provider, await keys(), { returned, proof });
      } catch (error) {
        throw namingFault(error);
      }
    },
    async readLogoutNotice(token) {
      const { payload } = await jwtVerify(token, await keys(), {
        algorithms,
        issuer: options.issuer,
        audience: options.clientId,
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: longestLogoutTokenAgeSeconds,
        requiredClaims: ['iat', 'jti', 'events'],
      }).catch((cause: unknown) => {
        throw isLookUpFailure(cause) ? cause : new NoLogoutToken('the logout token does not hold', { cause });
      });
      return toLogoutNotice(payload);
    },
    async logoutAddress(idToken, returnTo) {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      // Without the hint the library names us by our client id, and the provider may ask the passenger.
      const hint = idToken.length <= longestHint ? { id_token_hint: idToken } : {};
      const parameters = { ...hint, post_logout_redirect_uri: returnTo };
      return client.buildEndSessionUrl(provider, parameters).href;
    },
  };
}

async function discoverProvider(options: ProviderOptions): Promise<client.Configuration> {
  const issuer = new URL(options.issuer);
  // Only a loopback provider, as in the demonstration, may be spoken to without TLS; the configuration sees to that.
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const metadata = { client_secret: options.clientSecret, [client.clockTolerance]: clockToleranceSeconds };
  const limits = { timeout: timeoutSeconds, [client.customFetch]: fetchBounded };
  return await client.discovery(issuer, options.clientId, metadata, undefined, { execute, ...limits });
}

/**
 * Makes both libraries call as our other adapters do, with limits for the time and the size of an answer. @throws `ProviderFailure` when
 * no answer comes, or the provider says that it is broken.
 */
async function fetchBounded(
  url: string,
  { method, headers, body }: RequestInit | Partial<client.CustomFetchOptions>,
): Promise<Response> {
  const answer = await callHttp({
    method: method === 'POST' ? 'POST' : 'GET',
    url: new URL(url),
    headers: Object.fromEntries(new Headers(headers)),
    ...(body instanceof URLSearchParams && { body: body.toString() }),
    connectMs: timeoutSeconds * 1000,
    answerMs: timeoutSeconds * 1000,
  }).catch((cause: unknown) => {
    throw new ProviderFailure('the provider did not answer', { cause });
  });
  if (answer.status >= 500) throw new ProviderFailure(`the provider answered with status ${answer.status}`);
  return new Response(answer.body || null, { status: answer.status, headers: plainHeaders(answer.headers) });
}

async function beginSignIn(
  provider: client.Configuration,
  redirectUri: string,
): Promise<{ address: string; proof: FlowProof }> {
  const proof = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  };
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(proof.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, proof };
}

async function redeem(
  provider: client.Configuration,
  keys: JWTVerifyGetKey,
  { returned, proof }: { returned: URL; proof: FlowProof },
): Promise<ProvenIdentity> {
  const tokens = await client.authorizationCodeGrant(provider, returned, {
    pkceCodeVerifier: proof.codeVerifier,
    expectedState: proof.state,
    expectedNonce: proof.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw new Error('the provider sent no ID token');
  await verifySignature(tokens.id_token, keys);
  // The library compares it only where the token has several audiences (OpenID Connect Core 1.0, 3.1.3.7).
  if (claims.azp !== undefined && claims.azp !== provider.clientMetadata().client_id)
    throw new Error('the ID token was issued to another client');
  // The library looks at the end of a token only.
  if (claims.iat > systemClock.now().getTime() / 1000 + clockToleranceSeconds)
    throw new Error('the ID token was issued in the future');
  const profile = await readProfile(provider, tokens.access_token, claims);
  const issuedAt = new Date(claims.iat * 1000);
  return { ...readPersonClaims(claims, profile), issuer: claims.iss, issuedAt, idToken: tokens.id_token };
}

/**
 * Checks the signature although the ID token comes straight from the provider (ASVS 6.8.2). The library could do it, but for a minute after
 * it has fetched the keys it refuses the tokens of a newer one. It has checked the algorithm.
 */
async function verifySignature(idToken: string, keys: JWTVerifyGetKey): Promise<void> {
  await jwtVerify(idToken, keys, { clockTolerance: clockToleranceSeconds }).catch((cause: unknown) => {
    throw isLookUpFailure(cause) ? toFailure(cause) : cause;
  });
}

/**
 * The claims about the person: those of the ID token, and those of the user info endpoint where the token leaves out the address,
 * its proof or both names. Never the address from one and its proof from the other. Names are optional: without them a failing endpoint
 * refuses no passenger whose address the token has.
 */
async function readProfile(
  provider: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<Record<string, unknown>> {
  const hasAddress = claims.email !== undefined && claims.email_verified !== undefined;
  const hasName = Boolean(claims.given_name || claims.family_name);
  if ((hasAddress && hasName) || provider.serverMetadata().userinfo_endpoint === undefined) return claims;
  const profile = await client.fetchUserInfo(provider, accessToken, claims.sub).catch((error: unknown) => {
    if (hasAddress) return {};
    throw error;
  });
  const { email, email_verified }: Record<string, unknown> = hasAddress ? claims : profile;
  return { ...claims, ...profile, email, email_verified };
}

/** Whether the keys could not be had, so that nothing is known of the token; every other refusal is about the token. */
function isLookUpFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // An answer other than 200, or one that is not JSON, has no error class; a failed connection is no JOSE error.
  return !(error instanceof errors.JOSEError) || error.code === errors.JOSEError.code;
}

function toLogoutNotice(payload: JWTPayload): LogoutNotice {
  const { events, jti, iss, iat, sub, sid, nonce } = payload;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  if (!isLogout || nonce !== undefined || jti === undefined || iss === undefined || iat === undefined)
    throw new NoLogoutToken('this is no logout token');
  const providerSession = textOf(sid);
  if (sub === undefined && providerSession === undefined)
    throw new NoLogoutToken('the logout token names no user and no session');
  if (![jti, sub, providerSession].every((text) => text === undefined || isIdentifier(text)))
    throw new NoLogoutToken('the logout token names what cannot be an identifier');
  return { tokenId: jti, issuer: iss, subject: sub, providerSession, issuedAt: new Date(iat * 1000) };
}

const textOf = (claim: unknown): string | undefined => (typeof claim === 'string' && claim !== '' ? claim : undefined);
