/** What the operator's back office is told of a card: a fare is unpaid, somebody began to pay it, the bank took the money. */
export const backOfficeKinds = ['access_denied', 'access_requested', 'access_granted'] as const;
export type BackOfficeKind = (typeof backOfficeKinds)[number];
