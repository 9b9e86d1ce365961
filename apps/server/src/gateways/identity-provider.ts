/** The port to an external identity provider; `openid-connect.ts` is the adapter. */

/** The secrets by which a return from the provider is recognised. */
export interface FlowProof {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The user who has signed in, according to the provider. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  /** The session at the provider, when it names one. */
  providerSession: string | undefined;
  /** By the provider's clock, as in a logout notice. */
  issuedAt: Date;
  idToken: string;
}

/** The provider's message that a person has signed out there. */
export interface LogoutNotice {
  tokenId: string;
  issuer: string;
  subject: string | undefined;
  providerSession: string | undefined;
  issuedAt: Date;
}

/** What came as a logout token is not one of the provider's. */
export class NoLogoutToken extends Error {}

/** The provider does not answer, answers against the protocol, or does not accept our settings. The passenger is not to blame. */
export class ProviderFailure extends Error {}

/** An external OpenID Connect provider: authorization code with PKCE, state and nonce. */
export interface IdentityProvider {
  /** Begins a sign-in: where to send the browser, and what to keep for its return. */
  begin(): Promise<{ address: string; proof: FlowProof }>;
  /**
   * Redeems the address to which the browser came back. @throws `ProviderFailure` when the provider is at fault, another error
   * when the return is invalid.
   */
  finish(returned: URL, proof: FlowProof): Promise<ProvenIdentity>;
  /**
   * Checks a back-channel logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6). @throws `NoLogoutToken` when it
   * is invalid, another error when the provider's keys could not be fetched to check it.
   */
  readLogoutNotice(token: string): Promise<LogoutNotice>;
  /** The provider's own logout page, which comes back to `returnTo`; undefined when it has none. */
  logoutAddress(idToken: string, returnTo: string): Promise<string | undefined>;
}
