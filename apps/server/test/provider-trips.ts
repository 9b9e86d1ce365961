import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import type { FastifyInstance } from 'fastify';
import type { ForgingProvider } from './forging-provider.ts';

/** The configuration of an operator whose passengers sign in at this provider. */
export function singleSignOnAt(provider: ForgingProvider) {
  return {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecretFile: 'unused',
    passwordUrl: `${provider.issuer}/password`,
    profileUrl: `${provider.issuer}/profile`,
    logoutAddresses: [],
    sessionCheck: { mode: 'redirect_check' as const, endpoint: `${provider.issuer}/check`, logoutOn: ['/signed-out'] },
  };
}

/** The browser's requests on the way to the provider and back. */
export function providerTrips(app: FastifyInstance, provider: ForgingProvider) {
  /** Comes back from the provider with these parameters. */
  async function comeBackWith(trip: { state: string; cookie: string }, brought: Readonly<Record<string, string>>) {
    const query = new URLSearchParams({ ...brought, state: trip.state });
    return await app.inject({
      url: `${singleSignOnPaths.callback}?${query.toString()}`,
      headers: { cookie: trip.cookie },
    });
  }

  return {
    comeBackWith,
    /** Leaves for the provider as a browser with this cookie does, and returns the parameters for the provider. */
    async leave(returnTo = '/card', cookieBefore = '') {
      const url = `${singleSignOnPaths.start}?return_to=${encodeURIComponent(returnTo)}`;
      const answer = await app.inject({ url, headers: { cookie: cookieBefore } });
      const address = new URL(String(answer.headers.location));
      provider.nonce = address.searchParams.get('nonce') ?? '';
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return { address, cookie, state: address.searchParams.get('state') ?? '' };
    },
    /** Comes back from the provider with a code. */
    comeBack: (trip: { state: string; cookie: string }, iss?: string) =>
      comeBackWith(trip, { code: 'code', ...(iss !== undefined && { iss }) }),
  };
}

/** The session cookie that an answer sets, if any. */
export const sessionOf = (answer: { headers: Record<string, unknown> }): string | undefined =>
  /__Host-session=[A-Za-z0-9_-]{43}/.exec(String(answer.headers['set-cookie']))?.[0];
