/** What the server keeps of a right password until the code comes, and where it sent that. */
export type AskedCode = { ticket: string; email: string };

/** The token for the password that must be chosen first, and whose it is. */
export type ForcedChange = { token: string; email: string };

let email: string | undefined;
let askedCode: AskedCode | undefined;

/** Keeps, for this page only, who was signing in when a new password was asked for first (AUTH-04). */
export function keepForSignIn(address: string): void {
  email = address;
}

/** Whether somebody is on the way in and has to choose a new password first. */
export function isForSignIn(): boolean {
  return email !== undefined;
}

/** Who it was, once. */
export function takeForSignIn(): string | undefined {
  const kept = email;
  email = undefined;
  return kept;
}

/** Keeps, for this page only, that the new password was right and a code is on its way; the sign-in screen goes on with it. */
export function keepAskedCode(asked: AskedCode): void {
  askedCode = asked;
}

/** The code that the sign-in screen has to ask for at once. */
export function keptAskedCode(): AskedCode | undefined {
  return askedCode;
}

/** The sign-in screen has taken it over. */
export function forgetAskedCode(): void {
  askedCode = undefined;
}
