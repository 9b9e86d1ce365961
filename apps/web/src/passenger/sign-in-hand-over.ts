declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A sign-in waits for the password that is chosen on this screen (AUTH-04). No mailed link opened it. A reload keeps this. */
    isForSignIn?: true;
  }
}

/** The ticket that proves the right password until the code is typed, and the address that the code was sent to. */
export type AskedCode = { ticket: string; email: string };

let typedAddress: string | undefined;
let askedCode: AskedCode | undefined;

/** Keeps, for this page only, the address that the passenger typed before pressing “Forgot your password?”. */
export function keepTypedAddress(address: string): void {
  typedAddress = address;
}

/** The address that was typed at sign-in, if any. */
export function keptAddress(): string | undefined {
  return typedAddress;
}

/** Call this when the reset form shows the address: the next person at this page must not read it. */
export function forgetTypedAddress(): void {
  typedAddress = undefined;
}

/** Keeps, for this page only, that the new password was right and a code was sent. The sign-in screen then asks for the code. */
export function keepAskedCode(asked: AskedCode): void {
  askedCode = asked;
}

/** The code that the sign-in screen must ask for at once. */
export function keptAskedCode(): AskedCode | undefined {
  return askedCode;
}

/** Call this when the sign-in screen asks for the code. */
export function forgetAskedCode(): void {
  askedCode = undefined;
}
