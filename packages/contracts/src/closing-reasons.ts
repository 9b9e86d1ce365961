/** Why somebody closes an account, to choose from. A file of its own, so that no schema comes along with it. */
export const closingReasons = ['not_needed', 'other_account', 'privacy', 'hard_to_use', 'other'] as const;
export type ClosingReason = (typeof closingReasons)[number];
