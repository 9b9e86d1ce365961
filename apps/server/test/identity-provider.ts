import { createServer } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { listen } from './listen.ts';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The errors of its calls to the portal. */
  backChannelErrors: Error[];
  stop(): Promise<void>;
}

interface Account {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
}

const clientId = 'tapfolio';
const clientSecret = 'a client secret for tests';

/** A real OpenID Connect provider on loopback. The typed name becomes the account. */
export async function startIdentityProvider(options: {
  redirectUri: string;
  logoutUri: string;
  backChannelUri: string;
  accounts: readonly Account[];
}): Promise<TestProvider> {
  const server = createServer();
  const port = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configuration(options));
  const backChannelErrors: Error[] = [];
  provider.on('backchannel.error', (_context, error) => backChannelErrors.push(error));
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    clientId,
    clientSecret,
    backChannelErrors,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configuration(options: Parameters<typeof startIdentityProvider>[0]): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [options.redirectUri],
        post_logout_redirect_uris: [options.logoutUri],
        backchannel_logout_uri: options.backChannelUri,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, sub) => {
      const account = options.accounts.find((one) => one.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['a cookie key for tests'] },
    // Its protection against calling special addresses would also refuse loopback, which the tests use.
    fetch: (input, init) => {
      const plain = { ...init };
      Reflect.deleteProperty(plain, 'dispatcher');
      return globalThis.fetch(input, plain);
    },
  };
}
