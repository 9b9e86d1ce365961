/** The screens that a mailed link opens. */
export type LinkRoute = 'change-password' | 'confirm-registration';

/** Stands in the address where the token stood. */
export const takenToken = '-';

const kept = new Map<LinkRoute, string>();

/**
 * Keeps the token of a link for this page only. It is in no storage and no address, so it cannot be read in the history or on
 * the screen. A reload forgets it.
 */
export function keepLinkToken(route: LinkRoute, token: string): void {
  kept.set(route, token);
}

/** The token that the link carried; `undefined` after a reload, or when it has been used. */
export function linkToken(route: LinkRoute): string | undefined {
  return kept.get(route);
}

/** Forgets a token that is used up. */
export function forgetLinkToken(route: LinkRoute): void {
  kept.delete(route);
}
