/** The screens that a mailed link opens. */
export type LinkRoute = 'change-password' | 'confirm-registration' | 'stop-emails';

/** Replaces the token in the address. */
export const takenToken = '-';

const kept = new Map<LinkRoute, string>();

/**
 * Keeps the token of a link for this page only. It is in no storage and no address, so the history and the screen do not
 * show it. After a reload it is gone.
 */
export function keepLinkToken(route: LinkRoute, token: string): void {
  kept.set(route, token);
}

/** The token of the link; `undefined` after a reload, or after it has been used. */
export function linkToken(route: LinkRoute): string | undefined {
  return kept.get(route);
}

/** Removes a token that is used up. */
export function forgetLinkToken(route: LinkRoute): void {
  kept.delete(route);
}
