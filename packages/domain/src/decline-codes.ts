/**
 * Why a bank refuses to take or to give back money, in words of ours: each bank has its own and its adapter translates them.
 * limit_exceeded: more than the card may pay in a day. card_blocked: lost, stolen or closed. card_not_found: the bank knows no
 * charge under this statement reference. authentication_required: the cardholder would have to be present.
 * amount_too_large: more is to be given back than was taken. refused: the bank gives no reason, or one that we do not know.
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
