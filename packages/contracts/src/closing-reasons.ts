/** The reasons for closing an account that the page offers. In a file without schemas, so that the browser loads none. */
export const closingReasons = ['not_needed', 'other_account', 'privacy', 'hard_to_use', 'other'] as const;
export type ClosingReason = (typeof closingReasons)[number];
