import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Input } from '../lib/api-client.ts';

type Options = { challenge: string };
export type Assertion = Input<'signInWithPasskey'>['body']['response'];
type Registration = Input<'addPasskey'>['body']['response'];

/**
 * Lets the browser ask for a passkey: in its own dialog, or among the suggestions of a field. Throws the browser's
 * error if no passkey was used.
 */
export async function askForPasskey(options: Options, { isFromField = false } = {}): Promise<Assertion> {
  // The server's library makes the options for this library; the contract defines only that they contain a challenge.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { clientExtensionResults, ...answer } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: isFromField,
  });
  return { ...answer, clientExtensionResults: { ...clientExtensionResults } };
}

/** Lets the browser make a passkey. Throws the browser's error if none was made. */
export async function makePasskey(options: Options): Promise<Registration> {
  // As above.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { clientExtensionResults, response, ...answer } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...answer,
    response: { clientDataJSON, attestationObject, transports },
    clientExtensionResults: { ...clientExtensionResults },
  };
}
