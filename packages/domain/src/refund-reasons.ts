/** Why an operator gives money back, as it says when it asks for a refund. Feeds may bring any other words. */
export const refundReasons = [
  'delay',
  'cancelled_service',
  'wrong_fare',
  'charged_twice',
  'missed_tap',
  'goodwill',
  'other',
] as const;
/** Why an operator gives money back. */
export type RefundReason = (typeof refundReasons)[number];

/** The reason that a text names; undefined for the back office's own words. */
export function refundReasonOf(text: string): RefundReason | undefined {
  return refundReasons.find((reason) => reason === text);
}
