import { generateKeyPair, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Provider, { type Configuration } from 'oidc-provider';
import { listenNear } from '../ports/ports.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { plainPages, signInPage, signOutPage } from './pages.ts';
import type { ProviderPerson } from './person.ts';

export interface DemoProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

export interface ProviderOptions {
  /** The preferred port. The issuer has the port that the provider got. */
  wishedPort: number;
  /** The portal that sends its passengers here, such as `http://localhost:8080`. */
  portal: string;
  people: readonly ProviderPerson[];
  /** The same password for all people. */
  password: string;
}

/** The path where the portal's pages check the session at the provider, and the path to which it redirects without a session. */
export const sessionCheckPath = '/session-check';
export const signedOutPath = '/signed-out';

const clientId = 'portal';
const scope = 'openid email profile';

/**
 * Starts a real OpenID Connect provider on loopback with a few invented people. It stores everything in memory, so a restart
 * ends all its sessions. For the demonstration only.
 */
export async function startProvider(options: ProviderOptions): Promise<DemoProvider> {
  const server = createServer();
  const issuer = `http://localhost:${await listenNear(server, options.wishedPort)}`;
  const clientSecret = randomBytes(32).toString('base64url');
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
  // The declared type is too general: an RSA key exports as an RSA key.
  const jwks = { keys: [signingKey] } as Configuration['jwks'];
  const provider = new Provider(issuer, { ...configuration(options, clientSecret), jwks });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    handle({ provider, options, request, response }).then(
      (isDone) => isDone || void callback(request, response),
      () => response.writeHead(400).end(),
    );
  });
  return {
    issuer,
    clientId,
    clientSecret,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  provider: Provider;
  options: ProviderOptions;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers requests that are not part of the protocol. Returns false for all others. */
async function handle(exchange: Exchange): Promise<boolean> {
  const { request, response, options } = exchange;
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  // The portal's pages may read to which address the session check redirects.
  response.setHeader('access-control-allow-origin', options.portal);
  response.setHeader('access-control-allow-credentials', 'true');
  if (pathname.startsWith('/sign-in/')) await signIn(exchange);
  else if (pathname === sessionCheckPath) await checkSession(exchange);
  else if (plainPages[pathname]) show(response, plainPages[pathname]);
  else return false;
  return true;
}

async function signIn({ provider, options, request, response }: Exchange): Promise<void> {
  // This needs a cookie that only a browser has which came here by the protocol.
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return show(response, signInPage({ people: options.people, failed: false }));
  const form = new URLSearchParams(await text(request));
  const person = options.people.find(({ email }) => email === form.get('email'));
  if (person === undefined || form.get('password') !== options.password)
    return show(response, signInPage({ people: options.people, failed: true }));
  const result = { login: { accountId: person.email } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function checkSession({ provider, request, response }: Exchange): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  response.setHeader('cache-control', 'no-store');
  if (session.accountId === undefined) response.writeHead(302, { location: signedOutPath });
  else response.writeHead(204);
  response.end();
}

function show(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

function configuration({ portal, people }: ProviderOptions, clientSecret: string): Configuration {
  return {
    adapter: memoryAdapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portal}/oauth2_web_app_test`],
        post_logout_redirect_uris: [`${portal}/logout`],
        backchannel_logout_uri: `${portal}/internal/api/v1/sso/back_channel_logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, sub) => {
      const person = people.find(({ email }) => email === sub);
      return person && { accountId: sub, claims: () => claimsOf(person) };
    },
    // The only client is the operator's portal: the provider asks for no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(form);
        },
      },
    },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 86_400, Interaction: 600, Session: 86_400 },
    // The library refuses calls to special addresses by default. Loopback is one of them, and the portal is there.
    fetch: (input, init) => {
      const plain = { ...init };
      Reflect.deleteProperty(plain, 'dispatcher');
      return globalThis.fetch(input, plain);
    },
  };
}

function claimsOf({ email, firstName, lastName }: ProviderPerson) {
  return { sub: email, email, email_verified: true, given_name: firstName, family_name: lastName };
}
