import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listen } from './listen.ts';

export interface ForgingProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Makes the ID token of the next redemption from honest claims; honest unless replaced. */
  forge: (honest: JWTPayload) => Promise<string>;
  sign(claims: JWTPayload, options?: { stranger?: boolean; type?: string }): Promise<string>;
  unsigned(claims: JWTPayload): string;
  /** Signed with the client secret, by an algorithm that the portal and the provider have not agreed on. */
  signWithSecret(claims: JWTPayload): Promise<string>;
  /** The nonce from the browser's request, which an honest provider puts into its ID token. */
  nonce: string;
  /** Replaces its key: from now on it publishes and signs with the new one only. */
  changeKey(): Promise<void>;
  /** Sets the HTTP status for requests of its keys, instead of 200. */
  keysStatus: number;
  /** The answer to a code from now on, instead of tokens. */
  tokenError: { status: number; error: string } | undefined;
  /** The answer of its user info endpoint; without it the provider names no such endpoint. */
  userInfo: Record<string, unknown> | undefined;
  stop(): Promise<void>;
}

/** A provider that follows the protocol and puts the forged claims of a test into its ID token. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  let own = await generateOwnKey();
  const strange = await generateKeyPair('RS256');
  const server = createServer();
  const port = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const provider: ForgingProvider = {
    issuer,
    clientId: 'tapfolio',
    clientSecret: 'a client secret for tests',
    nonce: '',
    keysStatus: 200,
    tokenError: undefined,
    userInfo: undefined,
    forge: (honest) => provider.sign(honest),
    sign: (claims, { stranger = false, type = 'JWT' } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: own.jwk.kid, typ: type })
        .sign(stranger ? strange.privateKey : own.privateKey),
    signWithSecret: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: own.jwk.kid })
        .sign(new TextEncoder().encode(provider.clientSecret)),
    unsigned: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    changeKey: async () => {
      own = await generateOwnKey();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (request, response) => void answer(provider, own.jwk, request, response));
  return provider;
}

async function generateOwnKey() {
  const pair = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  return { ...pair, jwk };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function answer(provider: ForgingProvider, jwk: object, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('content-type', 'application/json');
  const { issuer } = provider;
  if (request.url === '/jwks') response.writeHead(provider.keysStatus).end(JSON.stringify({ keys: [jwk] }));
  else if (request.url === '/token' && provider.tokenError !== undefined)
    response.writeHead(provider.tokenError.status).end(JSON.stringify({ error: provider.tokenError.error }));
  else if (request.url === '/token') response.end(JSON.stringify(await tokens(provider)));
  else if (request.url === '/userinfo') response.end(JSON.stringify(provider.userInfo));
  else
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        ...(provider.userInfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    );
}

async function tokens(provider: ForgingProvider) {
  return { access_token: 'access', token_type: 'bearer', id_token: await provider.forge(honestClaims(provider)) };
}

/** The claims of an honest provider about Ada, now. */
export function honestClaims({ issuer, clientId, nonce }: ForgingProvider): JWTPayload {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: clientId,
    sub: 'ada',
    sid: 'provider-session',
    nonce,
    iat: seconds,
    exp: seconds + 300,
    email: 'ada@example.org',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
  };
}
