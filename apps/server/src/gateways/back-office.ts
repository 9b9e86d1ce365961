/** The port to the operator's back office; `http-back-office.ts` is the adapter. */

/**
 * The messages about a card: a fare is unpaid, a passenger or a guest began to pay it, this try ended without money, the bank took the
 * money.
 */
export const backOfficeKinds = ['access_denied', 'access_requested', 'access_not_granted', 'access_granted'] as const;
export type BackOfficeKind = (typeof backOfficeKinds)[number];

export interface BackOfficeMessage {
  /** The same in every attempt. */
  readonly messageId: string;
  /** Of which medium it is, by our own id. */
  readonly mediumId: string;
  /** Higher in each message of the medium; numbers may be missing. */
  readonly number: number;
  readonly kind: BackOfficeKind;
  readonly operatorCode: string;
  /** Of the payment window that was not paid: by it the back office finds the card. */
  readonly srid: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** ISO 8601. */
  readonly happenedAt: string;
}

/**
 * acknowledged: it knows, and says whether the card may travel from now on. refused: it understood the message and will not
 * have it. unknown: it could not be reached, or could not take the message now; the message may have arrived or not.
 */
export type BackOfficeAnswer =
  | { readonly outcome: 'acknowledged'; readonly cardMayTravel: boolean }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly retryAfterSeconds?: number };

export interface BackOffice {
  /** Sends a message once. Never throws, and answers within `longestCallMs`. */
  tell(message: BackOfficeMessage): Promise<BackOfficeAnswer>;
  /** Kinds of messages that it would refuse: they are not sent. */
  readonly unknownKinds: readonly BackOfficeKind[];
  /** The time after which a call is given up. */
  readonly longestCallMs: number;
}
