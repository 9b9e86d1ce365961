import { useSyncExternalStore } from 'react';
import { portalConfig } from '../lib/portal-config.ts';

/** A passkey is bound to a host name, so it does not work with a bare IP address. */
const isBareAddress = (hostname: string): boolean => /^[\d.]+$|:/.test(hostname);

/** The host to which passkeys belong, if it is not this one: the portal may have several. */
export function otherPasskeyHost(): string | undefined {
  const { passkeyHost } = portalConfig();
  return passkeyHost === location.hostname ? undefined : passkeyHost;
}

const canUse = (): boolean =>
  'PublicKeyCredential' in globalThis && !isBareAddress(location.hostname) && otherPasskeyHost() === undefined;
const never = (): (() => void) => () => {};
const assumed = (): boolean => true;

/** True if this browser can use passkeys here. A prerendered page assumes so, because nearly every browser can. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(never, canUse, assumed);
}

/** The reasons why the browser's own dialog returned no passkey. */
export type Ceremony = 'not_used' | 'already_there' | 'unsupported';

const outcomes: Readonly<Record<string, Ceremony>> = {
  NotAllowedError: 'not_used', // refused, closed or timed out: the browser does not tell which
  AbortError: 'not_used',
  InvalidStateError: 'already_there',
  SecurityError: 'unsupported',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Returns the reason why the browser's dialog returned no passkey; `undefined` for any other error. */
export function ceremonyOutcome(error: unknown): Ceremony | undefined {
  return error instanceof Error ? outcomes[error.name] : undefined;
}
