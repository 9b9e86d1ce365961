let email: string | undefined;

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
