let email: string | undefined;

/** Keeps, for this page only, who was signing in when a new password was asked for first (AUTH-04). */
export function keepForSignIn(address: string): void {
  email = address;
}

/** Who it was, once. */
export function takeForSignIn(): string | undefined {
  const kept = email;
  email = undefined;
  return kept;
}
