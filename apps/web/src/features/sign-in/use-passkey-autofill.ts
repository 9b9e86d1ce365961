import { useEffect, useEffectEvent } from 'react';

/** Offers passkeys among the suggestions of the sign-in field while `isWanted` is true. Its code is loaded after the page shows. */
export function usePasskeyAutofill(isWanted: boolean, onSignedIn: () => Promise<void>): void {
  const handleSignedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    void import('./api/passkey-autofill.ts').then(
      async ({ signInFromField }) => {
        if (await signInFromField(stop.signal)) await handleSignedIn();
      },
      () => undefined, // Without it there are still the button and the password.
    );
    return () => stop.abort();
  }, [isWanted]);
}
