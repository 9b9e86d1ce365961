/** The reasons that an operator can give when it requests a refund. Feeds may deliver any other text. */
export const refundReasons = [
  'delay',
  'cancelled_service',
  'wrong_fare',
  'charged_twice',
  'missed_tap',
  'goodwill',
  'other',
] as const;
/** The reason for a refund. */
export type RefundReason = (typeof refundReasons)[number];

/** Our word at a trip whose fare was lowered before it was charged. */
export const creditReason = 'credit';
/** Our word at a trip that a refund names without a reason. */
export const noReason = 'refund';

/** Returns the reason that a text names; undefined for any other text of the back office. */
export function refundReasonOf(text: string): RefundReason | undefined {
  return refundReasons.find((reason) => reason === text);
}
