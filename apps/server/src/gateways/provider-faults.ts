import * as client from 'openid-client';
import { ProviderFailure } from './identity-provider.ts';

/** What a provider says when it cannot do its part, or when our settings are not as it has them. */
const faults = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
]);
/** The library's codes for an answer with a status that the protocol does not know, and for one that is no JSON. */
const strangeAnswers = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** Distinguishes a fault of the provider or of our settings from an invalid return, which is returned unchanged. */
export function namingFault(error: unknown): unknown {
  if (error instanceof client.ClientError) {
    const isFault = error.cause instanceof ProviderFailure || strangeAnswers.has(error.code ?? '');
    return isFault ? toFailure(error) : error;
  }
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError) {
    const { error: said } = error;
    return faults.has(said) ? new ProviderFailure(`the provider says ${said}`, { cause: error }) : error;
  }
  // The challenge of a token endpoint is about the client, and that of the user info about a separate token.
  return error instanceof client.WWWAuthenticateChallengeError ? toFailure(error) : error;
}

/** The failure itself when the library has only wrapped it. */
export function toFailure(error: unknown): ProviderFailure {
  if (error instanceof Error && error.cause instanceof ProviderFailure) return error.cause;
  return new ProviderFailure('the provider cannot be worked with', { cause: error });
}
