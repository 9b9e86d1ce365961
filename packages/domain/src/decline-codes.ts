/**
 * Why a bank refuses a charge or a refund. Each bank has its own codes, and its adapter translates them to these.
 * limit_exceeded: more than the card may pay in a day. card_blocked: lost, stolen or closed. card_not_found: the bank knows no
 * charge under this statement reference. authentication_required: the cardholder would have to be present.
 * amount_too_large: the refund is more than the charge. refused: the bank gives no reason or an unknown one.
 */
export const declineCodes = [
  'insufficient_funds',
  'limit_exceeded',
  'card_expired',
  'card_blocked',
  'card_not_found',
  'authentication_required',
  'amount_too_large',
  'refused',
] as const;
/** Why a bank refuses. */
export type DeclineCode = (typeof declineCodes)[number];

/** Reads a reason that came from outside: one that we do not know is `refused`. */
export function toDeclineCode(reason: string | undefined): DeclineCode {
  return declineCodes.find((code) => code === reason) ?? 'refused';
}
